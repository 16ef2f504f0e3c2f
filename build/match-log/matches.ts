import type { LogEvent } from "./events.ts";

/** One match of a log. */
export type Match = {
  /** Number of the line that it starts in. */
  line: number;
  /** The map as the log writes it. */
  map: string;
  /** Seconds of play until the last event of the match. */
  seconds: number;
  /** Whether the log has the end of it. */
  hasEnd: boolean;
  teams: MatchTeam[];
};

/**
 * A team with its heroes as the log writes them, the longest played first; players of one hero are
 * added up.
 */
export type MatchTeam = { name: string; heroes: { name: string; seconds: number }[] };

/** Where `player_stat` has how long a hero was played: the last of its own columns. */
const STAT_SECONDS = 38;

/** Finds the matches of a log, and who played what for how long. */
export class MatchFinder {
  readonly #matches: OpenMatch[] = [];

  add({ known }: LogEvent, line: number): void {
    if (known === undefined) return;
    if (known[0]?.trim() === "match_start") this.#matches.push(new OpenMatch(trimmed(known), line));
    else this.#matches.at(-1)?.add(known);
  }

  matches(): Match[] {
    return this.#matches.map((match) => match.result());
  }
}

/** A stretch of time in which a player plays one hero. */
type Turn = { team: string; hero: string; since: number };

/** How long a player played a hero, for a team. */
type Played = { team: string; hero: string; seconds: number };

class OpenMatch {
  readonly #line: number;
  readonly #map: string;
  readonly #teams: string[];
  readonly #turns = new Map<string, Turn>();
  /** By player and hero. What the game itself counted stands above what spawns and swaps give. */
  readonly #counted = new Map<string, Played>();
  readonly #reckoned = new Map<string, Played>();
  #now = 0;
  #hasEnd = false;

  constructor([, , map = "", , ...teams]: readonly string[], line: number) {
    this.#line = line;
    this.#map = map;
    this.#teams = teams.slice(0, 2);
  }

  add(fields: readonly string[]): void {
    const [event = "", time] = fields;
    const now = Number(time);
    if (now > this.#now) this.#now = now;
    const name = event.trim();
    if (name === "match_end") this.#hasEnd = true;
    else if (name === "player_stat") this.#count(trimmed(fields));
    else if (name === "hero_spawn" || name === "hero_swap") this.#turn(trimmed(fields));
  }

  result(): Match {
    for (const [player, turn] of this.#turns) {
      this.#end(player, turn);
      turn.since = this.#now;
    }
    const played = this.#counted.size > 0 ? this.#counted : this.#reckoned;
    const names = new Set([...this.#teams, ...[...played.values()].map(({ team }) => team)]);
    return {
      line: this.#line,
      map: this.#map,
      seconds: this.#now,
      hasEnd: this.#hasEnd,
      teams: [...names].map((name) => ({
        name,
        heroes: summed([...played.values()].filter(({ team }) => team === name)),
      })),
    };
  }

  /** Counts of a player and a hero grow from round to round; the last is the whole. */
  #count(fields: readonly string[]): void {
    const [, , , team = "", player = "", hero = ""] = fields;
    const seconds = Number(fields[STAT_SECONDS]);
    if (hero !== "" && hero !== "0" && seconds > 0)
      this.#counted.set(`${player}\0${hero}`, { team, hero, seconds });
  }

  #turn([, , team = "", player = "", hero = ""]: readonly string[]): void {
    const turn = this.#turns.get(player);
    if (turn !== undefined) this.#end(player, turn);
    if (hero !== "" && hero !== "0") this.#turns.set(player, { team, hero, since: this.#now });
  }

  #end(player: string, { team, hero, since }: Turn): void {
    const key = `${player}\0${hero}`;
    const seconds = (this.#reckoned.get(key)?.seconds ?? 0) + this.#now - since;
    if (seconds > 0) this.#reckoned.set(key, { team, hero, seconds });
  }
}

function trimmed(fields: readonly string[]): string[] {
  return fields.map((field) => field.trim());
}

/** Each hero once, the longest played first. */
function summed(played: readonly Played[]): MatchTeam["heroes"] {
  const seconds = new Map<string, number>();
  for (const { hero, seconds: own } of played) seconds.set(hero, (seconds.get(hero) ?? 0) + own);
  return [...seconds]
    .map(([name, own]) => ({ name, seconds: Math.round(own) }))
    .sort((a, b) => b.seconds - a.seconds);
}
