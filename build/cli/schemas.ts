import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import * as z from "zod";
import { FILE_SCHEMAS } from "../core/schema/data-files.ts";
import { formatJson } from "../core/site/parse-json.ts";
import { DATA_TO_WRITE, dataToWrite } from "./terminal/data-folder.ts";

/** `gamedata schemas`. */
export function addSchemasCommand(program: Command): void {
  program
    .command("schemas")
    .description("write the JSON Schemas of the data files, for editors")
    .option("--data <dir>", DATA_TO_WRITE)
    .action((flags: { data?: string }) => writeJsonSchemas(dataToWrite(flags.data)));
}

/** The JSON Schemas of the data files, for editors, by file name below `gamedata/schemas`. */
export function jsonSchemas(): Map<string, string> {
  return new Map(
    Object.entries(FILE_SCHEMAS).map(([name, schema]) => [
      `${name}.json`,
      formatJson(z.toJSONSchema(schema)),
    ]),
  );
}

/** Writes the JSON Schemas into a data folder. */
function writeJsonSchemas(dataDir: string) {
  mkdirSync(join(dataDir, "schemas"), { recursive: true });
  for (const [name, text] of jsonSchemas()) writeFileSync(join(dataDir, "schemas", name), text);
}
