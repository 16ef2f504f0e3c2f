import type { Names } from "../data/names.ts";
import { type Collection, parseLogLine } from "./events.ts";

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
  /** What a name that does not resolve may have meant. */
  nearest: { spelling: string; id: string }[];
};

/** What a log says. */
export type ResolvedLog = { lines: number; events: number; names: ResolvedName[] };

/**
 * Resolves every name of a hero or map. In the events that are known the position tells what a field is, so that a player
 * called Ana is none; in others a field is a name where it is spelled exactly as one, and no player is called so.
 */
export async function resolveLog(
  lines: AsyncIterable<string> | Iterable<string>,
  names: Names,
): Promise<ResolvedLog> {
  const found = new Tally(names);
  const guessed = new Tally(names);
  const players = new Set<string>();
  const log = { lines: 0, events: 0 };
  for await (const line of lines) {
    log.lines += 1;
    const event = parseLogLine(line);
    if (event === undefined) continue;
    log.events += 1;
    for (const player of event.players) players.add(player);
    for (const { collection, name } of event.names) found.add(collection, name, log.lines);
    for (const field of event.fields) {
      if (names.heroes.resolve(field) !== undefined) guessed.add("heroes", field, log.lines);
      else if (names.maps.resolve(field) !== undefined) guessed.add("maps", field, log.lines);
    }
  }
  for (const { collection, name, firstLine, count } of guessed.names()) {
    if (!players.has(name)) found.add(collection, name, firstLine, count);
  }
  return { ...log, names: found.names() };
}

/** Counts names, and looks each up once. */
class Tally {
  readonly #names: Names;
  readonly #found = new Map<string, ResolvedName>();

  constructor(names: Names) {
    this.#names = names;
  }

  add(collection: Collection, name: string, line: number, count = 1): void {
    const key = `${collection}/${name}`;
    const known = this.#found.get(key);
    if (known === undefined)
      this.#found.set(key, { ...this.#resolve(collection, name), count, firstLine: line });
    else {
      known.count += count;
      known.firstLine = Math.min(known.firstLine, line);
    }
  }

  /** In the order of the log. */
  names(): ResolvedName[] {
    return [...this.#found.values()].sort((a, b) => a.firstLine - b.firstLine);
  }

  #resolve(collection: Collection, name: string): Omit<ResolvedName, "count" | "firstLine"> {
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
