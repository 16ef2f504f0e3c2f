import * as z from "zod";
import { dayOf } from "../../core/game/day.ts";
import { seasonsOf } from "../../core/game/seasons.ts";
import {
  HeroDetailsCollectionSchema,
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
import type { Site } from "../../core/site/site.ts";
import type { FullGame } from "../full/full-game.ts";
import { figuresTable, perksTable } from "./details-tables.ts";
import { denseJson, toDenseJson, toJson } from "./json.ts";

/**
 * Adds the full shapes: all heroes, each hero, map and patch, the days of the seasons, and all
 * figures and perks as tables.
 */
export function addDetails(site: Site, full: FullGame): void {
  const { patch, patches, heroes, maps } = full;
  const meta = { patch, count: heroes.length };
  const all = z.parse(HeroDetailsCollectionSchema, { data: heroes, fields: full.fields, meta });
  site.addDocument("/details/heroes.json", denseJson(all));
  for (const hero of all.data) site.addDocument(`/details/heroes/${hero.id}.json`, denseJson(hero));
  for (const map of maps)
    site.addDocument(`/details/maps/${map.id}.json`, toDenseJson(MapDetailsSchema, map));
  for (const one of patches)
    site.addDocument(`/details/patches/${one.id}.json`, toDenseJson(PatchDetailsSchema, one));
  const seasons = seasonsOf(patches).map(({ patch: id, from, until, name, title }) => ({
    patch: id,
    name,
    title,
    from,
    to: until === undefined ? null : dayOf(new Date(Date.parse(until) - 86_400_000)),
  }));
  site.addFile("/seasons.json", "application/json", toJson(SeasonListSchema, { seasons }));
  const type = "text/csv; charset=utf-8";
  site.addFile("/details/figures.csv", type, figuresTable(full));
  site.addFile("/details/perks.csv", type, perksTable(full));
}

/** Adds every state of each hero, map and role, and every change of rules, by id. */
export function addHistory(site: Site, full: FullGame): void {
  const { heroes, maps, roles, rules } = full.histories();
  const add = (collection: string, id: string, text: string) =>
    site.addDocument(`/history/${collection}/${id}.json`, text);
  for (const one of heroes) add("heroes", one.id, toDenseJson(HeroHistorySchema, one));
  for (const one of maps) add("maps", one.id, toDenseJson(MapHistorySchema, one));
  for (const one of roles) add("roles", one.id, toDenseJson(RoleHistorySchema, one));
  for (const one of rules) add("rules", one.id, toDenseJson(RuleHistorySchema, one));
}
