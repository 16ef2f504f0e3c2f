import type { Names } from "../names.ts";
import {
  abilitiesOfKeys,
  createKeyTally,
  type KeyUse,
  type OtherKey,
  type UsedAbility,
} from "./abilities.ts";
import { isOpen } from "./fields.ts";
import {
  addLine,
  createGuesses,
  type Guess,
  MOST_LINES,
  type Places,
  placesOf,
} from "./guesses.ts";
import { type Collection, isFilled, readLogLine } from "./log-line.ts";
import { createMatchFinder, type Match } from "./matches.ts";

/** A name as the log writes it, and what it resolves to. */
export type ResolvedName = Places & {
  name: string;
  collection: Collection;
  /** Id of the hero or map; null where the name does not resolve. */
  id: string | null;
  /** Id of the variant, or of the stage, that a map's name means. */
  variant?: string;
  stage?: string;
  /** The spellings nearest to a name that does not resolve. */
  nearest: { spelling: string; id: string }[];
};

/** A name that is known, of something that the API does not have, and why. */
export type AbsentName = Places & {
  name: string;
  collection: Collection;
  id: string;
  note: string;
};

/** The client's name of a mode or a team in any language, and what it means. */
export type Term = { name: string; id: string; count: number };

/** What a log holds: the numbers of its lines and events, and its names. */
export type ResolvedLog = {
  lines: number;
  events: number;
  names: ResolvedName[];
  /** How many further unknown names there are. The first hundred are in `names`. */
  moreUnknown: number;
  absent: AbsentName[];
  modes: Term[];
  teams: Term[];
  /** What a match starts with as its mode, and is not a known one. */
  otherModes: Omit<Term, "id">[];
  abilities: UsedAbility[];
  /** Keys that play nothing known. */
  otherKeys: OtherKey[];
  matches: Match[];
  /** How many fields the client's language filter has masked. */
  masked: number;
  /** Lines that are not events, and the first five of them. */
  unread: { count: number; first: { line: number; text: string }[] };
};

/** How many unknown names are kept, each with suggestions. */
const MOST_UNKNOWN = 100;

/** How many lines that are not events are shown, and how much of each. */
const MOST_UNREAD = 5;
const MOST_CHARACTERS = 120;

/** Where the start of a match has its mode, and the teams, which may have names of their own. */
const MODE = 3;
const TEAMS = [4, 5];

/** How many lines a field in quotation marks may have. */
const MOST_LINES_OF_FIELD = 5;

/**
 * Resolves every name of a hero or map. In known events the position decides what a field is, so a
 * player called Ana is not a hero. In unknown events a field is a name where it is spelled as one
 * and no player has it.
 */
export async function resolveLog(
  lines: AsyncIterable<string> | Iterable<string>,
  names: Names,
): Promise<ResolvedLog> {
  const log = createLogResolver(names);
  for await (const line of lines) log.add(line);
  return log.result();
}

/** Reads a log line by line: its names, keys and matches. */
export function createLogResolver(names: Names) {
  const found = createTally(names);
  const terms = createTerms(names);
  const matches = createMatchFinder((hero) => names.heroes.resolve(hero)?.id);
  const guesses = createGuesses((field) => collectionOf(names, field));
  const keys = createKeyTally();
  const players = new Set<string>();
  const unread: ResolvedLog["unread"] = { count: 0, first: [] };
  let lines = 0;
  let events = 0;
  let masked = 0;
  /** Lines whose last field goes on in the next one. */
  let open: string[] = [];

  /** The event of a line, or of the lines that a field in quotation marks has. */
  const read = (line: string) => {
    const isStart = /^"?\[/.test(line);
    const whole = isStart ? line : [...open, line].join("\n");
    if (isStart) open = [];
    if (isOpen(whole) && open.length < MOST_LINES_OF_FIELD) {
      open.push(line);
      return undefined;
    }
    open = [];
    const event = readLogLine(whole);
    if (event === undefined && whole.trim() !== "") {
      unread.count += 1;
      const text = whole.trim().slice(0, MOST_CHARACTERS);
      if (unread.first.length < MOST_UNREAD) unread.first.push({ line: lines, text });
    }
    return event;
  };
  return {
    /** Takes the next line. */
    add(line: string): void {
      lines += 1;
      const event = read(line);
      if (event === undefined) return;
      events += 1;
      if (event.positions === undefined) {
        guesses.add(event, lines);
        return;
      }
      masked += event.countMasked();
      for (const player of event.positions.players.map(event.at))
        if (isFilled(player)) players.add(player);
      for (const collection of ["heroes", "maps"] as const)
        for (const name of event.positions[collection].map(event.at))
          if (isFilled(name)) found.add(collection, name, lines);
      if (event.event === "match_start") {
        terms.addMode(event.at(MODE));
        for (const team of TEAMS.map(event.at)) terms.add(team);
      }
      keys.add(event);
      matches.add(event, lines);
    },
    /** Whether a player of the log has this name. */
    isPlayer: (name: string) => players.has(name),
    result(): ResolvedLog {
      for (const guess of guesses.names(players)) found.merge(guess);
      const all = found.result();
      const nearest = new Map(
        all.names.flatMap(({ id, name, nearest: [near] }) =>
          id === null && near !== undefined ? [[name, near.id]] : [],
        ),
      );
      return {
        lines,
        events,
        ...all,
        ...terms.result(),
        otherModes: terms.otherModes(),
        ...abilitiesOfKeys(keys.uses(names, nearest), names.heroes.resolve, (use) =>
          noteOf(names, use),
        ),
        matches: matches.matches(),
        masked,
        unread,
      };
    },
  };
}

/** What is known of an ability of a hero by whose name a log calls a key. */
function noteOf({ meanings }: Names, { hero, key }: KeyUse): string | undefined {
  if (key === "Melee") return "the quick melee of every hero";
  return meanings(key).find(({ path }) => path.startsWith(`heroes/${hero}/`))?.kind;
}

/** The collection of a name that is known, in the API or not. */
export function collectionOf(names: Names, name: string): Collection | undefined {
  if (names.heroes.resolve(name) !== undefined) return "heroes";
  const isMap = names.maps.resolve(name) !== undefined || names.stageOf(name) !== undefined;
  if (isMap || names.absentOf(name, "maps") !== undefined) return "maps";
  return names.absentOf(name, "heroes") === undefined ? undefined : "heroes";
}

/** Counts the client's names of modes and teams. */
export function createTerms({ modeOf, teamOf }: Names) {
  const modes = new Map<string, Term>();
  const teams = new Map<string, Term>();
  const others = new Map<string, Omit<Term, "id">>();
  /** Takes a name, and returns whether it is one of a mode or a team. */
  const add = (name: string) => {
    const mode = modeOf(name);
    const id = mode ?? teamOf(name);
    if (id === undefined) return false;
    const terms = mode === undefined ? teams : modes;
    terms.set(name, { name, id, count: (terms.get(name)?.count ?? 0) + 1 });
    return true;
  };
  return {
    add,
    /** Takes what appears where a log has a mode. */
    addMode(name: string): void {
      if (add(name) || !isFilled(name)) return;
      others.set(name, { name, count: (others.get(name)?.count ?? 0) + 1 });
    },
    result: () => ({ modes: [...modes.values()], teams: [...teams.values()] }),
    otherModes: () => [...others.values()],
  };
}

/** Counts names, and looks each up once. */
export function createTally({ absentOf, heroes, maps, nearest, stageOf, variantOf }: Names) {
  const found: Record<Collection, Map<string, ResolvedName | AbsentName>> = {
    heroes: new Map(),
    maps: new Map(),
  };
  /** Unknown names beyond the first hundred. */
  const more = new Set<string>();
  let unknown = 0;

  /** The id of the hero or map that a name means, with the variant or the stage of a map. */
  const knownAs = (collection: Collection, name: string) => {
    const hero = collection === "heroes" ? heroes.resolve(name) : undefined;
    if (collection === "heroes") return hero && { id: hero.id };
    const map = maps.resolve(name);
    const stage = stageOf(name);
    if (map === undefined) return stage && { id: stage.id, stage: stage.stage };
    const variant = variantOf(map, name);
    return { id: map.id, ...(variant === undefined ? {} : { variant }) };
  };
  const put = (collection: Collection, name: string, places: Places) => {
    const named = { name, collection };
    const known = knownAs(collection, name);
    const absent = known === undefined ? absentOf(name, collection) : undefined;
    const idOf = (path: string) => path.slice(collection.length + 1);
    const keep = (one: ResolvedName | AbsentName) => found[collection].set(name, one);
    if (known !== undefined) keep({ ...named, ...known, ...places, nearest: [] });
    else if (absent !== undefined)
      keep({ ...named, id: idOf(absent.path), note: absent.note, ...places });
    else if (unknown === MOST_UNKNOWN) more.add(name);
    else {
      unknown += 1;
      const near = nearest(name, `${collection}/`).map(({ spelling, path }) => ({
        spelling,
        id: idOf(path),
      }));
      keep({ ...named, id: null, ...places, nearest: near });
    }
  };
  return {
    add(collection: Collection, name: string, line: number): void {
      const known = found[collection].get(name);
      if (known === undefined) put(collection, name, placesOf(line));
      else addLine(known, line);
    },
    merge({ collection, name, ...places }: Guess): void {
      const known = found[collection].get(name);
      if (known === undefined) {
        put(collection, name, places);
        return;
      }
      const lines = new Set([...known.lines, ...places.lines]);
      known.count += places.count;
      known.lines = [...lines].sort((a, b) => a - b).slice(0, MOST_LINES);
      known.firstLine = known.lines[0] ?? known.firstLine;
    },
    /** In the order of the log. */
    result(): Pick<ResolvedLog, "names" | "moreUnknown" | "absent"> {
      const all = [...found.heroes.values(), ...found.maps.values()];
      all.sort((a, b) => a.firstLine - b.firstLine);
      return {
        names: all.flatMap((name) => ("note" in name ? [] : [name])),
        moreUnknown: more.size,
        absent: all.flatMap((name) => ("note" in name ? [name] : [])),
      };
    },
  };
}
