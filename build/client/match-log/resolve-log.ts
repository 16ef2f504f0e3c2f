import type { Names } from "../names.ts";
import { type Collection, isFilled, type LogLine, readLogLine } from "./log-line.ts";

/** A name as the log writes it, and what it resolves to. */
export type ResolvedName = {
  name: string;
  collection: Collection;
  /** Id of the hero or map; null where the name does not resolve. */
  id: string | null;
  /** Id of the variant that a map's name means. */
  variant?: string;
  count: number;
  /** Number of the first line that has it. */
  firstLine: number;
  /** The numbers of the first lines that have it, at most 100. */
  lines: number[];
  /** The spellings nearest to a name that does not resolve. */
  nearest: { spelling: string; id: string }[];
};

/** What a log holds: the numbers of its lines and events, and its names. */
export type ResolvedLog = { lines: number; events: number; names: ResolvedName[] };

/** How many line numbers are kept of each name. */
const MOST_LINES = 100;

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

/** Resolves the names of a log line by line, as `resolveLog` does. */
export class LogResolver {
  readonly #names: Names;
  readonly #found: Tally;
  readonly #guessed: Tally;
  readonly #players = new Set<string>();
  readonly #guesses = new Map<string, Collection | null>();
  #lines = 0;
  #events = 0;

  constructor(names: Names) {
    this.#names = names;
    this.#found = new Tally(names);
    this.#guessed = new Tally(names);
  }

  /** How many lines there were so far. */
  get lines(): number {
    return this.#lines;
  }

  /** Takes the next line, and returns it as an event; undefined where it is none. */
  add(line: string): LogLine | undefined {
    this.#lines += 1;
    const event = readLogLine(line);
    if (event === undefined) return undefined;
    this.#events += 1;
    if (event.positions === undefined) this.#addGuesses(event);
    else {
      for (const place of event.positions.players) {
        const player = event.at(place);
        if (isFilled(player)) this.#players.add(player);
      }
      this.#addNames("heroes", event.positions.heroes, event);
      this.#addNames("maps", event.positions.maps, event);
    }
    return event;
  }

  #addNames(collection: Collection, places: readonly number[], event: LogLine): void {
    for (const place of places) {
      const name = event.at(place);
      if (isFilled(name)) this.#found.add(collection, name, this.#lines);
    }
  }

  #addGuesses(event: LogLine): void {
    for (let place = 0; place < event.length; place += 1) {
      const field = event.at(place);
      const collection = isFilled(field) ? this.#guess(field) : null;
      if (collection !== null) this.#guessed.add(collection, field, this.#lines);
    }
  }

  /** Whether a player of the log has this name. */
  isPlayer(name: string): boolean {
    return this.#players.has(name);
  }

  result(): ResolvedLog {
    for (const name of this.#guessed.names())
      if (!this.#players.has(name.name)) this.#found.merge(name);
    this.#guessed.clear();
    return { lines: this.#lines, events: this.#events, names: this.#found.names() };
  }

  /** What a field of an unknown event may name; null for nothing. Guesses are remembered. */
  #guess(field: string): Collection | null {
    const known = this.#guesses.get(field);
    if (known !== undefined) return known;
    if (NUMBER.test(field)) return null;
    const { heroes, maps } = this.#names;
    const isHero = heroes.resolve(field) !== undefined;
    const guess = isHero ? "heroes" : maps.resolve(field) === undefined ? null : "maps";
    if (this.#guesses.size < MOST_GUESSES) this.#guesses.set(field, guess);
    return guess;
  }
}

/** How many guesses are remembered. */
const MOST_GUESSES = 10_000;

/** Fields that are not names: numbers with a fraction, and positions. */
const NUMBER = /^\(?-?\d+\.\d/;

/** Counts names, and looks each up once. */
class Tally {
  readonly #names: Names;
  readonly #found: Record<Collection, Map<string, ResolvedName>> = {
    heroes: new Map(),
    maps: new Map(),
  };

  constructor(names: Names) {
    this.#names = names;
  }

  add(collection: Collection, name: string, line: number): void {
    const known = this.#found[collection].get(name);
    if (known === undefined) {
      const first = { count: 1, firstLine: line, lines: [line] };
      this.#found[collection].set(name, { ...this.#resolve(collection, name), ...first });
      return;
    }
    known.count += 1;
    if (known.lines.length < MOST_LINES && known.lines.at(-1) !== line) known.lines.push(line);
  }

  merge(other: ResolvedName): void {
    const known = this.#found[other.collection].get(other.name);
    if (known === undefined) {
      this.#found[other.collection].set(other.name, other);
      return;
    }
    known.count += other.count;
    known.firstLine = Math.min(known.firstLine, other.firstLine);
    known.lines = [...new Set([...known.lines, ...other.lines])]
      .sort((a, b) => a - b)
      .slice(0, MOST_LINES);
  }

  /** In the order of the log. */
  names(): ResolvedName[] {
    const { heroes, maps } = this.#found;
    return [...heroes.values(), ...maps.values()].sort((a, b) => a.firstLine - b.firstLine);
  }

  clear(): void {
    this.#found.heroes.clear();
    this.#found.maps.clear();
  }

  #resolve(
    collection: Collection,
    name: string,
  ): Omit<ResolvedName, "count" | "firstLine" | "lines"> {
    const lookup = this.#names[collection];
    const id = lookup.resolve(name)?.id ?? null;
    if (id === null) return { name, collection, id, nearest: lookup.nearest(name) };
    const [meaning] = this.#names
      .meanings(name)
      .filter(({ path }) => path === `${collection}/${id}`);
    const variant = meaning?.variant === undefined ? {} : { variant: meaning.variant };
    return { name, collection, id, ...variant, nearest: [] };
  }
}
