import { fold } from "../../core/spelling/fold.ts";
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

/** Events that are of play alone. Turns begin in the setup, before the game counts time. */
const EVENTS_OF_PLAY: ReadonlySet<string> = new Set([
  "kill",
  "****", // a kill, where the client's filter of mature language is on
  "player_stat",
  "round_end",
  "match_end",
]);

/** One text for a name of a match: the first spelling of a team or a hero, a player's own name. */
type SameName = (kind: "map" | "team" | "player" | "hero", name: string) => string;

/** Finds the matches of a log, and how long each team played each hero. */
export class MatchFinder {
  readonly #ended: Match[] = [];
  readonly #names = new Map<string, string>();
  readonly #heroOf: (name: string) => string | undefined;
  #open: OpenMatch | undefined;

  /** `heroOf` gives the id of a hero, whose spellings are then one hero of a match. */
  constructor(heroOf: (name: string) => string | undefined = () => undefined) {
    this.#heroOf = heroOf;
  }

  /** Takes the next event, and the number of its line. */
  add(event: LogLine, line: number): void {
    if (event.positions === undefined) return;
    if (event.event === "match_start") {
      this.#end();
      this.#open = new OpenMatch(event, line, (kind, name) => this.#sameName(kind, name));
    } else this.#open?.add(event);
  }

  /** The matches. There are no more events. */
  matches(): Match[] {
    this.#end();
    return this.#ended;
  }

  /** A text that was cut out of a piece of the log keeps the whole piece in memory. */
  #sameName(kind: Parameters<SameName>[0], name: string): string {
    const id = kind === "hero" ? this.#heroOf(name) : undefined;
    const key = `${kind} ${kind === "player" ? name : (id ?? fold(name))}`;
    const known = this.#names.get(key);
    if (known === undefined) this.#names.set(key, name);
    return known ?? name;
  }

  #end(): void {
    if (this.#open !== undefined) this.#ended.push(this.#open.result());
    this.#open = undefined;
  }
}

class OpenMatch {
  readonly #line: number;
  readonly #start: number;
  readonly #map: string;
  readonly #teams: string[];
  readonly #sameName: SameName;
  readonly #byTime = new Turns();
  readonly #byClock = new Turns();
  /** Seconds as the mode counts them; NaN after an event whose time is masked. */
  #time = 0;
  /** Seconds by the times before the lines; NaN before an event of play. */
  #clock = Number.NaN;
  #hasEnd = false;

  constructor(event: LogLine, line: number, sameName: SameName) {
    this.#line = line;
    this.#start = event.clock();
    this.#sameName = sameName;
    this.#map = sameName("map", event.at(2));
    const teams = [4, 5].filter((place) => place < event.length);
    this.#teams = teams.map((place) => sameName("team", event.at(place)));
  }

  add(line: LogLine): void {
    const time = line.at(1);
    if (isMasked(time)) this.#time = Number.NaN;
    else if (Number(time) > (this.#time || 0)) this.#time = Number(time);
    const clock = Math.max(0, line.clock() - this.#start);
    const isPlay = EVENTS_OF_PLAY.has(line.event);
    if (this.#time === 0 && (isPlay || !Number.isNaN(this.#clock))) this.#clock = clock;
    if (line.event === "match_end") this.#hasEnd = true;
    else if (line.event === "player_stat") this.#count(line, clock);
    else if (line.event === "hero_spawn" || line.event === "hero_swap") this.#turn(line, clock);
  }

  result(): Match {
    const seconds = this.#time === 0 ? this.#clock : this.#time;
    const isByClock = this.#time === 0 && !Number.isNaN(this.#clock);
    const played = [...(isByClock ? this.#byClock : this.#byTime).end(seconds)];
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

  #count(line: LogLine, clock: number): void {
    const count = line.at(STAT_SECONDS);
    const seconds = isMasked(count) ? Number.NaN : Number(count) || 0;
    const player = this.#sameName("player", line.at(4));
    const hero = this.#sameName("hero", line.at(5));
    if (!isFilled(hero) || seconds <= 0) return;
    const played = { team: this.#sameName("team", line.at(3)), hero, seconds };
    this.#byTime.count(player, played, this.#time);
    this.#byClock.count(player, played, clock);
  }

  #turn(line: LogLine, clock: number): void {
    const team = this.#sameName("team", line.at(2));
    const player = this.#sameName("player", line.at(3));
    const hero = this.#sameName("hero", line.at(4));
    this.#byTime.begin(player, team, hero, this.#time);
    if (this.#time === 0) this.#byClock.begin(player, team, hero, clock);
  }
}

/** How long a player played a hero, for a team. Seconds that are not known are NaN, as sums are. */
type Played = { team: string; hero: string; seconds: number };

function keyOf(player: string, { team, hero }: Omit<Played, "seconds">): string {
  return [team, player, hero].join("\0");
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
  begin(player: string, team: string, hero: string, now: number): void {
    this.#end(player, now);
    if (!isFilled(hero)) return;
    const turn = { team, hero, seconds: 0 };
    const key = keyOf(player, turn);
    if (isMasked(player)) this.#played.set(key, { ...turn, seconds: Number.NaN });
    else this.#open.set(player, { key, turn, since: now });
  }

  /**
   * What the game itself has counted until now, which is better than what turns give. Counts come
   * at the ends of rounds, so later turns are added.
   */
  count(player: string, played: Played, now: number): void {
    const key = keyOf(player, played);
    this.#played.set(key, isMasked(player) ? { ...played, seconds: Number.NaN } : played);
    const open = this.#open.get(player);
    if (open?.key === key) open.since = now;
  }

  /** Ends all turns, and returns how long each player played each hero. */
  end(now: number): Iterable<Played> {
    for (const player of this.#open.keys()) this.#end(player, now);
    return this.#played.values();
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
