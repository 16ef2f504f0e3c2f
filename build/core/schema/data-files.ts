import type * as z from "zod";
import { COLLECTION_NAMES, COLLECTIONS, collectionOf, type NamesOf } from "./collections.ts";
import { FiguresFileSchema } from "./figures.ts";
import {
  AgreementFileSchema,
  CorrectionsFileSchema,
  ExceptionsFileSchema,
  GameFileSchema,
  GapsFileSchema,
  LogNamesFileSchema,
  OldestFileSchema,
  SourcesFileSchema,
} from "./game.ts";
import { PatchFileSchema } from "./patch.ts";

type FileSchemas<Files extends "folder" | "file"> = {
  [Name in NamesOf<Files>]: (typeof COLLECTIONS)[Name]["fileSchema"];
};

/** Files that stand once in a data folder, `<name>.json`, by name. */
export const SINGLE_FILES = {
  game: GameFileSchema,
  ...fileSchemas("file"),
  figures: FiguresFileSchema,
  "log-names": LogNamesFileSchema,
  oldest: OldestFileSchema,
  gaps: GapsFileSchema,
  corrections: CorrectionsFileSchema,
  exceptions: ExceptionsFileSchema,
  sources: SourcesFileSchema,
  agreement: AgreementFileSchema,
};

/** Files that a data folder may lack. */
export const OPTIONAL_FILES: ReadonlySet<string> = new Set([
  "log-names",
  "oldest",
  "exceptions",
  "sources",
  "agreement",
]);

/** Folders with a file for each thing, `<name>/<id>.json`, by name. */
export const FOLDERS = { ...fileSchemas("folder"), patches: PatchFileSchema };

export const FOLDER_NAMES = Object.keys(FOLDERS) as (keyof typeof FOLDERS)[];

/** Every schema of a data file, by the name of its JSON Schema. */
export const FILE_SCHEMAS: Readonly<Record<string, z.ZodObject>> = {
  ...SINGLE_FILES,
  ...Object.fromEntries(
    COLLECTION_NAMES.map(collectionOf)
      .filter(({ files }) => files === "folder")
      .map(({ thing, fileSchema }) => [thing, fileSchema]),
  ),
  patch: PatchFileSchema,
};

function fileSchemas<Files extends "folder" | "file">(files: Files): FileSchemas<Files> {
  const names = COLLECTION_NAMES.filter((name) => COLLECTIONS[name].files === files);
  return Object.fromEntries(
    names.map((name) => [name, COLLECTIONS[name].fileSchema]),
  ) as FileSchemas<Files>;
}
