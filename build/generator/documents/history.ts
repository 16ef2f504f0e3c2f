import {
  HeroHistorySchema,
  MapHistorySchema,
  RoleHistorySchema,
  RuleHistorySchema,
} from "../../core/schema/history.ts";
import type { Site } from "../../core/site/site.ts";
import type { FullGame } from "../full/full-game.ts";
import { toDenseJson } from "./json.ts";

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
