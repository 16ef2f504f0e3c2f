import { alternatives } from "../../core/game/gap-paths.ts";
import type { Season } from "../../core/game/seasons.ts";
import { titleOfId } from "../../core/game/words.ts";
import { once } from "../../core/once.ts";
import type { GameState } from "../../core/schema/collections.ts";
import type {
  Gap,
  GapList,
  HeroDetails,
  HeroDetailsCollection,
  HeroEffect,
  MapDetails,
  PatchDetails,
  SeasonList,
  Status,
} from "../../core/schema/details.ts";
import type { Game } from "../../core/schema/game.ts";
import type { RoleHistory } from "../../core/schema/history.ts";
import type {
  ChangeList,
  HeroList,
  MapList,
  ModeList,
  NameList,
  PatchList,
} from "../../core/schema/lists.ts";
import type { WitnessList } from "../../core/schema/witness.ts";
import { patchesByThing } from "./explorer/tally.ts";

/** Gives the value of a document by its path, such as `/status.json`. */
export type Documents = (path: string) => object | undefined;

/** The first and the last day of the record. Charts draw all values between them. */
export type TimeAxis = { from: string; to: string };

type Source = HeroDetails["sources"][number];

/** The published documents, as the pages read them. Each is read when it is first asked for. */
export type Facts = {
  readonly game: Game & Pick<Status, "historyFrom" | "lastChecked">;
  /** Id of the newest patch. */
  readonly patch: string;
  /** Patches that are probable by now or soon. */
  readonly expected: Status["expected"];
  readonly heroIds: readonly string[];
  readonly heroes: readonly HeroDetails[];
  readonly mapIds: readonly string[];
  readonly maps: readonly MapDetails[];
  readonly modes: GameState["modes"];
  readonly roles: GameState["roles"];
  readonly patchIds: readonly string[];
  readonly newest: PatchList["data"][number] | undefined;
  /** Newest first. Of a change, only a source other than that of the patch. */
  readonly patches: readonly PatchDetails[];
  /** Oldest first. */
  readonly seasons: readonly (Season & { heroes: readonly HeroEffect[] })[];
  readonly gaps: readonly Gap[];
  /** Every name of maps and their variants. */
  readonly names: NameList;
  /** Maps and roles of the record that are gone, such as `maps/hanamura`. They have no page. */
  readonly gone: readonly string[];
  /** The days of the record. */
  readonly axis: TimeAxis;
  /** The address of the data folder in a repository that takes corrections, if there is one. */
  readonly repository: string | undefined;
  /**
   * The address of a picture in a page; `root` is the way to the site's root. Pictures of the site
   * itself get relative addresses, so that pages work below any path.
   */
  pictureOf: (address: string, root: string) => string;
  /** The English name of the thing at a path such as `heroes/ana`, which may be gone. */
  nameOf: (path: string) => string;
  /** What a field is called, if that does not follow from its name. */
  labelOf: (field: string) => string | undefined;
  /** The patches that changed a thing such as `heroes/ana`, newest first, without other changes. */
  historyOf: (thing: string) => readonly PatchDetails[];
  /** The gaps of a value of today and of everything below it. Gaps with `*` name no value. */
  gapsOf: (path: string) => readonly Gap[];
  /** The gaps of a whole collection, such as `maps`, or of one kind of value in all its things. */
  gapsOfAll: (collection: string) => readonly Gap[];
  /** Where a reading was read, `<table>/<day>`; `{hero}` represents the hero. */
  readAt: (reading: string) => string | undefined;
  /** Where the values of `heroes/ana` or `roles` were read. */
  sourcesOf: (thing: string) => readonly Source[];
};

/** What pages show beside the game. */
export type FactsSettings = {
  baseUrl: string;
  hasImages?: boolean;
  repository?: string | undefined;
};

/** The documents that pages read, each when it is first asked for. */
function createReader(documents: Documents) {
  const read = <Value extends object>(path: string) =>
    once((): Value => {
      const value = documents(path);
      if (value === undefined) throw new RangeError(`the site has no document ${path}`);
      return value as Value; // it was checked against its schema before it was written
    });
  const each = <Value extends object>(collection: string, list: () => readonly { id: string }[]) =>
    once(() => list().map(({ id }) => read<Value>(`/details/${collection}/${id}.json`)()));
  const ofContract = <Name extends "modes" | "roles">(name: Name) =>
    once(() => read<{ data: GameState[Name] }>(`/v1/${status().game}/${name}`)().data);
  const status = read<Status>("/status.json");
  const mapList = read<MapList>("/lists/maps.json");
  const patchList = read<PatchList>("/lists/patches.json");
  const roles = ofContract("roles");
  return {
    games: read<{ data: Game[] }>("/v1/games"),
    status,
    heroList: read<HeroList>("/lists/heroes.json"),
    heroes: read<HeroDetailsCollection>("/details/heroes.json"),
    mapList,
    maps: each<MapDetails>("maps", () => mapList().data),
    modeList: read<ModeList>("/lists/modes.json"),
    modes: ofContract("modes"),
    roles,
    // All roles are read from the same addresses.
    roleHistory: () => read<RoleHistory>(`/history/roles/${roles()[0]?.id}.json`)().states[0],
    patchList,
    patches: each<PatchDetails>("patches", () => patchList().data),
    seasons: read<SeasonList>("/seasons.json"),
    gaps: read<GapList>("/gaps.json"),
    names: read<NameList>("/lists/names.json"),
    changes: read<ChangeList>("/lists/changes.json"),
    witnesses: read<WitnessList>("/witnesses.json"),
  };
}

/** Reads the documents of a site for its pages. */
export function readFacts(
  documents: Documents,
  { baseUrl, hasImages = false, repository }: FactsSettings,
): Facts {
  const of = createReader(documents);
  const patches = once(() => of.patches().map(withoutOwnSource));
  const histories = once(() => patchesByThing(patches()));
  const gapsOfToday = once(() => currentGaps(of.gaps().gaps, of.status().patch));
  const ownNames = once(() =>
    namesOfToday({ ...of.heroes(), roles: of.roles(), maps: of.maps(), modes: of.modes() }),
  );
  const labels = once(() => new Map(of.heroes().fields.map(({ name, label }) => [name, label])));
  const readings = once(
    () =>
      new Map(
        of
          .witnesses()
          .witnesses.flatMap(({ id, days }) =>
            days.map(({ day, url }): [string, string] => [`${id}/${day}`, url]),
          ),
      ),
  );
  const sources = once(
    () =>
      new Map<string, readonly Source[]>([
        ["modes", of.modeList().sources],
        ["roles", of.roleHistory()?.sources ?? []],
        ...of.heroes().data.map((hero) => [`heroes/${hero.id}`, hero.sources] as const),
        ...of.maps().map((map) => [`maps/${map.id}`, map.sources] as const),
        ...patches().map((patch) => [`patches/${patch.id}`, patch.sources] as const),
      ]),
  );
  const seasons = once(() =>
    of.seasons().seasons.map((season, at, all) => ({
      ...season,
      path: season.path.slice(1),
      until: all[at + 1]?.from,
    })),
  );

  return {
    get game() {
      const [game = { id: "", name: "" }] = of.games().data;
      const { historyFrom, lastChecked } = of.status();
      return { ...game, historyFrom, lastChecked };
    },
    get patch() {
      return of.status().patch;
    },
    get expected() {
      return of.status().expected;
    },
    get heroIds() {
      return of.heroList().data.map(({ id }) => id);
    },
    get heroes() {
      return of.heroes().data;
    },
    get mapIds() {
      return of.mapList().data.map(({ id }) => id);
    },
    get maps() {
      return of.maps();
    },
    get modes() {
      return of.modes();
    },
    get roles() {
      return of.roles();
    },
    get patchIds() {
      return of.patchList().data.map(({ id }) => id);
    },
    get newest() {
      return of.patchList().data[0];
    },
    get patches() {
      return patches();
    },
    get seasons() {
      return seasons();
    },
    get gaps() {
      return of.gaps().gaps;
    },
    get names() {
      return of.names();
    },
    get gone() {
      return of.changes().gone;
    },
    get axis() {
      const { data } = of.patchList();
      return { from: data.at(-1)?.date ?? "", to: data[0]?.date ?? "" };
    },
    repository,
    pictureOf: (address, root) => (hasImages ? address : address.replace(`${baseUrl}/`, root)),
    nameOf: (path) =>
      ownNames().get(path) ??
      of.changes().names[path] ??
      titleOfId(path.slice(path.lastIndexOf("/") + 1)),
    labelOf: (field) =>
      labels().get(field.replace(/Change(Percent)?$/, "")) ?? of.changes().labels[field],
    historyOf: (thing) => histories().get(thing) ?? [],
    gapsOf: (path) => gapsOfToday().filter(({ paths }) => paths.some((one) => isBelow(one, path))),
    gapsOfAll: (name) =>
      gapsOfToday().filter(({ path }) => path === name || path.startsWith(`${name}/*`)),
    readAt: (reading) => readings().get(reading),
    sourcesOf: (thing) => sources().get(thing) ?? [],
  };
}

/** The sub-role of a hero; undefined where it has none. */
export function subroleOf({ subrole }: HeroDetails, { roles }: Facts) {
  return roles.flatMap(({ subroles }) => subroles).find(({ id }) => id === subrole);
}

/** A patch whose changes have only a source other than its own. */
function withoutOwnSource(patch: PatchDetails): PatchDetails {
  const changes = patch.changes.map((change) =>
    change.source === patch.sourceUrl ? { ...change, source: null } : change,
  );
  return { ...patch, changes };
}

/** The gaps of a state, each with all its paths; none where one has `*`. */
function currentGaps(gaps: readonly Gap[], patch: string) {
  return gaps
    .filter(({ before }) => before === undefined || patch < before)
    .map(({ before: _, ...gap }) => ({
      ...gap,
      paths: gap.path.includes("*") ? [] : alternatives(gap.path),
    }));
}

function isBelow(path: string, start: string): boolean {
  return `${path}/`.startsWith(`${start}/`);
}

/** The names of everything in the game, by path. */
function namesOfToday({
  data,
  maps,
  modes,
  roles,
}: Pick<HeroDetailsCollection, "data"> & Pick<Facts, "maps" | "modes" | "roles">) {
  const named = (path: string, things: readonly { id: string; name: string }[]) =>
    things.map(({ id, name }) => [`${path}/${id}`, name] as const);
  return new Map<string, string>([
    ...named("heroes", data),
    ...data.flatMap(({ id, abilities, perks }) => [
      ...named(`heroes/${id}/abilities`, abilities),
      ...named(`heroes/${id}/perks`, perks),
    ]),
    ...named("maps", maps),
    ...named("modes", modes),
    ...named("roles", roles),
    ...roles.flatMap(({ id, subroles }) => named(`roles/${id}/subroles`, subroles)),
  ]);
}
