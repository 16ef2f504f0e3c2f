import { dayOf } from "../../../core/schema/day.ts";
import {
  HeroDetailsCollectionSchema,
  HeroDetailsSchema,
  PatchDetailsSchema,
  SeasonListSchema,
} from "../../../core/schema/details.ts";
import type { Site } from "../../../core/site/site.ts";
import { heroDetails, patchDetails } from "../../data/details.ts";
import type { Reference } from "../../data/reference.ts";
import { seasonsOf } from "../explorer/seasons.ts";
import { toDenseJson, toJson } from "../json.ts";
import { figuresTable, perksTable } from "./details-tables.ts";

/**
 * Adds what is next to the contract: `/details/heroes.json`, each hero's under its id, each
 * patch's, the days of the seasons, and all figures and perks as tables.
 */
export function addDetails(site: Site, reference: Reference): void {
  const { patch, patches } = reference;
  const { figures: fields } = reference.background.figures;
  const data = reference.heroes.map(({ id }) => heroDetails(reference, id));
  const all = { data, fields, meta: { patch, count: data.length } };
  site.addDocument("/details/heroes.json", toDenseJson(HeroDetailsCollectionSchema, all));
  for (const details of data)
    site.addDocument(`/details/heroes/${details.id}.json`, toDenseJson(HeroDetailsSchema, details));
  for (const { id } of patches) {
    const details = patchDetails(reference, id);
    site.addDocument(`/details/patches/${id}.json`, toDenseJson(PatchDetailsSchema, details));
  }
  const seasons = seasonsOf(patches).map(({ patch: id, from, until, name, title }) => ({
    patch: id,
    name,
    title,
    from,
    to: until === undefined ? null : dayOf(new Date(Date.parse(until) - 86_400_000)),
  }));
  site.addFile("/seasons.json", "application/json", toJson(SeasonListSchema, { seasons }));
  const type = "text/csv; charset=utf-8";
  site.addFile("/details/figures.csv", type, figuresTable(data, reference));
  site.addFile("/details/perks.csv", type, perksTable(data, reference));
}
