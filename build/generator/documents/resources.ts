import type * as z from "zod";
import { HISTORIC_COLLECTIONS } from "../../core/schema/answer-shapes.ts";
import { HistoricHeroSchema } from "../../core/schema/hero.ts";
import { HistoricMapSchema } from "../../core/schema/map.ts";
import { fillPath, OPERATIONS } from "../../core/schema/operations.ts";
import type { Site } from "../../core/site/site.ts";
import { heroSpellings, mapSpellings, writtenAndFolded } from "../../core/spelling/spellings.ts";
import type { Reference } from "./contract.ts";
import { toJson } from "./json.ts";

/**
 * Adds every document of the API but its description: collections, single resources under all
 * spellings, and health.
 */
export function addResources(site: Site, reference: Reference, version: string): void {
  const { patch, heroes, maps, modes, roles, patches } = reference;
  const game = reference.game.id;
  const add = <T extends z.core.$ZodType<object>>(
    { path, answer }: { path: string; answer: T },
    make: () => z.input<T>,
    [name, spellings]: readonly [string, readonly string[]] = ["game", [game]],
  ) => {
    const [canonical = path, ...others] = spellings.map((spelling) =>
      fillPath(path, { game, [name]: spelling }),
    );
    site.addDocument(canonical, () => toJson(answer, make()), others);
  };
  const collectionOf =
    <Item>(data: Item[]) =>
    () => ({ data, meta: { patch, count: data.length } });

  add(OPERATIONS.getHealth, () => ({ status: "ok" as const, patch, version }));
  add(OPERATIONS.listGames, collectionOf([reference.game]));
  const { getHero, getMap } = OPERATIONS;
  const historic = HISTORIC_COLLECTIONS;
  add({ ...OPERATIONS.listHeroes, answer: historic.heroes }, collectionOf(heroes));
  for (const hero of heroes) {
    const spellings = ["hero", writtenAndFolded(heroSpellings(hero))] as const;
    add({ ...getHero, answer: HistoricHeroSchema }, () => hero, spellings);
    add(OPERATIONS.listAbilities, collectionOf(hero.abilities), spellings);
  }
  add({ ...OPERATIONS.listMaps, answer: historic.maps }, collectionOf(maps));
  for (const map of maps) {
    const spellings = ["map", writtenAndFolded(mapSpellings(map))] as const;
    add({ ...getMap, answer: HistoricMapSchema }, () => map, spellings);
  }
  add({ ...OPERATIONS.listModes, answer: historic.modes }, collectionOf(modes));
  add({ ...OPERATIONS.listRoles, answer: historic.roles }, collectionOf(roles));
  add(OPERATIONS.listPatches, collectionOf(patches));
  for (const one of patches) {
    add(OPERATIONS.getPatch, () => one, ["patch", [one.id]]);
    add(OPERATIONS.listChanges, collectionOf(one.changes), ["patch", [one.id]]);
  }
}
