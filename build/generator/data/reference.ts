import {
  COLLECTION_NAMES,
  collectionOf,
  compareThings,
  type DataLists,
  type GameState,
  type NamesOf,
  type Resources,
} from "../../core/schema/collections.ts";
import type { FiguresFile } from "../../core/schema/figures.ts";
import type {
  AgreementFile,
  Correction,
  Game,
  GameFile,
  GapsFile,
  SourcesFile,
} from "../../core/schema/game.ts";
import type { Hero, HeroFile, HeroState } from "../../core/schema/hero.ts";
import type { LogNamesFile } from "../../core/schema/log-names.ts";
import type { GameMap, MapState } from "../../core/schema/map.ts";
import type { Patch, PatchChange, PatchFile, RecordedChange } from "../../core/schema/patch.ts";
import type { Source } from "../../core/schema/values.ts";
import { mapAliases } from "../../core/spelling/spellings.ts";
import { newestFirst, walkBack } from "../history/rewind.ts";
import { heroStateOf } from "./hero-state.ts";

/** The whole data folder, once every check has passed. */
export type GameData = DataLists & {
  game: GameFile;
  patches: PatchFile[];
  figures: FiguresFile;
  gaps: GapsFile["gaps"];
  /** Where the collections that stand in one file were read. */
  listSources: Readonly<Record<NamesOf<"file">, readonly Source[]>>;
  corrections: Correction[];
  /** Sources that copy each other. */
  families: SourcesFile["families"];
  agreement?: AgreementFile | undefined;
  logNames?: LogNamesFile | undefined;
};

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

/** What only `/details` contains of a state: figures, perks, gaps, sources and notes. */
export type Background = {
  patch: string;
  state: GameState;
  /** Today's files by the hero's id. */
  files: ReadonlyMap<string, HeroFile>;
  /** The patches that lead to the state, newest first. */
  patches: readonly PatchFile[];
  figures: FiguresFile;
  gaps: GapsFile["gaps"];
  families: SourcesFile["families"];
  historyFrom: string;
};

/** Everything the API says of the game, as of one patch. */
export type Reference = Resources & {
  game: Game;
  /** Id of the newest patch in it. */
  patch: string;
  /** Newest first. */
  patches: Patch[];
  /** What details are made from. */
  background: Background;
};

/** The part of today's data that the record of changes describes. It shares the data's values. */
export function stateOf(data: DataLists): GameState {
  const stateOfThing = (keys: readonly string[]) => (thing: object) =>
    Object.fromEntries(Object.entries(thing).filter(([key]) => keys.includes(key)));
  const names = COLLECTION_NAMES.filter((name) => name !== "heroes");
  const others = Object.fromEntries(
    names.map((name) => {
      const keys = Object.keys(collectionOf(name).stateSchema.shape);
      return [name, data[name].map(stateOfThing(keys))];
    }),
  ) as Omit<GameState, "heroes">;
  return { ...others, heroes: data.heroes.map(heroStateOf) };
}

/** The patches whose states can be rebuilt, newest first. */
export function offeredPatches(data: Pick<GameData, "game" | "patches">): PatchFile[] {
  return newestFirst(data.patches).filter(({ id }) => id >= data.game.historyFrom);
}

/** Id of the newest recorded patch, as of which the data is written. */
export function newestPatch(data: Pick<GameData, "patches">): string {
  const [newest] = newestFirst(data.patches);
  if (newest === undefined) throw new Error("no patch is recorded, which is an issue");
  return newest.id;
}

/**
 * The game as of a patch, which must be one of `offeredPatches`. Later patches are left out. Throws
 * `RangeError` where the patch is not recorded.
 */
export function referenceAsOf(data: GameData, patchId: string, addresses: Addresses): Reference {
  const render = renderer(data, addresses);
  const { figures, gaps, families } = data;
  const { historyFrom } = data.game;
  const files = new Map(data.heroes.map((hero) => [hero.id, hero]));
  for (const { patch, state } of walkBack(stateOf(data), data.patches)) {
    if (patch.id !== patchId) continue;
    const { id, name } = data.game;
    const patches = newestFirst(data.patches.filter((other) => other.id <= patch.id));
    return {
      game: { id, name },
      patch: patch.id,
      ...state,
      heroes: state.heroes.toSorted(compareThings("heroes")).map(render.hero),
      maps: state.maps.toSorted(compareThings("maps")).map(render.map),
      patches: patches.map(render.patch),
      background: { patch: patch.id, state, files, patches, figures, gaps, families, historyFrom },
    };
  }
  throw new RangeError(`no patch ${patchId} is recorded`);
}

/** Adds what the state does not have: aliases, variants, sums and image addresses. */
function renderer(data: GameData, { assetsUrl, hasImages = false }: Addresses) {
  const endings = hasImages ? { hero: "png", map: "jpg" } : { hero: "svg", map: "svg" };
  const heroFiles = new Map(data.heroes.map((hero) => [hero.id, hero]));
  const mapFiles = new Map(data.maps.map((map) => [map.id, map]));

  const hero = (state: HeroState): Hero => {
    const { standard, armor, shields } = state.health;
    return {
      id: state.id,
      name: state.names.en,
      names: state.names,
      role: state.role,
      subrole: state.subrole ?? null,
      health: { standard, armor, shields, total: standard + armor + shields },
      aliases: heroFiles.get(state.id)?.aliases ?? [],
      abilities: state.abilities,
      portrait: `${assetsUrl}/heroes/${state.id}.${endings.hero}`,
    };
  };

  const map = (state: MapState): GameMap => {
    const file = mapFiles.get(state.id);
    return {
      ...state,
      aliases: file === undefined ? [] : mapAliases(file),
      variants: (file?.variants ?? []).map(({ id, name }) => ({
        id,
        name,
        thumbnail: `${assetsUrl}/maps/${state.id}-${id}.${endings.map}`,
      })),
      thumbnail: `${assetsUrl}/maps/${state.id}.${endings.map}`,
    };
  };

  /** A whole hero or map in a change is shown as its own address shows it. */
  const side = (target: string, value: unknown): unknown => {
    const [collection, , ...rest] = target.split("/");
    if (rest.length > 0 || typeof value !== "object" || value === null) return value;
    // `checkTargets` has checked its shape.
    if (collection === "heroes") return hero(value as HeroState);
    if (collection === "maps") return map(value as MapState);
    return value;
  };

  const change = ({ target, from, to }: RecordedChange): PatchChange => ({
    target,
    ...(from === undefined ? {} : { from: side(target, from) }),
    ...(to === undefined ? {} : { to: side(target, to) }),
  });

  const patch = ({ id, date, kind, name, sourceUrl, summary, changes }: PatchFile): Patch => ({
    id,
    date,
    kind,
    name,
    sourceUrl,
    summary,
    changes: changes.map(change),
  });

  return { hero, map, patch };
}
