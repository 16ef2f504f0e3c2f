import type { Names } from "../names.ts";
import {
  abilitiesOfKeys,
  KeyTally,
  type KeyUse,
  type OtherKey,
  type UsedAbility,
} from "./abilities.ts";
import { isOpen } from "./fields.ts";
import { addLine, type Guess, Guesses, MOST_LINES, type Places, placesOf } from "./guesses.ts";
import { type Collection, isFilled, type LogLine, readLogLine } from "./log-line.ts";
import { type Match, MatchFinder } from "./matches.ts";

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
  const log = new LogResolver(names);
  for await (const line of lines) log.add(line);
  return log.result();
}

/** Reads a log line by line: its names, keys and matches. */
export class LogResolver {
  readonly #names: Names;
  readonly #found: Tally;
  readonly #guesses: Guesses;
  readonly #keys = new KeyTally();
  readonly #matches: MatchFinder;
  readonly #terms: Terms;
  readonly #players = new Set<string>();
  readonly #unread: ResolvedLog["unread"] = { count: 0, first: [] };
  #lines = 0;
  #events = 0;
  #masked = 0;
  /** Lines whose last field goes on in the next one. */
  #open: string[] = [];

  constructor(names: Names) {
    this.#names = names;
    this.#found = new Tally(names);
    this.#terms = new Terms(names);
    this.#matches = new MatchFinder((hero) => names.heroes.resolve(hero)?.id);
    this.#guesses = new Guesses((field) => collectionOf(names, field));
  }

  /** Takes the next line. */
  add(line: string): void {
    this.#lines += 1;
    const event = this.#read(line);
    if (event === undefined) return;
    this.#events += 1;
    if (event.positions === undefined) {
      this.#guesses.add(event, this.#lines);
      return;
    }
    this.#masked += event.countMasked();
    for (const place of event.positions.players) {
      const player = event.at(place);
      if (isFilled(player)) this.#players.add(player);
    }
    this.#addNames("heroes", event.positions.heroes, event);
    this.#addNames("maps", event.positions.maps, event);
    if (event.event === "match_start") {
      this.#terms.addMode(event.at(MODE));
      for (const place of TEAMS) this.#terms.add(event.at(place));
    }
    this.#keys.add(event);
    this.#matches.add(event, this.#lines);
  }

  /** The event of a line, or of the lines that a field in quotation marks has. */
  #read(line: string): LogLine | undefined {
    const isStart = /^"?\[/.test(line);
    const whole = isStart ? line : [...this.#open, line].join("\n");
    if (isStart) this.#open = [];
    if (isOpen(whole) && this.#open.length < MOST_LINES_OF_FIELD) {
      this.#open.push(line);
      return undefined;
    }
    this.#open = [];
    const event = readLogLine(whole);
    if (event === undefined && whole.trim() !== "") {
      this.#unread.count += 1;
      const text = whole.trim().slice(0, MOST_CHARACTERS);
      if (this.#unread.first.length < MOST_UNREAD)
        this.#unread.first.push({ line: this.#lines, text });
    }
    return event;
  }

  #addNames(collection: Collection, places: readonly number[], event: LogLine): void {
    for (const place of places) {
      const name = event.at(place);
      if (isFilled(name)) this.#found.add(collection, name, this.#lines);
    }
  }

  /** Whether a player of the log has this name. */
  isPlayer(name: string): boolean {
    return this.#players.has(name);
  }

  result(): ResolvedLog {
    for (const guess of this.#guesses.names(this.#players)) this.#found.merge(guess);
    return {
      lines: this.#lines,
      events: this.#events,
      ...this.#found.result(),
      ...this.#terms.result(),
      otherModes: this.#terms.otherModes(),
      ...abilitiesOfKeys(this.#keys.uses(this.#names), this.#names.heroes.resolve, (use) =>
        noteOf(this.#names, use),
      ),
      matches: this.#matches.matches(),
      masked: this.#masked,
      unread: this.#unread,
    };
  }
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
export class Terms {
  readonly #names: Names;
  readonly #found = { modes: new Map<string, Term>(), teams: new Map<string, Term>() };
  readonly #otherModes = new Map<string, Omit<Term, "id">>();

  constructor(names: Names) {
    this.#names = names;
  }

  /** Takes a name, and returns whether it is one of a mode or a team. */
  add(name: string): boolean {
    const { modeOf, teamOf } = this.#names;
    const mode = modeOf(name);
    const team = teamOf(name);
    const id = mode ?? team;
    if (id === undefined) return false;
    const terms = this.#found[mode === undefined ? "teams" : "modes"];
    terms.set(name, { name, id, count: (terms.get(name)?.count ?? 0) + 1 });
    return true;
  }

  /** Takes what stands where a mode does. */
  addMode(name: string): void {
    if (this.add(name) || !isFilled(name)) return;
    this.#otherModes.set(name, { name, count: (this.#otherModes.get(name)?.count ?? 0) + 1 });
  }

  result(): Pick<ResolvedLog, "modes" | "teams"> {
    const { modes, teams } = this.#found;
    return { modes: [...modes.values()], teams: [...teams.values()] };
  }

  otherModes(): ResolvedLog["otherModes"] {
    return [...this.#otherModes.values()];
  }
}

/** Counts names, and looks each up once. */
export class Tally {
  readonly #names: Names;
  readonly #found: Record<Collection, Map<string, ResolvedName | AbsentName>> = {
    heroes: new Map(),
    maps: new Map(),
  };
  /** Unknown names beyond the first hundred. */
  readonly #more = new Set<string>();
  #unknown = 0;

  constructor(names: Names) {
    this.#names = names;
  }

  add(collection: Collection, name: string, line: number): void {
    const known = this.#found[collection].get(name);
    if (known === undefined) this.#put(collection, name, placesOf(line));
    else addLine(known, line);
  }

  merge({ collection, name, ...places }: Guess): void {
    const known = this.#found[collection].get(name);
    if (known === undefined) {
      this.#put(collection, name, places);
      return;
    }
    const lines = new Set([...known.lines, ...places.lines]);
    known.count += places.count;
    known.lines = [...lines].sort((a, b) => a - b).slice(0, MOST_LINES);
    known.firstLine = known.lines[0] ?? known.firstLine;
  }

  /** In the order of the log. */
  result(): Pick<ResolvedLog, "names" | "moreUnknown" | "absent"> {
    const { heroes, maps } = this.#found;
    const all = [...heroes.values(), ...maps.values()].sort((a, b) => a.firstLine - b.firstLine);
    return {
      names: all.flatMap((name) => ("note" in name ? [] : [name])),
      moreUnknown: this.#more.size,
      absent: all.flatMap((name) => ("note" in name ? [name] : [])),
    };
  }

  #put(collection: Collection, name: string, places: Places): void {
    const { absentOf, nearest } = this.#names;
    const found = { name, collection };
    const known = this.#known(collection, name);
    const absent = known === undefined ? absentOf(name, collection) : undefined;
    const put = (one: ResolvedName | AbsentName) => this.#found[collection].set(name, one);
    if (known !== undefined) put({ ...found, ...known, ...places, nearest: [] });
    else if (absent !== undefined) {
      const id = absent.path.slice(collection.length + 1);
      put({ ...found, id, note: absent.note, ...places });
    } else if (this.#unknown === MOST_UNKNOWN) this.#more.add(name);
    else {
      this.#unknown += 1;
      const near = nearest(name, `${collection}/`).map(({ spelling, path }) => ({
        spelling,
        id: path.slice(collection.length + 1),
      }));
      put({ ...found, id: null, ...places, nearest: near });
    }
  }

  /** The id of the hero or map that a name means, with the variant or the stage of a map. */
  #known(collection: Collection, name: string) {
    const { heroes, maps, stageOf, variantOf } = this.#names;
    const hero = collection === "heroes" ? heroes.resolve(name) : undefined;
    if (collection === "heroes") return hero && { id: hero.id };
    const map = maps.resolve(name);
    const stage = stageOf(name);
    if (map === undefined) return stage && { id: stage.id, stage: stage.stage };
    const variant = variantOf(map, name);
    return { id: map.id, ...(variant === undefined ? {} : { variant }) };
  }
}
