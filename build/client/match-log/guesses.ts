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
export function createGuesses(identify: (name: string) => Collection | undefined) {
  const known = new Map<string, Collection | undefined>();
  const columns = new Map<string, Column>();
  const columnOf = (key: string) => {
    const column = columns.get(key) ?? { guesses: new Map(), others: new Set() };
    if (columns.size < MOST_COLUMNS) columns.set(key, column);
    return column;
  };
  /** What a field may name. */
  const guess = (field: string) => {
    if (known.has(field)) return known.get(field);
    const guessed = identify(field);
    if (known.size < MOST_FIELDS) known.set(field, guessed);
    return guessed;
  };
  return {
    /** Takes an event of another mode, and the number of its line. */
    add(event: LogLine, line: number): void {
      const kind = kindOf(event);
      for (let place = 0; place < event.length; place += 1) {
        const field = event.at(place);
        if (!isFilled(field) || NUMBER.test(field)) continue;
        const { guesses, others } = columnOf(`${kind} ${place}`);
        const collection = guess(field);
        if (collection !== undefined) {
          const earlier = guesses.get(field);
          if (earlier !== undefined) addLine(earlier, line);
          else guesses.set(field, { collection, name: field, ...placesOf(line) });
        } else if (others.size < MOST_OTHERS) others.add(field);
      }
    },
    /** The names, without those of the log's players. */
    names(players: ReadonlySet<string>): Guess[] {
      const named = [...columns.values()].filter(({ guesses }) => guesses.size > 0);
      const isOfPlayers = ({ guesses, others }: Column) => others.size >= guesses.size;
      const namesIn = ({ guesses }: Column) => [...guesses.keys()];
      const called = new Set([...players, ...named.filter(isOfPlayers).flatMap(namesIn)]);
      return named
        .filter(
          (column) => !isOfPlayers(column) && !namesIn(column).every((one) => called.has(one)),
        )
        .flatMap(({ guesses }) => [...guesses.values()]);
    },
  };
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
