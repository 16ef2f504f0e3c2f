import type * as z from "zod";
import { countEffects, totalOf } from "../../core/game/effects.ts";
import { isInSeason } from "../../core/game/seasons.ts";
import { lastOf, thingOf } from "../../core/game/targets.ts";
import { isLessSure, isSure, titleOfId, wordsOfField } from "../../core/game/words.ts";
import type {
  AbilityDetails,
  Figure,
  PatchDetails,
  PerkDetails,
} from "../../core/schema/details.ts";
import {
  type ChangeList,
  ChangeListSchema,
  type HeroHistoryList,
  HeroHistoryListSchema,
  HeroListSchema,
  MapListSchema,
  ModeListSchema,
  NameListSchema,
  OtherMapListSchema,
  PatchListSchema,
} from "../../core/schema/lists.ts";
import type { Site } from "../../core/site/site.ts";
import type { FullGame } from "../full/full-game.ts";
import { heroSides } from "../full/patches.ts";
import { contractNames } from "./contract.ts";
import { listJson, toJson } from "./json.ts";

/** Adds the lists: what is asked of many heroes, maps or patches at once. */
export function addLists(site: Site, full: FullGame): void {
  const { patch, heroes, maps, patches } = full;
  const all = <Item>(data: Item[]) => ({ data, meta: { patch, count: data.length } });
  const lists = {
    "lists/heroes": () =>
      listOf(HeroListSchema, all(heroes.map((hero) => ({ ...hero, names: contractNames(hero) })))),
    "lists/maps": () => listOf(MapListSchema, all(maps)),
    "lists/modes": () =>
      listOf(ModeListSchema, {
        ...all(modesOf(full)),
        gaps: full.gaps.filter(({ path }) => path === "modes" || path.startsWith("modes/*")),
        sources: full.sourcesOf("modes"),
      }),
    "lists/other-maps": () => listOf(OtherMapListSchema, all(otherMapsOf(full))),
    "lists/patches": () => listOf(PatchListSchema, all(listedPatches(full))),
    "lists/changes": () =>
      listOf(ChangeListSchema, {
        ...all(patches.map(changesOfPatch)),
        ...namesOfTargets(full),
        gone: goneThings(full),
      }),
    "lists/names": () => listOf(NameListSchema, { ...full.naming, patch, heroes }),
    "history/heroes": () =>
      listOf(HeroHistoryListSchema, {
        ...all(kitHistories(full)),
        labels: unusual(
          full.fields.flatMap(({ name, label, unit }) =>
            unit === "flag" ? [] : [[name, label] as const],
          ),
          wordsOfField,
        ),
        checkedUntil: full.checkedUntil,
      }),
  };
  for (const [name, make] of Object.entries(lists)) site.addDocument(`/${name}.json`, make);
}

function listOf(schema: z.core.$ZodType<object>, value: object) {
  return toJson(schema, value, listJson);
}

/** The core modes, then those that match logs name. */
function modesOf({ modes, naming: { logNames } }: FullGame) {
  const names = new Map<string, readonly string[]>(
    Object.entries(logNames?.modes ?? {}).flatMap(([id, own]) => (own ? [[id, own]] : [])),
  );
  const core = new Map(modes.map(({ id, name }) => [id as string, name]));
  return [...new Set([...core.keys(), ...names.keys()])].map((id) => {
    const [first = id, ...others] = names.get(id) ?? [];
    const name = core.get(id) ?? first;
    return {
      id,
      name,
      names: { ...logNames?.modeNames?.[id], en: name },
      aliases: others,
      core: core.has(id),
    };
  });
}

/** The maps that match logs name and the API does not serve. */
export function otherMapsOf(full: FullGame) {
  return (full.naming.logNames?.maps ?? [])
    .filter(({ id }) => full.maps.every((map) => map.id !== id))
    .map(({ id, name, names, aliases, modes, until }) => ({
      id,
      name,
      names: { en: name, ...names },
      aliases: [...aliases],
      modes: [...modes],
      ...(until !== undefined && { until }),
    }));
}

function listedPatches({ patches, seasons }: FullGame) {
  return patches.map((patch) => ({
    ...patch,
    season: seasons.find((season) => isInSeason(patch.date, season))?.patch ?? patch.id,
    changes: totalOf(countEffects(patch.changes)),
    heroes: heroSides(patch.heroes),
  }));
}

function changesOfPatch({ id, changes, unexplained }: PatchDetails): ChangeList["data"][number] {
  const count = unexplained.flatMap((group) => group.changes).length;
  return {
    id,
    changes: changes.map((change) => ({
      ...change,
      from: withoutInside(change.from),
      to: withoutInside(change.to),
      scope: change.scope ?? undefined,
      gap: isLessSure(change) || undefined,
    })),
    ...(count > 0 && { unexplained: count }),
  };
}

/** A whole thing without its values, and a kit with the names of its abilities only. */
function withoutInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(({ name }) => ({ name }));
  return typeof value === "object" && value !== null ? {} : value;
}

/** The names of all things that targets go through, and the words of their fields. */
function namesOfTargets({ named, patches, nameOf, vocabulary }: FullGame) {
  const targets = patches.flatMap(({ changes }) => changes.map(({ target }) => target));
  const labels = targets.map(
    (target) => [lastOf(target), vocabulary.fieldOf(target)?.label] as const,
  );
  return {
    names: unusual(
      named.map((path) => [path, nameOf(path)]),
      (path) => titleOfId(lastOf(path)),
    ),
    labels: unusual(labels, wordsOfField),
  };
}

/** What keys are called, wherever it does not follow from them, by key. */
function unusual(
  names: readonly (readonly [key: string, name: string | undefined])[],
  usual: (key: string) => string,
): Record<string, string> {
  const own = names.flatMap(([key, name]) =>
    name === undefined || name === usual(key) ? [] : [[key, name] as const],
  );
  return Object.fromEntries(own.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Maps and roles of the record that are gone, such as `maps/hanamura`. They have no page. */
function goneThings({ patches, maps, roles }: FullGame): string[] {
  const present = new Set([
    ...maps.map(({ id }) => `maps/${id}`),
    ...roles.map(({ id }) => `roles/${id}`),
  ]);
  const changed = patches.flatMap(({ changes }) => changes.map(({ target }) => thingOf(target)));
  return [...new Set(changed)].filter(
    (thing) => /^(maps|roles)\//.test(thing) && !present.has(thing),
  );
}

/** Every kit of each hero, without what no tool shows. */
function kitHistories({ histories, vocabulary }: FullGame): HeroHistoryList["data"] {
  const numbersOf = (figures: readonly Figure[]) =>
    figures.flatMap(({ field, unit, value, per, note, gap, sure }) => {
      if (typeof value !== "number") return [];
      const isWeak = gap !== undefined || !isSure(sure);
      return [
        {
          field,
          unit,
          value,
          ...(per && { per }),
          ...(note && unit === "hp" && { note }),
          ...(isWeak && { gap: true as const }),
        },
      ];
    });
  const partOf = ({ id, key, name, figures, unknown = {} }: AbilityDetails | PerkDetails) => {
    const numbers = Object.keys(unknown).filter(
      (field) => vocabulary.fieldOf(field)?.unit !== "flag",
    );
    return {
      id,
      name,
      ...(key && { key }),
      figures: numbersOf(figures),
      ...(numbers.length > 0 && { unknown: numbers }),
    };
  };
  return histories().heroes.map(({ id, states, abilities, perks }) => ({
    id,
    states: states.map(({ health, ...state }) => ({
      ...state,
      ...(health && { health: numbersOf(health) }),
    })),
    abilities: abilities.map(partOf),
    perks: perks.map(partOf),
  }));
}
