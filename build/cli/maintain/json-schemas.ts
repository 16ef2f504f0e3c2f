import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { FILE_SCHEMAS } from "../../core/schema/data-files.ts";

/** The JSON Schemas of the data files, for editors, by file name below `gamedata/schemas`. */
export function jsonSchemas(): Map<string, string> {
  return new Map(
    Object.entries(FILE_SCHEMAS).map(([name, schema]) => [
      `${name}.json`,
      `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`,
    ]),
  );
}

/** Writes the JSON Schemas into a data folder. */
export function writeJsonSchemas(dataDir: string): void {
  mkdirSync(join(dataDir, "schemas"), { recursive: true });
  for (const [name, text] of jsonSchemas()) writeFileSync(join(dataDir, "schemas", name), text);
}
