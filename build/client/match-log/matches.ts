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
 * A team with its heroes as the log writes them, the longest played first: of all players, whose
 * seconds are added up, and of each. They are null where one of them is not known.
 */
export type MatchTeam = {
  name: string;
  heroes: PlayedHero[];
  players: { name: string; heroes: PlayedHero[] }[];
};

type PlayedHero = { name: string; seconds: number | null };

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

/**
 * Finds the matches of a log, and how long each team played each hero. `heroOf` gives the id of a
 * hero, whose spellings are then one hero of a match.
 */
export function createMatchFinder(heroOf?: (name: string) => string | undefined) {
  const ended: Match[] = [];
  const names = new Map<string, string>();
  let open: ReturnType<typeof openMatch> | undefined;
  /** A text that was cut out of a piece of the log keeps the whole piece in memory. */
  const sameName: SameName = (kind, name) => {
    const id = kind === "hero" ? heroOf?.(name) : undefined;
    const key = `${kind} ${kind === "player" ? name : (id ?? fold(name))}`;
    const known = names.get(key);
    if (known === undefined) names.set(key, name);
    return known ?? name;
  };
  const end = () => {
    if (open !== undefined) ended.push(open.result());
    open = undefined;
  };
  return {
    /** Takes the next event, and the number of its line. */
    add(event: LogLine, line: number): void {
      if (event.positions === undefined) return;
      if (event.event === "match_start") {
        end();
        open = openMatch(event, line, sameName);
      } else open?.add(event);
    },
    /** The matches. There are no more events. */
    matches(): Match[] {
      end();
      return ended;
    },
  };
}

function openMatch(start: LogLine, line: number, sameName: SameName) {
  const map = sameName("map", start.at(2));
  const places = [4, 5].filter((place) => place < start.length);
  const teams = places.map((place) => sameName("team", start.at(place)));
  const byTime = createTurns();
  const byClock = createTurns();
  /** Seconds as the mode counts them; NaN after an event whose time is masked. */
  let time = 0;
  /** Seconds by the times before the lines; NaN before an event of play. */
  let playClock = Number.NaN;
  let hasEnd = false;

  const count = (event: LogLine, clock: number) => {
    const counted = event.at(STAT_SECONDS);
    const seconds = isMasked(counted) ? Number.NaN : Number(counted) || 0;
    const player = sameName("player", event.at(4));
    const hero = sameName("hero", event.at(5));
    if (!isFilled(hero) || seconds <= 0) return;
    const played = { player, team: sameName("team", event.at(3)), hero, seconds };
    byTime.count(played, time);
    byClock.count(played, clock);
  };
  const turn = (event: LogLine, clock: number) => {
    const team = sameName("team", event.at(2));
    const player = sameName("player", event.at(3));
    const hero = sameName("hero", event.at(4));
    byTime.begin(player, team, hero, time);
    if (time === 0) byClock.begin(player, team, hero, clock);
  };
  return {
    add(event: LogLine): void {
      const at = event.at(1);
      if (isMasked(at)) time = Number.NaN;
      else if (Number(at) > (time || 0)) time = Number(at);
      const clock = Math.max(0, event.clock() - start.clock());
      const isPlay = EVENTS_OF_PLAY.has(event.event);
      if (time === 0 && (isPlay || !Number.isNaN(playClock))) playClock = clock;
      if (event.event === "match_end") hasEnd = true;
      else if (event.event === "player_stat") count(event, clock);
      else if (event.event === "hero_spawn" || event.event === "hero_swap") turn(event, clock);
    },
    result(): Match {
      const seconds = time === 0 ? playClock : time;
      const isByClock = time === 0 && !Number.isNaN(playClock);
      const played = [...(isByClock ? byClock : byTime).end(seconds)];
      const names = new Set([...teams, ...played.map(({ team }) => team)]);
      return {
        line,
        map,
        seconds: Number.isNaN(seconds) ? null : seconds,
        hasEnd,
        teams: [...names].map((name) => {
          const own = played.filter(({ team }) => team === name);
          const players = [...new Set(own.map(({ player }) => player))];
          return {
            name,
            heroes: sumByHero(own),
            players: players.map((player) => ({
              name: player,
              heroes: sumByHero(own.filter((one) => one.player === player)),
            })),
          };
        }),
      };
    },
  };
}

/** How long a player played a hero, for a team. Seconds that are not known are NaN, as sums are. */
type Played = { player: string; team: string; hero: string; seconds: number };

function keyOf({ team, player, hero }: Played): string {
  return [team, player, hero].join("\0");
}

/**
 * The turns of players, each with one hero until the next turn. Times are seconds of one clock,
 * NaN where they are masked; a turn that begins or ends then has no known length, and neither has
 * one of a player whose name is masked.
 */
function createTurns() {
  const open = new Map<string, { key: string; turn: Played; since: number }>();
  /** By team, player and hero. */
  const played = new Map<string, Played>();
  const endTurn = (player: string, now: number) => {
    const ending = open.get(player);
    if (ending === undefined) return;
    open.delete(player);
    const { key, turn, since } = ending;
    const seconds = (played.get(key) ?? turn).seconds + now - since;
    if (seconds !== 0) played.set(key, { ...turn, seconds });
  };
  return {
    /** A player begins to play a hero, or none where the log has none. */
    begin(player: string, team: string, hero: string, now: number): void {
      endTurn(player, now);
      if (!isFilled(hero)) return;
      const turn = { player, team, hero, seconds: 0 };
      const key = keyOf(turn);
      if (isMasked(player)) played.set(key, { ...turn, seconds: Number.NaN });
      else open.set(player, { key, turn, since: now });
    },
    /**
     * What the game itself has counted until now, which is better than what turns give. Counts come
     * at the ends of rounds, so later turns are added.
     */
    count(counted: Played, now: number): void {
      const { player } = counted;
      const key = keyOf(counted);
      played.set(key, isMasked(player) ? { ...counted, seconds: Number.NaN } : counted);
      const turn = open.get(player);
      if (turn?.key === key) turn.since = now;
    },
    /** Ends all turns, and returns how long each player played each hero. */
    end(now: number): Iterable<Played> {
      for (const player of open.keys()) endTurn(player, now);
      return played.values();
    },
  };
}

/** Each hero once, the longest played first, then those whose time is not known. */
function sumByHero(played: readonly Played[]): PlayedHero[] {
  const sums = new Map<string, number>();
  for (const { hero, seconds } of played) sums.set(hero, (sums.get(hero) ?? 0) + seconds);
  return [...sums]
    .map(([name, sum]) => ({ name, seconds: Number.isNaN(sum) ? null : Math.round(sum) }))
    .sort((a, b) => (b.seconds ?? -1) - (a.seconds ?? -1));
}
