import type * as z from "zod";
import { FiguresFileSchema } from "./figures.ts";
import {
  CorrectionsFileSchema,
  ExceptionsFileSchema,
  GameFileSchema,
  GapsFileSchema,
  LogNamesFileSchema,
  OldestFileSchema,
  SourcesFileSchema,
} from "./game.ts";
import { HeroFileSchema } from "./hero.ts";
import { MapFileSchema } from "./map.ts";
import { PatchFileSchema } from "./patch.ts";
import { ModesFileSchema, RolesFileSchema } from "./roles-and-modes.ts";
import { WitnessFileSchema } from "./witness.ts";

/** Files that a data folder has once, `<name>.json`, by name. */
export const SINGLE_FILES = {
  game: GameFileSchema,
  modes: ModesFileSchema,
  roles: RolesFileSchema,
  figures: FiguresFileSchema,
  "log-names": LogNamesFileSchema,
  oldest: OldestFileSchema,
  gaps: GapsFileSchema,
  corrections: CorrectionsFileSchema,
  exceptions: ExceptionsFileSchema,
  sources: SourcesFileSchema,
};

/** Files that a data folder may lack. */
export const OPTIONAL_FILES: ReadonlySet<string> = new Set([
  "log-names",
  "oldest",
  "exceptions",
  "sources",
]);

/** Folders with a file for each thing, `<name>/<id>.json`, by name. */
export const FOLDERS = {
  heroes: HeroFileSchema,
  maps: MapFileSchema,
  patches: PatchFileSchema,
  witnesses: WitnessFileSchema,
};

export const FOLDER_NAMES = Object.keys(FOLDERS) as (keyof typeof FOLDERS)[];

/** Every schema of a data file, by the name of its JSON Schema. */
export const FILE_SCHEMAS: Readonly<Record<string, z.ZodObject>> = {
  ...SINGLE_FILES,
  hero: HeroFileSchema,
  map: MapFileSchema,
  patch: PatchFileSchema,
  witness: WitnessFileSchema,
};
