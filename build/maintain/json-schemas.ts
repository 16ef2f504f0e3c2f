import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { CorrectionsFileSchema, GameFileSchema, GapsFileSchema } from "../schema/game.ts";
import { HeroFileSchema } from "../schema/hero.ts";
import { MapFileSchema } from "../schema/map.ts";
import { ModesFileSchema } from "../schema/mode.ts";
import { PatchFileSchema } from "../schema/patch.ts";
import { RolesFileSchema } from "../schema/role.ts";

const FILES = {
  "corrections.json": CorrectionsFileSchema,
  "game.json": GameFileSchema,
  "gaps.json": GapsFileSchema,
  "hero.json": HeroFileSchema,
  "map.json": MapFileSchema,
  "modes.json": ModesFileSchema,
  "patch.json": PatchFileSchema,
  "roles.json": RolesFileSchema,
};

/** The JSON Schemas that editors check the data files with, by file name below `gamedata/schemas`. */
export function jsonSchemas(): Map<string, string> {
  return new Map(
    Object.entries(FILES).map(([name, schema]) => [
      name,
      `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`,
    ]),
  );
}

/** Writes them into a data folder. */
export function writeJsonSchemas(dataDir: string): void {
  mkdirSync(join(dataDir, "schemas"), { recursive: true });
  for (const [name, text] of jsonSchemas()) writeFileSync(join(dataDir, "schemas", name), text);
}
