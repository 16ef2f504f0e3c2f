/** What a field of a match log may hold. */
export type Collection = "heroes" | "maps";

/** Where an event has names; fields are counted from the event itself, which is 0. */
type Positions = {
  heroes?: readonly number[];
  maps?: readonly number[];
  players?: readonly number[];
};

const ONE_PLAYER: Positions = { players: [3], heroes: [4] };
// the other: duplicated, or played before
const ONE_PLAYER_TWO_HEROES: Positions = { players: [3], heroes: [4, 5] };
const TWO_PLAYERS: Positions = { players: [3, 6], heroes: [4, 7] };
const NOBODY: Positions = {};

/**
 * The events of ScrimTime, the Workshop mode that teams record their matches with. Their names are
 * the same in every client language; the names of heroes and maps in their fields are the client's.
 */
const EVENTS = new Map<string, Positions>([
  ["match_start", { maps: [2] }],
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
  ["player_stat", { players: [4], heroes: [5] }],
]);

/** One line of a log, its fields read as what they are. */
export type LogEvent = {
  names: { collection: Collection; name: string }[];
  players: string[];
  /** The fields of an event that is not known, any of which may be a name. */
  fields: string[];
  /** The fields of an event that is known, its own name first, with the spaces around them. */
  known?: string[];
};

/**
 * `[00:12:34] `, which the game puts before each line, and the empty field that ScrimTime puts after it.
 */
const PREFIX = /^"?\[\d+:\d\d(?::\d\d)?\]\s*"?[,;\t]?/;

/**
 * What parts the fields: the game's comma, or what other modes and spreadsheets write in its place.
 */
const SEPARATOR = /[,;\t]/;

/** A comma ends a field, but not inside a position such as `(1.50, -2.31, 30)`. */
const POSITION = /\(-?[\d.]+(?:, ?-?[\d.]+)+\)/y;

/** A field in quotation marks (RFC 4180), or one without. */
const QUOTED_FIELD = /\s*(?:"((?:[^"]|"")*)"[^,;\t]*|([^,;\t]*))/y;

/** How many columns an export may have before the event: numbers of rows and of matches. */
const MOST_COLUMNS_BEFORE = 3;

/**
 * Reads a line of a log; undefined where it is none. A known event may have lost its prefix, or
 * have numbers of an export before it.
 */
export function parseLogLine(line: string): LogEvent | undefined {
  const prefix = PREFIX.exec(line)?.[0];
  if (prefix === undefined && !SEPARATOR.test(line)) return undefined;
  const fields = splitFields(line.slice(prefix?.length ?? 0));
  const start = startOf(fields);
  const known = start === 0 ? fields : fields.slice(start);
  const positions = EVENTS.get(known[0]?.trim() ?? "");
  if (positions === undefined) {
    return prefix === undefined
      ? undefined
      : { names: [], players: [], fields: fields.map((field) => field.trim()).filter(isFilled) };
  }
  const names: LogEvent["names"] = [];
  for (const collection of ["heroes", "maps"] as const)
    for (const name of filledAt(known, positions[collection])) names.push({ collection, name });
  return { names, players: filledAt(known, positions.players), fields: [], known };
}

function filledAt(fields: readonly string[], places: readonly number[] = []): string[] {
  return places.map((place) => fields[place]?.trim() ?? "").filter(isFilled);
}

/** Where the event stands: first, or behind numbers. */
function startOf(fields: readonly string[]): number {
  for (let at = 0; at <= MOST_COLUMNS_BEFORE; at += 1) {
    const field = fields[at]?.trim() ?? "";
    if (EVENTS.has(field)) return at;
    if (!/^[\d[\]:. -]*$/.test(field)) return 0;
  }
  return 0;
}

function splitFields(text: string): string[] {
  if (text.includes('"')) return splitQuoted(text);
  const separator = SEPARATOR.exec(text)?.[0] ?? ",";
  let open = text.indexOf("(");
  if (separator !== "," || open === -1) return text.split(separator);
  const fields: string[] = [];
  for (let start = 0; start <= text.length; ) {
    let end = endOf(text, start);
    while (open !== -1 && open < end) {
      POSITION.lastIndex = open;
      const isPosition = POSITION.test(text);
      const after = isPosition ? POSITION.lastIndex : open + 1;
      if (isPosition) end = endOf(text, after);
      open = text.indexOf("(", after);
    }
    fields.push(text.slice(start, end));
    start = end + 1;
  }
  return fields;
}

/** Where a field ends that goes on at `from`. */
function endOf(text: string, from: number): number {
  const comma = text.indexOf(",", from);
  return comma === -1 ? text.length : comma;
}

function splitQuoted(text: string): string[] {
  const fields: string[] = [];
  for (QUOTED_FIELD.lastIndex = 0; QUOTED_FIELD.lastIndex <= text.length; ) {
    const [, quoted, plain = ""] = QUOTED_FIELD.exec(text) ?? [];
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
    QUOTED_FIELD.lastIndex += 1;
  }
  return fields;
}

/** The Workshop writes 0 where there is no hero. */
function isFilled(field: string): boolean {
  return field !== "" && field !== "0";
}
