import { isFilled, type LogLine } from "./log-line.ts";

/** One match of a log. */
export type Match = {
  /** Number of the line that it starts in. */
  line: number;
  /** The map as the log writes it. */
  map: string;
  /**
   * Seconds of play until the last event of the match. Versions of the mode of 2023 counted none;
   * then the times before the lines count.
   */
  seconds: number;
  /** Whether the log has the match's end. */
  hasEnd: boolean;
  teams: MatchTeam[];
};

/**
 * A team with its heroes as the log writes them, the longest played first. The seconds of all
 * players of a hero are added up.
 */
export type MatchTeam = { name: string; heroes: { name: string; seconds: number }[] };

/** The field of `player_stat` that holds how long a hero was played. It is the mode's last one. */
const STAT_SECONDS = 38;

/** Finds the matches of a log, and how long each team played each hero. */
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

  /** The matches. There are no more events. */
  matches(): Match[] {
    this.#end();
    return this.#ended;
  }

  /**
   * One text object for each name. A text that was cut out of a piece of the log keeps the whole
   * piece in memory.
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

/** How long a player played a hero, for a team. */
type Played = { team: string; hero: string; seconds: number };

class OpenMatch {
  readonly #line: number;
  readonly #start: number;
  readonly #map: string;
  readonly #teams: string[];
  readonly #sameName: (name: string) => string;
  /** What the game itself counted, by player and hero. It is better than what turns give. */
  readonly #counted = new Map<string, Played>();
  readonly #byTime = new Turns();
  readonly #byClock = new Turns();
  /** Seconds as the mode counts them. */
  #time = 0;
  /** The last event, while the mode has counted no seconds. */
  #untimed: LogLine | undefined;
  #hasEnd = false;

  constructor(event: LogLine, line: number, sameName: (name: string) => string) {
    this.#line = line;
    this.#start = event.clock();
    this.#sameName = sameName;
    this.#map = sameName(event.at(2));
    const teams = [4, 5].filter((place) => place < event.length);
    this.#teams = teams.map((place) => sameName(event.at(place)));
  }

  add(line: LogLine): void {
    const time = Number(line.at(1));
    if (time > this.#time) this.#time = time;
    this.#untimed = this.#time === 0 ? line : undefined;
    if (line.event === "match_end") this.#hasEnd = true;
    else if (line.event === "player_stat") this.#count(line);
    else if (line.event === "hero_spawn" || line.event === "hero_swap") this.#turn(line);
  }

  result(): Match {
    const seconds = this.#time || this.#clock();
    const turns = this.#time > 0 ? this.#byTime : this.#byClock;
    const played = [...(this.#counted.size > 0 ? this.#counted.values() : turns.end(seconds))];
    const names = new Set([...this.#teams, ...played.map(({ team }) => team)]);
    return {
      line: this.#line,
      map: this.#map,
      seconds,
      hasEnd: this.#hasEnd,
      teams: [...names].map((name) => ({
        name,
        heroes: sumByHero(played.filter(({ team }) => team === name)),
      })),
    };
  }

  /** The counts of a player and a hero grow from round to round, so the last one is taken. */
  #count(line: LogLine): void {
    const [team, player, hero] = [line.at(3), line.at(4), this.#sameName(line.at(5))];
    const seconds = Number(line.at(STAT_SECONDS));
    if (isFilled(hero) && seconds > 0)
      this.#counted.set(`${player}\0${hero}`, { team: this.#sameName(team), hero, seconds });
  }

  #turn(line: LogLine): void {
    const [team, player, hero] = [2, 3, 4].map((place) => this.#sameName(line.at(place)));
    this.#byTime.begin(player, team, hero, this.#time);
    if (this.#time === 0) this.#byClock.begin(player, team, hero, this.#clock());
  }

  /** Seconds by the times before the lines. */
  #clock(): number {
    return Math.max(0, (this.#untimed?.clock() ?? 0) - this.#start);
  }
}

/** The turns of players, each with one hero until the next turn. Times are seconds of one clock. */
class Turns {
  readonly #open = new Map<string, { team: string; hero: string; since: number }>();
  /** By player and hero. */
  readonly #played = new Map<string, Played>();

  /** A player begins to play a hero, or none where `hero` is empty or 0. */
  begin(player = "", team = "", hero = "", now = 0): void {
    this.#end(player, now);
    if (isFilled(hero)) this.#open.set(player, { team, hero, since: now });
  }

  /** Ends all turns, and returns how long each hero was played. */
  end(now: number): Iterable<Played> {
    for (const player of this.#open.keys()) this.#end(player, now);
    return this.#played.values();
  }

  #end(player: string, now: number): void {
    const turn = this.#open.get(player);
    if (turn === undefined) return;
    this.#open.delete(player);
    const { team, hero, since } = turn;
    const key = `${player}\0${hero}`;
    const seconds = (this.#played.get(key)?.seconds ?? 0) + now - since;
    if (seconds > 0) this.#played.set(key, { team, hero, seconds });
  }
}

/** Each hero once, the longest played first. */
function sumByHero(played: readonly Played[]): MatchTeam["heroes"] {
  const seconds = new Map<string, number>();
  for (const { hero, seconds: own } of played) seconds.set(hero, (seconds.get(hero) ?? 0) + own);
  return [...seconds]
    .map(([name, own]) => ({ name, seconds: Math.round(own) }))
    .sort((a, b) => b.seconds - a.seconds);
}
