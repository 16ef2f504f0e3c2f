import { lastOf } from "../../core/game/targets.ts";
import { titleOfId } from "../../core/game/words.ts";
import { once } from "../../core/once.ts";
import type { GameState } from "../../core/schema/collections.ts";
import type {
  GapList,
  HeroDetails,
  HeroDetailsCollection,
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
  OtherMapList,
  PatchList,
} from "../../core/schema/lists.ts";
import type { WitnessList } from "../../core/schema/witness.ts";
import { patchesByThing } from "./explorer/tally.ts";

/** Gives the value of a document by its path, such as `/status.json`. */
export type Documents = (path: string) => object | undefined;

/** What pages read. Each document is read when it is first asked for. */
export type Facts = ReturnType<typeof readFacts>;

/** What pages show beside the game. */
type FactsSettings = {
  baseUrl: string;
  hasImages?: boolean;
  repository?: string | undefined;
};

/** Reads the documents of a site for its pages. */
export function readFacts(
  documents: Documents,
  { baseUrl, hasImages = false, repository }: FactsSettings,
) {
  const read = <Value extends object>(path: string) =>
    once((): Value => {
      const value = documents(path);
      if (value === undefined) throw new RangeError(`the site has no document ${path}`);
      return value as Value; // it was checked against its schema before it was written
    });
  const each = <Value extends object>(collection: string, list: readonly { id: string }[]) =>
    list.map(({ id }) => read<Value>(`/details/${collection}/${id}.json`)());
  const ofContract = <Name extends "modes" | "roles">(name: Name) =>
    read<{ data: GameState[Name] }>(`/v1/${status().game}/${name}`)().data;
  const status = read<Status>("/status.json");
  const heroes = read<HeroDetailsCollection>("/details/heroes.json");
  const mapList = read<MapList>("/lists/maps.json");
  const modeList = read<ModeList>("/lists/modes.json");
  const patchList = read<PatchList>("/lists/patches.json");
  const gapList = read<GapList>("/gaps.json");
  const changes = read<ChangeList>("/lists/changes.json");
  const witnesses = read<WitnessList>("/witnesses.json");
  const patches = once(() => each<PatchDetails>("patches", patchList().data).map(withoutOwnSource));
  const roles = once(() => ofContract("roles"));
  const histories = once(() => patchesByThing(patches()));
  const gapsOfToday = once(() =>
    gapList().gaps.filter(({ before }) => before === undefined || status().patch < before),
  );
  const readings = once(() => readingsOf(witnesses()));
  const values = lazy({
    game: () => {
      const [game = { id: "", name: "" }] = read<{ data: Game[] }>("/v1/games")().data;
      return { ...game, lastChecked: status().lastChecked };
    },
    /** Id of the newest patch. */
    patch: () => status().patch,
    /** Patches that are probable by now or soon. */
    expected: () => status().expected,
    heroIds: () => read<HeroList>("/lists/heroes.json")().data.map(({ id }) => id),
    heroes: () => heroes().data,
    fields: () => heroes().fields,
    mapIds: () => mapList().data.map(({ id }) => id),
    maps: () => each<MapDetails>("maps", mapList().data),
    /** Maps that are only in other modes. */
    otherMaps: () => read<OtherMapList>("/lists/other-maps.json")().data,
    modes: () => ofContract("modes"),
    /** Modes of the API and all others. */
    allModes: () => modeList().data,
    roles,
    /** Patches without their changes, newest first. */
    patchList: () => patchList().data,
    /** All changes on record, by effect. */
    effects: () => status().effects,
    /** Newest first. Of a change, only a source other than that of the patch. */
    patches,
    /** Oldest first. */
    seasons: () =>
      read<SeasonList>("/seasons.json")().seasons.map((season, at, all) => ({
        ...season,
        path: season.path.slice(1),
        until: all[at + 1]?.from,
      })),
    gaps: () => gapList().gaps,
    /** Every name of maps and their variants. */
    names: read<NameList>("/lists/names.json"),
    /** Maps and roles of the record that are gone, such as `maps/hanamura`. They have no page. */
    gone: () => changes().gone,
    /** The first and the last day of the record. Charts draw all values between them. */
    axis: () => {
      const { data } = patchList();
      return { from: data.at(-1)?.date ?? "", to: data[0]?.date ?? "" };
    },
  });
  return Object.assign(values, {
    baseUrl,
    /** The address of the data folder in a repository that takes corrections, if there is one. */
    repository,
    /**
     * The address of a picture in a page; `root` is the way to the site's root. Pictures of the
     * site itself get relative addresses, so that pages work below any path.
     */
    pictureOf: (address: string, root: string) =>
      hasImages ? address : address.replace(`${baseUrl}/`, root),
    /** The English name of the thing at a path such as `heroes/ana`, which may be gone. */
    nameOf: (path: string) => changes().names[path] ?? titleOfId(lastOf(path)),
    /** The patches that changed a thing such as `heroes/ana`, newest first, without other changes. */
    historyOf: (thing: string): readonly PatchDetails[] => histories().get(thing) ?? [],
    /** The gaps of a value of today and of everything below it. Gaps with `*` name no value. */
    gapsOf: (path: string) =>
      gapsOfToday().filter(
        (gap) => !gap.path.includes("*") && `${gap.path}/`.startsWith(`${path}/`),
      ),
    /** The gaps of a whole collection, such as `maps`, or of one kind of value in all its things. */
    gapsOfAll: (name: string) =>
      gapsOfToday().filter(({ path }) => path === name || path.startsWith(`${name}/*`)),
    /** The address of a reading, `<table>/<day>`; `{hero}` represents the hero. */
    readAt: (reading: string) => readings().get(reading),
    /** Where the values of a list were read. All roles are read from the same addresses. */
    sourcesOf: (list: "modes" | "roles") =>
      list === "modes"
        ? modeList().sources
        : (read<RoleHistory>(`/history/roles/${roles()[0]?.id}.json`)().states[0]?.sources ?? []),
  });
}

/** An object that makes each of its values when it is first asked for. */
function lazy<Values extends object>(makers: { [Name in keyof Values]: () => Values[Name] }) {
  const getters = Object.entries<() => unknown>(makers).map(
    ([name, make]) => [name, { get: once(make), enumerable: true }] as const,
  );
  return Object.defineProperties({}, Object.fromEntries(getters)) as Readonly<Values>;
}

/** The addresses of what was read, by table and day. */
function readingsOf({ witnesses }: WitnessList) {
  return new Map<string, string>(
    witnesses.flatMap(({ id, days }) => days.map(({ day, url }) => [`${id}/${day}`, url] as const)),
  );
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
