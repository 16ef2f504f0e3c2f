import type * as z from "zod";
import type { Reference } from "../data/reference.ts";
import {
  AbilityCollectionSchema,
  GameCollectionSchema,
  HealthSchema,
  HeroCollectionSchema,
  MapCollectionSchema,
  ModeCollectionSchema,
  PatchChangeCollectionSchema,
  PatchCollectionSchema,
  RoleCollectionSchema,
} from "../schema/answers.ts";
import { HeroSchema } from "../schema/hero.ts";
import { MapSchema } from "../schema/map.ts";
import { PatchSchema } from "../schema/patch.ts";
import type { Site } from "../site/site.ts";
import { fold } from "../spelling/fold.ts";
import { heroSpellings, mapSpellings } from "../spelling/spellings.ts";
import { toJson } from "./json.ts";

/** Adds every document of the API but its description: collections, single resources under all spellings, and health. */
export function addResources(site: Site, reference: Reference, version: string): void {
  const { patch, heroes, maps, patches } = reference;
  const root = `/v1/${reference.game.id}`;
  const collection = <Item, T extends z.core.$ZodType>(schema: T, data: Item[]) =>
    toJson(schema, { data, meta: { patch, count: data.length } } as z.input<T>);

  site.addDocument("/health", toJson(HealthSchema, { status: "ok", patch, version }));
  site.addDocument("/v1/games", collection(GameCollectionSchema, [reference.game]));

  site.addDocument(`${root}/heroes`, collection(HeroCollectionSchema, heroes));
  for (const hero of heroes) {
    const spellings = writtenAndFolded(heroSpellings(hero)).map(
      (spelling) => `${root}/heroes/${spelling}`,
    );
    const abilities = spellings.map((spelling) => `${spelling}/abilities`);
    site.addDocument(`${root}/heroes/${hero.id}`, toJson(HeroSchema, hero), spellings);
    site.addDocument(
      `${root}/heroes/${hero.id}/abilities`,
      collection(AbilityCollectionSchema, hero.abilities),
      abilities,
    );
  }

  site.addDocument(`${root}/maps`, collection(MapCollectionSchema, maps));
  for (const map of maps) {
    const spellings = writtenAndFolded(mapSpellings(map)).map(
      (spelling) => `${root}/maps/${spelling}`,
    );
    site.addDocument(`${root}/maps/${map.id}`, toJson(MapSchema, map), spellings);
  }

  site.addDocument(`${root}/modes`, collection(ModeCollectionSchema, reference.modes));
  site.addDocument(`${root}/roles`, collection(RoleCollectionSchema, reference.roles));

  site.addDocument(`${root}/patches`, collection(PatchCollectionSchema, patches));
  for (const one of patches) {
    site.addDocument(`${root}/patches/${one.id}`, toJson(PatchSchema, one));
    site.addDocument(
      `${root}/patches/${one.id}/changes`,
      collection(PatchChangeCollectionSchema, one.changes),
    );
  }
}

/** Each spelling as written and in folded form, once; a plain host resolves these, the proxy any letter case. */
function writtenAndFolded(spellings: readonly string[]): string[] {
  return [...new Set(spellings.flatMap((spelling) => [spelling.normalize("NFC"), fold(spelling)]))];
}
