import { byId } from "../../core/by-id.ts";
import { dayOf } from "../../core/game/day.ts";
import { isInSeason } from "../../core/game/seasons.ts";
import {
  HeroDetailsCollectionSchema,
  HeroDetailsSchema,
  MapDetailsSchema,
  PatchDetailsSchema,
  SeasonListSchema,
} from "../../core/schema/details.ts";
import {
  HeroHistorySchema,
  MapHistorySchema,
  RoleHistorySchema,
  RuleHistorySchema,
} from "../../core/schema/history.ts";
import type { JsonDocument, Site } from "../../core/site/site.ts";
import type { FullGame } from "../full/full-game.ts";
import { ruleHistories } from "../full/histories.ts";
import { heroEffects } from "../full/patches.ts";
import { figuresTable, perksTable } from "./details-tables.ts";
import { denseJson, listJson, toJson } from "./json.ts";

/**
 * Adds the full shapes: all heroes, each hero, map and patch, the days of the seasons, and all
 * figures and perks as tables.
 */
export function addDetails(site: Site, full: FullGame): void {
  const { patch, patches, heroes, maps } = full;
  const meta = { patch, count: heroes.length };
  site.addDocument("/details/heroes.json", () =>
    toJson(HeroDetailsCollectionSchema, { data: heroes, fields: full.fields, meta }, denseJson),
  );
  for (const hero of heroes)
    site.addDocument(`/details/heroes/${hero.id}.json`, () =>
      toJson(HeroDetailsSchema, hero, denseJson),
    );
  for (const map of maps)
    site.addDocument(`/details/maps/${map.id}.json`, () =>
      toJson(MapDetailsSchema, map, denseJson),
    );
  for (const one of patches)
    site.addDocument(`/details/patches/${one.id}.json`, () =>
      toJson(PatchDetailsSchema, one, denseJson),
    );
  site.addFile("/seasons.json", "application/json", () => seasonList(full));
  const type = "text/csv; charset=utf-8";
  site.addFile("/details/figures.csv", type, () => figuresTable(full));
  site.addFile("/details/perks.csv", type, () => perksTable(full));
}

function seasonList(full: FullGame): JsonDocument {
  const seasons = full.seasons.map((season) => ({
    patch: season.patch,
    number: season.number,
    name: season.name,
    title: season.title,
    path: `/${season.path}`,
    from: season.from,
    to: season.until ? dayOf(new Date(Date.parse(season.until) - 86_400_000)) : null,
    heroes: heroEffects(
      full.patches
        .toReversed()
        .flatMap(({ date, changes }) => (isInSeason(date, season) ? changes : [])),
      full.nameOf,
    ),
  }));
  return toJson(SeasonListSchema, { seasons }, listJson);
}

/** Adds every state of each hero, map and role, and every change of rules, by id. */
export function addHistory(site: Site, full: FullGame): void {
  const { histories } = full;
  const add = (collection: string, id: string, make: () => JsonDocument) =>
    site.addDocument(`/history/${collection}/${id}.json`, make);
  for (const { id } of full.heroes)
    add("heroes", id, () => toJson(HeroHistorySchema, byId(histories().heroes, id), denseJson));
  for (const { id } of full.maps)
    add("maps", id, () => toJson(MapHistorySchema, byId(histories().maps, id), denseJson));
  for (const { id } of full.roles)
    add("roles", id, () => toJson(RoleHistorySchema, byId(histories().roles, id), denseJson));
  for (const rule of ruleHistories(full))
    add("rules", rule.id, () => toJson(RuleHistorySchema, rule, denseJson));
}
