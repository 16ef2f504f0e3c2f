#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { addCheckCommand } from "./commands/data.ts";
import { addDiffCommand } from "./commands/diff.ts";
import { addKeysCommand } from "./commands/keys.ts";
import { addLookupCommand, addResolveCommand } from "./commands/names.ts";
import { addCorrectCommand, addRecordCommand } from "./commands/record.ts";
import { addBuildCommand, addPackCommand, addVerifyCommand } from "./commands/site.ts";
import { EXIT, InputError, note, print, UsageError } from "./commands/terminal.ts";
import { RevisionError } from "./git.ts";
import { writeJsonSchemas } from "./json-schemas.ts";
import { PACKAGE_DATA, packageVersion } from "./package.ts";
import { KeyFileError } from "./schema/api-key.ts";
import { ManifestError } from "./site-files.ts";
import { FileBusyError } from "./update-file.ts";
import { NotASiteError } from "./write.ts";

const program = new Command("gamedata")
  .description("Reference facts about Overwatch that software can read: the generator and its tools.")
  .version(packageVersion())
  .showSuggestionAfterError()
  .exitOverride();

addBuildCommand(program);
addCheckCommand(program);
addVerifyCommand(program);
addPackCommand(program);
addRecordCommand(program);
addCorrectCommand(program);
addDiffCommand(program);
addLookupCommand(program);
addResolveCommand(program);
program
  .command("serve")
  .description("serve a site; every setting is an environment variable, which the README lists")
  .argument("[site]", "the folder, the tarball or the origin of a site (default: SITE, else dist)")
  .action(async (site?: string) => {
    const { serve } = await import("../proxy/main.ts"); // the one place where the generator's program knows the proxy
    await serve(site === undefined ? process.env : { ...process.env, SITE: site });
  });
addKeysCommand(program);
program
  .command("schemas")
  .description("write the JSON Schemas of the data files, for editors")
  .option("--data <dir>", "the data folder", PACKAGE_DATA)
  .action((options: { data: string }) => writeJsonSchemas(options.data));

/** Errors whose message is all that the person needs. */
const EXPECTED = [InputError, KeyFileError, FileBusyError, ManifestError, NotASiteError, RevisionError];

// A reader that has seen enough, such as head, is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = explain(error);
}

/** Tells the person what went wrong, and returns the exit code. What is nobody's fault but ours is thrown on. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.wrongUsage; // commander has printed it
  if (error instanceof UsageError) {
    note(error.message);
    return EXIT.wrongUsage;
  }
  if (error instanceof InputError && error.isForMachines) print(error.message);
  else if (error instanceof Error && EXPECTED.some((kind) => error instanceof kind)) note(error.message);
  // A folder that cannot be written, a disk that is full: what the system says is what the person needs.
  else if (isSystemError(error)) note(`${error.path ?? error.syscall}: ${error.message}`);
  else throw error;
  return EXIT.inputAtFault;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}
