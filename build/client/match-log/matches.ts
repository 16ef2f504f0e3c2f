import { isFilled, isMasked, type LogLine } from "./log-line.ts";

/** One match of a log. */
export type Match = {
  /** Number of the line that it starts in. */
  line: number;
  /** The map as the log writes it. */
  map: string;
  /**
   * Seconds of play until the last event of the match; null where its time is masked. Versions of
   * the mode of 2023 counted none; then the times before the lines count.
   */
  seconds: number | null;
  /** Whether the log has the match's end. */
  hasEnd: boolean;
  teams: MatchTeam[];
};

/**
 * A team with its heroes as the log writes them, the longest played first. The seconds of all
 * players of a hero are added up; they are null where one of them is not known.
 */
export type MatchTeam = { name: string; heroes: { name: string; seconds: number | null }[] };

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

/** How long a player played a hero, for a team. Seconds that are not known are NaN, as sums are. */
type Played = { team: string; hero: string; seconds: number };

/** What the game counted, and what it had counted when it was last not masked. */
type Count = Played & { atLeast: number };

/** A count, or where it is masked the turns of the player, if they can be right. */
function completed(count: Count, turns: Played | undefined): Played {
  const isRight = turns !== undefined && (turns.seconds || 0) >= count.atLeast;
  return Number.isNaN(count.seconds) && isRight ? turns : count;
}

function keyOf(team: string, player: string, hero: string): string {
  return [team, player, hero].join("\0");
}

class OpenMatch {
  readonly #line: number;
  readonly #start: number;
  readonly #map: string;
  readonly #teams: string[];
  readonly #sameName: (name: string) => string;
  /** What the game itself counted, by player and hero. It is better than what turns give. */
  readonly #counted = new Map<string, Count>();
  readonly #byTime = new Turns();
  readonly #byClock = new Turns();
  /** Seconds as the mode counts them; NaN after an event whose time is masked. */
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
    const time = line.at(1);
    if (isMasked(time)) this.#time = Number.NaN;
    else if (Number(time) > (this.#time || 0)) this.#time = Number(time);
    this.#untimed = this.#time === 0 ? line : undefined;
    if (line.event === "match_end") this.#hasEnd = true;
    else if (line.event === "player_stat") this.#count(line);
    else if (line.event === "hero_spawn" || line.event === "hero_swap") this.#turn(line);
  }

  result(): Match {
    const isTimed = this.#time !== 0;
    const seconds = isTimed ? this.#time : this.#clock();
    const turns = (isTimed ? this.#byTime : this.#byClock).end(seconds);
    const played =
      this.#counted.size === 0
        ? [...turns.values()]
        : [...this.#counted].map(([key, count]) => completed(count, turns.get(key)));
    const names = new Set([...this.#teams, ...played.map(({ team }) => team)]);
    return {
      line: this.#line,
      map: this.#map,
      seconds: Number.isNaN(seconds) ? null : seconds,
      hasEnd: this.#hasEnd,
      teams: [...names].map((name) => ({
        name,
        heroes: sumByHero(played.filter(({ team }) => team === name)),
      })),
    };
  }

  /**
   * The counts of a player and a hero grow from round to round, so the last one is taken. Where
   * that is masked, an earlier one is too small, and the turns of the player count.
   */
  #count(line: LogLine): void {
    const team = line.at(3);
    const player = line.at(4);
    const hero = this.#sameName(line.at(5));
    const count = line.at(STAT_SECONDS);
    const seconds = isMasked(count) ? Number.NaN : Number(count) || 0;
    if (!isFilled(hero) || seconds <= 0) return;
    const key = keyOf(team, player, hero);
    const atLeast = seconds || (this.#counted.get(key)?.atLeast ?? 0);
    this.#counted.set(key, { team: this.#sameName(team), hero, seconds, atLeast });
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

/**
 * The turns of players, each with one hero until the next turn. Times are seconds of one clock,
 * NaN where they are masked; a turn that begins or ends then has no known length, and neither has
 * one of a player whose name is masked.
 */
class Turns {
  readonly #open = new Map<string, { key: string; turn: Played; since: number }>();
  /** By team, player and hero. */
  readonly #played = new Map<string, Played>();

  /** A player begins to play a hero, or none where the log has none. */
  begin(player = "", team = "", hero = "", now = 0): void {
    this.#end(player, now);
    if (!isFilled(hero)) return;
    const key = keyOf(team, player, hero);
    if (isMasked(player)) this.#played.set(key, { team, hero, seconds: Number.NaN });
    else this.#open.set(player, { key, turn: { team, hero, seconds: 0 }, since: now });
  }

  /** Ends all turns, and returns how long each player played each hero. */
  end(now: number): ReadonlyMap<string, Played> {
    for (const player of this.#open.keys()) this.#end(player, now);
    return this.#played;
  }

  #end(player: string, now: number): void {
    const open = this.#open.get(player);
    if (open === undefined) return;
    this.#open.delete(player);
    const { key, turn, since } = open;
    const seconds = (this.#played.get(key) ?? turn).seconds + now - since;
    if (seconds !== 0) this.#played.set(key, { ...turn, seconds });
  }
}

/** Each hero once, the longest played first, then those whose time is not known. */
function sumByHero(played: readonly Played[]): MatchTeam["heroes"] {
  const sums = new Map<string, number>();
  for (const { hero, seconds } of played) sums.set(hero, (sums.get(hero) ?? 0) + seconds);
  return [...sums]
    .map(([name, sum]) => ({ name, seconds: Number.isNaN(sum) ? null : Math.round(sum) }))
    .sort((a, b) => (b.seconds ?? -1) - (a.seconds ?? -1));
}
