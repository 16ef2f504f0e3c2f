/*
 * full: the whole game as of one patch (this file), made once from states. Each value has its unit,
 * origin, note and gap (heroes.ts, maps.ts), each change its effect and words (patches.ts), each
 * thing all its states (histories.ts). It imports core, the client's names, data and history.
 * Documents, pages and commands may import it, and see no file and no state of the record.
 */

import type { NamesData } from "../../client/names.ts";
import { newestFirst } from "../../core/game/day.ts";
import { type Season, seasonsOf } from "../../core/game/seasons.ts";
import { titleOfId } from "../../core/game/words.ts";
import { once } from "../../core/once.ts";
import type { GameState } from "../../core/schema/collections.ts";
import type { HeroDetails, MapDetails, PatchDetails } from "../../core/schema/details.ts";
import type { FigureField } from "../../core/schema/figures.ts";
import type { GameFile } from "../../core/schema/game.ts";
import type { HeroState } from "../../core/schema/hero.ts";
import type { MapState } from "../../core/schema/map.ts";
import type { WitnessList } from "../../core/schema/witness.ts";
import { type GameData, stillExpected } from "../data/game-data.ts";
import { type Gap, gapsUpTo } from "../data/gap-paths.ts";
import { namedThings, namesAsOf, renamesIn } from "../history/names-as-of.ts";
import { inOrder, timelineOf } from "../history/timeline.ts";
import type { FigureVocabulary } from "./effect.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
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
export type FullGame = {
  game: GameFile;
  /** Id of the newest patch in it. */
  patch: string;
  /** The day up to which sources were searched; that of the patch where it is not the newest. */
  checkedUntil: string;
  heroes: HeroDetails[];
  maps: MapDetails[];
  modes: GameState["modes"];
  roles: GameState["roles"];
  /** Newest first. */
  patches: PatchDetails[];
  /** Oldest first. */
  seasons: readonly Season[];
  /** What each field of a figure is. */
  fields: FigureField[];
  /** Patches that are probable by now or soon; none as of an earlier patch. */
  expected: NonNullable<GameFile["expected"]>;
  /** The gaps that a reader of this state or an earlier one can meet. */
  gaps: readonly Gap[];
  sourcesOf: Evidence["sourcesOf"];
  /** The sources that values are compared with. */
  witnesses: () => WitnessList["witnesses"];
  /** What names are looked up in, also those of match logs. */
  naming: NamesData;
  /** The name of the thing at a path such as `heroes/ana`, which may be gone. */
  nameOf: (path: string) => string;
  vocabulary: FigureVocabulary;
  /** Completes a hero or map as of a patch up to this one. Default: this one. */
  heroOf: (state: HeroState, asOf?: string) => HeroDetails;
  mapOf: (state: MapState, asOf?: string) => MapDetails;
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
  const game = makeGame(data, patch, addresses, hero);
  lastGames.set(data, { key, game, hero });
  return game;
}

function makeGame(
  data: GameData,
  id: string,
  { assetsUrl, hasImages = false }: Addresses,
  hero: CompleteHero,
): FullGame {
  const moment = timelineOf(data).find(({ patch }) => patch.id === id);
  if (moment === undefined) throw new RangeError(`no patch ${id} is recorded`);
  const state = inOrder(moment.state);
  const evidence = evidenceOf(data);
  const recorded = newestFirst(data.patches.filter((patch) => patch.id <= id));
  const names = namesOfThings(state, recorded);
  const renames = renamesIn(recorded);
  const nameOf = (path: string, asOf = id) =>
    renames.findLast((rename) => rename.path === path && rename.id > asOf)?.from ??
    names.get(path) ??
    titleOfId(path.slice(path.lastIndexOf("/") + 1));
  const pictureOf = (thing: string) => {
    const ending = !hasImages ? "svg" : thing.startsWith("heroes/") ? "png" : "jpg";
    return `${assetsUrl}/${thing}.${ending}`;
  };
  const heroOf = (one: HeroState, asOf = id) => hero(one, asOf, pictureOf(`heroes/${one.id}`));
  const map = createFullMaps(data.maps, evidence, pictureOf);
  const isNewest = recorded.length === data.patches.length;
  const full: FullGame = {
    game: data.game,
    patch: id,
    checkedUntil: isNewest ? data.game.lastChecked : moment.patch.date,
    heroes: state.heroes.map((one) => heroOf(one)),
    maps: state.maps.map((one) => map(one, id)),
    modes: state.modes,
    roles: state.roles,
    patches: recorded.map(createFullPatches(evidence, nameOf)),
    seasons: seasonsOf(recorded),
    fields: data.figures.figures,
    expected: isNewest ? stillExpected(data) : [],
    gaps: gapsUpTo(data, id),
    sourcesOf: evidence.sourcesOf,
    witnesses: () => witnessesOf(data),
    naming: namesAsOf({ ...data, patches: recorded }, id, state), // of nothing that comes later
    nameOf,
    vocabulary: evidence.vocabulary,
    heroOf,
    mapOf: (one, asOf = id) => map(one, asOf),
    histories: once(() => historiesOf(data, full)),
  };
  return full;
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
  const ofState = Object.entries(state).flatMap(([name, things]) => namedThings(name, things));
  // The first name counts.
  return new Map([...RULES, ...ofState, ...sides].reverse());
}
