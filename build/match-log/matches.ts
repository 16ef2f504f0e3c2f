import { isFilled, type LogLine } from "./events.ts";

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
  readonly #ended: Match[] = [];
  readonly #names = new Map<string, string>();
  #open: OpenMatch | undefined;

  /** Takes the next event, and the number of its line. */
  add(event: LogLine, line: number): void {
    if (event.positions === undefined) return;
    if (event.event === "match_start") {
      this.#end();
      this.#open = new OpenMatch(event, line, (name) => this.#sameName(name));
    } else this.#open?.add(event);
  }

  /** The matches; the log has no more events. */
  matches(): Match[] {
    this.#end();
    return this.#ended;
  }

  /**
   * The same text for the same name, however many matches have it: each time that a name is cut out
   * of a piece of the log it would keep the whole piece.
   */
  #sameName(name: string): string {
    const known = this.#names.get(name);
    if (known === undefined) this.#names.set(name, name);
    return known ?? name;
  }

  #end(): void {
    if (this.#open !== undefined) this.#ended.push(this.#open.result());
    this.#open = undefined;
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
  readonly #sameName: (name: string) => string;
  readonly #turns = new Map<string, Turn>();
  /** By player and hero. What the game itself counted stands above what spawns and swaps give. */
  readonly #counted = new Map<string, Played>();
  readonly #reckoned = new Map<string, Played>();
  #now = 0;
  #hasEnd = false;

  constructor(event: LogLine, line: number, sameName: (name: string) => string) {
    this.#line = line;
    this.#sameName = sameName;
    this.#map = sameName(event.at(2));
    const teams = [4, 5].filter((place) => place < event.length);
    this.#teams = teams.map((place) => sameName(event.at(place)));
  }

  add(line: LogLine): void {
    const now = Number(line.at(1));
    if (now > this.#now) this.#now = now;
    if (line.event === "match_end") this.#hasEnd = true;
    else if (line.event === "player_stat") this.#count(line);
    else if (line.event === "hero_spawn" || line.event === "hero_swap") this.#turn(line);
  }

  result(): Match {
    for (const [player, turn] of this.#turns) this.#end(player, turn);
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
  #count(line: LogLine): void {
    const [team, player, hero] = [line.at(3), line.at(4), line.at(5)];
    const seconds = Number(line.at(STAT_SECONDS));
    if (isFilled(hero) && seconds > 0)
      this.#counted.set(`${player}\0${hero}`, this.#played(team, hero, seconds));
  }

  #turn(line: LogLine): void {
    const [team, player, hero] = [line.at(2), line.at(3), line.at(4)];
    const turn = this.#turns.get(player);
    if (turn !== undefined) this.#end(player, turn);
    if (isFilled(hero)) this.#turns.set(player, { team, hero, since: this.#now });
  }

  #end(player: string, { team, hero, since }: Turn): void {
    const key = `${player}\0${hero}`;
    const seconds = (this.#reckoned.get(key)?.seconds ?? 0) + this.#now - since;
    if (seconds > 0) this.#reckoned.set(key, this.#played(team, hero, seconds));
  }

  #played(team: string, hero: string, seconds: number): Played {
    return { team: this.#sameName(team), hero: this.#sameName(hero), seconds };
  }
}

/** Each hero once, the longest played first. */
function summed(played: readonly Played[]): MatchTeam["heroes"] {
  const seconds = new Map<string, number>();
  for (const { hero, seconds: own } of played) seconds.set(hero, (seconds.get(hero) ?? 0) + own);
  return [...seconds]
    .map(([name, own]) => ({ name, seconds: Math.round(own) }))
    .sort((a, b) => b.seconds - a.seconds);
}
