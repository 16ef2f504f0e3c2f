import { Command, CommanderError } from "commander";
import { ExpectedError } from "../core/errors.ts";
import { packageVersion } from "../core/package.ts";
import {
  EXIT,
  InputError,
  InterruptedError,
  note,
  printError,
  type Terminal,
  UsageError,
  withTerminal,
} from "./terminal/terminal.ts";

/** Adds a command to the program. */
type Add = (program: Command) => void;

/** Every command by its name, in the order of the help. Only the typed command is loaded. */
const COMMANDS: ReadonlyMap<string, () => Promise<Add>> = new Map([
  ["build", async () => (await import("./build.ts")).addBuildCommand],
  ["dev", async () => (await import("./dev.ts")).addDevCommand],
  ["check", async () => (await import("./check.ts")).addCheckCommand],
  ["verify", async () => (await import("./verify.ts")).addVerifyCommand],
  ["pack", async () => (await import("./pack.ts")).addPackCommand],
  ["record", async () => (await import("./record.ts")).addRecordCommand],
  ["correct", async () => (await import("./correct.ts")).addCorrectCommand],
  ["new", async () => (await import("./new.ts")).addNewCommand],
  ["diff", async () => (await import("./diff.ts")).addDiffCommand],
  ["lookup", async () => (await import("./lookup.ts")).addLookupCommand],
  ["resolve", async () => (await import("./resolve.ts")).addResolveCommand],
  ["serve", async () => (await import("./serve.ts")).addServeCommand],
  ["probe", async () => (await import("./probe.ts")).addProbeCommand],
  ["mirror", async () => (await import("./mirror.ts")).addMirrorCommand],
  ["keys", async () => (await import("./keys.ts")).addKeysCommand],
  ["mcp", async () => (await import("./mcp.ts")).addMcpCommand],
  ["witness", async () => (await import("./witness.ts")).addWitnessCommand],
  ["schemas", async () => (await import("./schemas.ts")).addSchemasCommand],
]);

/** Runs `gamedata` with the arguments after its name. Resolves with the exit code. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  return await withTerminal(terminal, async () => {
    const program = createProgram(terminal);
    const [first = "", second] = args;
    const typed = COMMANDS.get(first);
    if (first === "help" && second !== undefined && !COMMANDS.has(second) && second !== "help") {
      const { didYouMean } = await import("../core/spelling/lookup.ts");
      note(`error: unknown command '${second}'${didYouMean(second, COMMANDS.keys())}`);
      return EXIT.wrongUsage;
    }
    for (const load of typed === undefined ? COMMANDS.values() : [typed]) (await load())(program);
    try {
      await program.parseAsync(first === "-V" ? ["-v"] : [...args], { from: "user" });
      return 0;
    } catch (error) {
      return explain(error, isForMachines(args));
    }
  });
}

/** Whether the output is to be JSON: `--json`, or the format of `diff`. */
function isForMachines(args: readonly string[]) {
  const format = args.indexOf("--format");
  const hasFormat = format !== -1 && args[format + 1] === "json";
  return hasFormat || args.includes("--format=json") || args.includes("--json");
}

function createProgram({ stdout, stderr }: Terminal) {
  return new Command("gamedata")
    .description(
      "Build, check, serve and maintain machine-readable reference facts about Overwatch.",
    )
    .version(packageVersion(), "-v, --version")
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .exitOverride();
}

/** Shows the user what went wrong, and returns the exit code. Bugs are thrown on. */
function explain(error: unknown, json: boolean) {
  // Commander has printed the message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.wrongUsage;
  if (error instanceof UsageError) {
    note(error.message);
    return EXIT.wrongUsage;
  }
  if (error instanceof InterruptedError) {
    note(error.message);
    return EXIT.interrupted;
  }
  if (error instanceof InputError) printError(error.message, json, error.report);
  else if (error instanceof ExpectedError) printError(error.message, json);
  // For a folder that cannot be written, or a full disk, the system's message is enough.
  else if (isSystemError(error))
    printError(`${error.path ?? error.syscall}: ${error.message}`, json);
  else throw error;
  return EXIT.inputAtFault;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}
