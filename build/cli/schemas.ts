import type { Command } from "commander";
import { writeJsonSchemas } from "./maintain/json-schemas.ts";
import { dataToWrite } from "./terminal/data-folder.ts";
import { DATA_TO_WRITE } from "./terminal/data-option.ts";

/** `gamedata schemas`. */
export function addSchemasCommand(program: Command): void {
  program
    .command("schemas")
    .description("write the JSON Schemas of the data files, for editors")
    .option("--data <dir>", DATA_TO_WRITE)
    .action((flags: { data?: string }) => writeJsonSchemas(dataToWrite(flags.data)));
}
