/** What a field of a match log may hold. */
export type Collection = "heroes" | "maps";

/** Where an event has names; fields are counted from the event itself, which is 0. */
type Positions = {
  heroes?: readonly number[];
  maps?: readonly number[];
  players?: readonly number[];
};

const ONE_PLAYER: Positions = { players: [3], heroes: [4] };
const ONE_PLAYER_TWO_HEROES: Positions = { players: [3], heroes: [4, 5] }; // the other: duplicated, or played before
const TWO_PLAYERS: Positions = { players: [3, 6], heroes: [4, 7] };
const NOBODY: Positions = {};

/**
 * The events of ScrimTime, the Workshop mode that teams record their matches with. Their names are the same in every
 * client language; the names of heroes and maps in their fields are the client's.
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
};

/** `[00:12:34] `, which the game puts before each line, and the empty field that ScrimTime puts after it. */
const PREFIX = /^\[\d+:\d\d(?::\d\d)?\]\s*,?/;

/** A comma ends a field, but not inside a position such as `(1.50, -2.31, 30)`. */
const FIELD = /(?:\(-?[\d.]+(?:, ?-?[\d.]+)+\)|[^,])*/y;

/** Reads a line of a log; undefined where it is none. A known event may have lost its prefix. */
export function parseLogLine(line: string): LogEvent | undefined {
  const prefix = PREFIX.exec(line)?.[0];
  const fields = splitFields(line.slice(prefix?.length ?? 0));
  const positions = EVENTS.get(fields[0] ?? "");
  if (positions === undefined) {
    return prefix === undefined
      ? undefined
      : { names: [], players: [], fields: fields.filter(isFilled) };
  }
  const at = (places: readonly number[] = []) =>
    places.map((place) => fields[place] ?? "").filter(isFilled);
  return {
    names: [
      ...at(positions.heroes).map((name) => ({ collection: "heroes" as const, name })),
      ...at(positions.maps).map((name) => ({ collection: "maps" as const, name })),
    ],
    players: at(positions.players),
    fields: [],
  };
}

function splitFields(text: string): string[] {
  const fields: string[] = [];
  for (FIELD.lastIndex = 0; FIELD.lastIndex <= text.length; FIELD.lastIndex += 1) {
    const [field = ""] = FIELD.exec(text) ?? [];
    fields.push(field.trim());
  }
  return fields;
}

/** The Workshop writes 0 where there is no hero. */
function isFilled(field: string): boolean {
  return field !== "" && field !== "0";
}
