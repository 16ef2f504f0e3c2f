/*
 * full: the whole game as of one patch (this file), made once from states. Each value has its unit,
 * origin, note and gap (heroes.ts, maps.ts), each change its effect and words (patches.ts), each
 * thing all its states (histories.ts). It imports core, the client's names, data and history.
 * Documents, pages and commands may import it, and see no file and no state of the record.
 */

import { newestFirst } from "../../core/game/day.ts";
import { seasonsOf } from "../../core/game/seasons.ts";
import { lastOf } from "../../core/game/targets.ts";
import { titleOfId } from "../../core/game/words.ts";
import { once } from "../../core/once.ts";
import type { HeroState } from "../../core/schema/hero.ts";
import type { MapState } from "../../core/schema/map.ts";
import { type GameData, stillExpected } from "../data/game-data.ts";
import { gapsUpTo } from "../data/gap-paths.ts";
import { namedThings, namesAsOf, namesIn, renamesIn } from "../history/names-as-of.ts";
import { inOrder, timelineOf } from "../history/timeline.ts";
import { evidenceOf } from "./evidence.ts";
import { listGaps } from "./gaps.ts";
import { createFullHeroes } from "./heroes.ts";
import { type Histories, historiesOf } from "./histories.ts";
import { createFullMaps } from "./maps.ts";
import { createFullPatches } from "./patches.ts";
import { witnessesOf } from "./sure.ts";

/** Where a deployment is reached, without a slash at the end. */
export type Addresses = {
  baseUrl: string;
  assetsUrl: string;
  /**
   * Whether the operator provides the game's own pictures below `assetsUrl`; else the site draws
   * its own.
   */
  hasImages?: boolean;
};

/** The whole game as of one patch: everything that documents and pages are made from. */
export type FullGame = ReturnType<typeof makeGame> & {
  /** Every state of everything, made when it is first asked for. */
  histories: () => Histories;
};

type CompleteHero = ReturnType<typeof createFullHeroes>;

/** What was made last of each data. Games as of several patches share the parts of their heroes. */
const lastGames = new WeakMap<GameData, { key: string; game: FullGame; hero: CompleteHero }>();

/**
 * The game as of a patch, which must be one of `offeredPatches`. Later patches are left out. Throws
 * `RangeError` where the patch is not recorded.
 */
export function fullGameAsOf(data: GameData, patch: string, addresses: Addresses): FullGame {
  const { assetsUrl, hasImages } = addresses;
  const key = [patch, assetsUrl, hasImages].join(" ");
  const last = lastGames.get(data);
  if (last?.key === key) return last.game;
  const hero = last?.hero ?? createFullHeroes(data.heroes, evidenceOf(data));
  const made = makeGame(data, patch, addresses, hero);
  const game = { ...made, histories: once(() => historiesOf(data, made)) };
  lastGames.set(data, { key, game, hero });
  return game;
}

function makeGame(
  data: GameData,
  id: string,
  { assetsUrl, hasImages = false }: Addresses,
  hero: CompleteHero,
) {
  const moment = timelineOf(data).find(({ patch }) => patch.id === id);
  if (moment === undefined) throw new RangeError(`no patch ${id} is recorded`);
  const state = inOrder(moment.state);
  const evidence = evidenceOf(data);
  const recorded = newestFirst(data.patches.filter((patch) => patch.id <= id));
  const names = namesOfThings(state, recorded);
  const renames = renamesIn(newestFirst(data.patches));
  const formerNameOf = (path: string, asOf: string) =>
    renames.findLast((rename) => rename.path === path && rename.id > asOf)?.from;
  /** The name of the thing at a path such as `heroes/ana`, which may be gone. */
  const nameOf = (path: string, asOf = id) =>
    formerNameOf(path, asOf) ?? names.get(path) ?? titleOfId(lastOf(path));
  const pictureOf = (thing: string) => {
    const ending = !hasImages ? "svg" : thing.startsWith("heroes/") ? "png" : "jpg";
    return `${assetsUrl}/${thing}.${ending}`;
  };
  /** Completes a hero or map as of a patch up to this one. Default: this one. */
  const heroOf = (one: HeroState, asOf = id) => hero(one, asOf, pictureOf(`heroes/${one.id}`));
  const map = createFullMaps(data.maps, evidence, pictureOf, formerNameOf);
  const mapOf = (one: MapState, asOf = id) => map(one, asOf);
  const isNewest = recorded.length === data.patches.length;
  return {
    game: data.game,
    /** Id of the newest patch in it. */
    patch: id,
    /** The day up to which sources were searched; that of the patch where it is not the newest. */
    checkedUntil: isNewest ? data.game.lastChecked : moment.patch.date,
    heroes: state.heroes.map((one) => heroOf(one)),
    maps: state.maps.map((one) => mapOf(one)),
    modes: state.modes,
    roles: state.roles,
    /** Newest first. */
    patches: recorded.map(createFullPatches(evidence, nameOf)),
    /** Oldest first. */
    seasons: seasonsOf(recorded),
    /** What each field of a figure is. */
    fields: data.figures.figures,
    /** Patches that are probable by now or soon; none as of an earlier patch. */
    expected: isNewest ? stillExpected(data) : [],
    /** The gaps that a reader of this state or an earlier one can meet. */
    gaps: listGaps(gapsUpTo(data, id), {
      nameOf: (path) => recorded.find((one) => path === `patches/${one.id}`)?.name ?? nameOf(path),
      labelOf: (target) => evidence.vocabulary.fieldOf(target)?.label,
    }),
    sourcesOf: evidence.sourcesOf,
    /** The sources that values are compared with. */
    witnesses: () => witnessesOf(data),
    /** What names are looked up in, also those of match logs. */
    naming: namesAsOf({ ...data, patches: recorded }, id, state), // of nothing that comes later
    nameOf,
    /** The paths of all things that have a name, also of what is gone. */
    named: [...names.keys()].sort(),
    vocabulary: evidence.vocabulary,
    heroOf,
    mapOf,
  };
}

/** As much of a patch as names things. */
type Changes = { changes: readonly { target: string; from?: unknown; to?: unknown }[] };

/** Names of what the record has below `modes`, although it is not a mode. */
const RULES = [
  ["modes/all", "All modes"],
  ["modes/competitive", "Competitive play"],
  ["modes/competitive/ranks", "Rank"],
  ["modes/competitive/rules", ""],
  ["modes/competitive/top500", "Top 500"],
  ["modes/competitive/top500Challenger", "Top 500 Challenger"],
] as const;

/**
 * The English names of things by their path, such as `heroes/ana/abilities/sleep-dart`. Things that
 * the state has no longer get their names from `patches`, which are newest first.
 */
function namesOfThings(
  state: Readonly<Record<string, readonly object[]>>,
  patches: readonly Changes[],
): ReadonlyMap<string, string> {
  const sides = patches.flatMap(({ changes }) =>
    changes.flatMap(({ target, from, to }) => [
      ...namedThings(target, to),
      ...namedThings(target, from),
    ]),
  );
  const ofState = Object.entries(state).flatMap(([name, things]) => namesIn(name, things));
  // The first name counts.
  return new Map([...RULES, ...ofState, ...sides].reverse());
}
