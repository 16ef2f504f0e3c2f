import { type Collection, isFilled, type LogLine } from "./log-line.ts";

/** Where a log has a name. */
export type Places = {
  count: number;
  /** Number of the first line that has it. */
  firstLine: number;
  /** The numbers of the first lines that have it, at most 100. */
  lines: number[];
};

/** A name in an event of another mode. */
export type Guess = Places & { collection: Collection; name: string };

/** One column of the events of one kind. */
type Column = { guesses: Map<string, Guess>; others: Set<string> };

/** How many fields and columns are remembered, and how many other values of a column. */
const MOST_FIELDS = 10_000;
const MOST_COLUMNS = 1_000;
const MOST_OTHERS = 100;

/** How many line numbers are kept of each name. */
export const MOST_LINES = 100;

/** Fields that are not names: numbers, positions, and truth values. */
const NUMBER = /^\(?-?\d+(?:[.:]\d|$)|^(?:true|false)$/i;

/** A word that names an event: `duel_won`, `FinalBlow`, `HERO_SWITCH`. */
const EVENT_WORD = /^(?:[A-Za-z]+(?:_[A-Za-z0-9]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)+)$/;

/**
 * Finds names in the events of other modes, whose positions are not known: a field is a name where
 * it is spelled as one. Players may be called like heroes, so a column that has more other names
 * than heroes has players.
 */
export class Guesses {
  readonly #identify: (name: string) => Collection | undefined;
  readonly #known = new Map<string, Collection | null>();
  readonly #columns = new Map<string, Column>();

  constructor(identify: (name: string) => Collection | undefined) {
    this.#identify = identify;
  }

  /** Takes an event of another mode, and the number of its line. */
  add(event: LogLine, line: number): void {
    const kind = kindOf(event);
    for (let place = 0; place < event.length; place += 1) {
      const field = event.at(place);
      if (!isFilled(field) || NUMBER.test(field)) continue;
      const column = this.#columnOf(`${kind} ${place}`);
      const collection = this.#guess(field);
      if (collection !== null) {
        const known = column.guesses.get(field);
        if (known !== undefined) addLine(known, line);
        else column.guesses.set(field, { collection, name: field, ...placesOf(line) });
      } else if (column.others.size < MOST_OTHERS) column.others.add(field);
    }
  }

  /** The names, without those of the log's players. */
  names(players: ReadonlySet<string>): Guess[] {
    const columns = [...this.#columns.values()].filter(({ guesses }) => guesses.size > 0);
    const isOfPlayers = ({ guesses, others }: Column) => others.size >= guesses.size;
    const namesIn = ({ guesses }: Column) => [...guesses.keys()];
    const called = new Set([...players, ...columns.filter(isOfPlayers).flatMap(namesIn)]);
    return columns
      .filter((column) => !isOfPlayers(column) && !namesIn(column).every((one) => called.has(one)))
      .flatMap(({ guesses }) => [...guesses.values()]);
  }

  #columnOf(key: string): Column {
    const column = this.#columns.get(key) ?? { guesses: new Map(), others: new Set() };
    if (this.#columns.size < MOST_COLUMNS) this.#columns.set(key, column);
    return column;
  }

  /** What a field may name; null for nothing. */
  #guess(field: string): Collection | null {
    const known = this.#known.get(field);
    if (known !== undefined) return known;
    const guess = this.#identify(field) ?? null;
    if (this.#known.size < MOST_FIELDS) this.#known.set(field, guess);
    return guess;
  }
}

/** Events of one kind have as many fields, and the same word among the first two. */
function kindOf(event: LogLine): string {
  const word = [event.at(0), event.at(1)].find((field) => EVENT_WORD.test(field));
  return `${event.length} ${word ?? ""}`;
}

/** The places of a name that a line has first. */
export function placesOf(line: number): Places {
  return { count: 1, firstLine: line, lines: [line] };
}

/** Counts a name once more, in the same line or a later one. */
export function addLine(places: Places, line: number): void {
  places.count += 1;
  if (places.lines.length < MOST_LINES && places.lines.at(-1) !== line) places.lines.push(line);
}
