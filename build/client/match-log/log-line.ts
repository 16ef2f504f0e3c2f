import { fold } from "../../core/spelling/fold.ts";
import { fieldsOf, hasSeparator } from "./fields.ts";

/** The collections whose names appear in match logs. */
export type Collection = "heroes" | "maps";

/** The fields of an event that hold names. The event's own name is field 0. */
type Positions = Readonly<Record<Collection | "players", readonly number[]>>;

const NOBODY: Positions = { players: [], heroes: [], maps: [] };
const ONE_PLAYER: Positions = { ...NOBODY, players: [3], heroes: [4] };
// The other hero is the one duplicated, or played before.
const ONE_PLAYER_TWO_HEROES: Positions = { ...NOBODY, players: [3], heroes: [4, 5] };
const TWO_PLAYERS: Positions = { ...NOBODY, players: [3, 6], heroes: [4, 7] };

/**
 * The events of ScrimTime, the Workshop mode that teams record their matches with. Their names are
 * the same in every client language; the names of heroes and maps in their fields are the client's.
 */
const EVENTS = new Map<string, Positions>([
  ["match_start", { ...NOBODY, maps: [2] }],
  ["match_end", NOBODY],
  ["round_start", NOBODY],
  ["round_end", NOBODY],
  ["setup_complete", NOBODY],
  ["objective_updated", NOBODY],
  ["objective_captured", NOBODY],
  ["point_progress", NOBODY],
  ["payload_progress", NOBODY],
  ["hero_spawn", ONE_PLAYER_TWO_HEROES],
  ["hero_swap", ONE_PLAYER_TWO_HEROES],
  ["ability_1_used", ONE_PLAYER_TWO_HEROES],
  ["ability_2_used", ONE_PLAYER_TWO_HEROES],
  ["offensive_assist", ONE_PLAYER_TWO_HEROES],
  ["defensive_assist", ONE_PLAYER_TWO_HEROES],
  ["ultimate_charged", ONE_PLAYER_TWO_HEROES],
  ["ultimate_start", ONE_PLAYER_TWO_HEROES],
  ["ultimate_end", ONE_PLAYER_TWO_HEROES],
  ["echo_duplicate_start", ONE_PLAYER_TWO_HEROES],
  ["echo_duplicate_end", ONE_PLAYER],
  ["remech_charged", ONE_PLAYER_TWO_HEROES],
  ["dva_remech", ONE_PLAYER],
  ["dva_demech", TWO_PLAYERS],
  ["damage", TWO_PLAYERS],
  ["healing", TWO_PLAYERS],
  ["kill", TWO_PLAYERS],
  ["****", TWO_PLAYERS], // a kill, where the client's filter of mature language is on
  ["mercy_rez", TWO_PLAYERS],
  ["player_stat", { ...NOBODY, players: [4], heroes: [5] }],
]);

/**
 * `[00:12:34] `, which the game puts before each line, and the empty field that ScrimTime puts
 * after it.
 */
const PREFIX = /"?\[\d+:\d\d(?::\d\d)?\]\s*"?[,;\t|]?/y;

/** The hours, which may be left out, the minutes and the seconds of the prefix. */
const CLOCK = /^"?\[(?:(\d+):)?(\d+):(\d\d)\]/;

/** How many columns an export may have before the event, such as numbers of rows and matches. */
const MOST_COLUMNS_BEFORE = 3;

/**
 * What a column before the event holds: a number, or a time, such as
 * `2026-04-19T12:00:05+02:00`.
 */
const COLUMN_BEFORE =
  /^[\d[\]:./ -]*(?:T[\d:.]+)?(?: ?(?:Z|UTC|GMT|[AP]\.?M\.?))?(?: ?[+-][\d:]+)?$/i;

/** A line that is an event, whose name is the field `start`. */
function logLine(line: string, fields: readonly string[], start: number, positions?: Positions) {
  /** A field without the spaces around it, counted from the event. Empty where it is missing. */
  const at = (place: number) => fields[start + place]?.trim() ?? "";
  return {
    /** Name of the event. */
    event: at(0),
    /** The fields that hold names; undefined where the event is unknown. */
    positions,
    at,
    /** How many fields there are from the event on. */
    length: fields.length - start,
    /** Seconds of the time in the prefix; 0 where there is none. */
    clock() {
      const [, hours = 0, minutes = 0, seconds = 0] = CLOCK.exec(line) ?? [];
      return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    },
    /** How many fields the client's language filter has masked. */
    countMasked: () => (MASK.test(line) ? fields.filter(isMasked).length : 0),
  };
}

export type LogLine = ReturnType<typeof logLine>;

/**
 * Reads a line of a log; undefined where it is not an event. A known event may lack its prefix, and
 * may have columns of an export before it.
 */
export function readLogLine(line: string): LogLine | undefined {
  PREFIX.lastIndex = 0;
  const hasPrefix = PREFIX.test(line);
  if (!hasPrefix && !hasSeparator(line)) return undefined;
  const fields = fieldsOf(withoutFrame(line, PREFIX.lastIndex));
  for (let start = 0; start <= MOST_COLUMNS_BEFORE; start += 1) {
    const event = fields[start]?.trim() ?? "";
    const positions = EVENTS.get(event);
    if (positions !== undefined) return logLine(line, fields, start, positions);
    if (!COLUMN_BEFORE.test(event)) break;
  }
  return hasPrefix ? logLine(line, fields, 0) : undefined;
}

/** What follows the prefix. A spreadsheet may have put the whole line into quotation marks. */
function withoutFrame(line: string, end: number): string {
  const isFramed = line.startsWith('"[') && !line.slice(1, end).includes('"') && line.endsWith('"');
  return isFramed ? line.slice(end, -1).replaceAll('""', '"') : line.slice(end);
}

/** What logs and tools write where there is nobody. */
const NOBODY_NAMES = /^(?:0|none|null|undefined|nil|nan|n\/a|-+|all (?:heroes|players|teams))?$/;

/** The client's filter of mature language masks texts and digits: `****`, `****.20`. */
const MASK = /[*＊]{2,}/;

/** Whether the game has hidden a part of a field. */
export function isMasked(field: string): boolean {
  return MASK.test(field);
}

/** Whether a field holds somebody or something that has a name. */
export function isFilled(field: string): boolean {
  return !NOBODY_NAMES.test(fold(field)) && !isMasked(field);
}
