#!/usr/bin/env node
import { performance } from "node:perf_hooks";
import { SingleBar } from "cli-progress";
import { Command, CommanderError } from "commander";
import { buildSite } from "./build-site.ts";
import { type Checked, checkData } from "./check-data.ts";
import { formatIssues, formatPath } from "./issue.ts";
import { writeJsonSchemas } from "./json-schemas.ts";
import { issueKey, KeyFileError, listKeys, revokeKey } from "./keys.ts";
import { PACKAGE_DATA, packageVersion } from "./package.ts";
import { type GameData, offeredPatches } from "./reference.ts";
import { DEFAULT_KEY_PREFIX, KeyPrefixSchema, READ_SCOPE } from "./schema/api-key.ts";
import { readBuildSettings } from "./settings.ts";
import { nearest } from "./spelling/nearest.ts";
import { FileBusyError } from "./update-file.ts";
import { verifySite } from "./verify.ts";

/** The exit codes of the program: 0 is done. */
const INPUT_AT_FAULT = 1;
const WRONG_USAGE = 2;

/** The input is at fault. The message is what the person reads, and there is nothing to add; for machines it is JSON on standard output. */
class InputError extends Error {
  readonly isForMachines: boolean;

  constructor(message: string, isForMachines = false) {
    super(message);
    this.isForMachines = isForMachines;
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** For the person, beside what another program may read. */
function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

const program = new Command("gamedata")
  .description("Reference facts about Overwatch that software can read: the generator and its tools.")
  .version(packageVersion())
  .showSuggestionAfterError()
  .exitOverride();

program
  .command("build")
  .description("build the site, for the newest patch or as of an earlier one")
  .option("--out <dir>", "where the site is put", "dist")
  .option("--as-of <patch>", "the patch to describe (default: the newest)")
  .option("--data <dir>", "the data folder", PACKAGE_DATA)
  .option("--json", "report as JSON")
  .action((options: { out: string; asOf?: string; data: string; json?: boolean }) => {
    const start = performance.now();
    const read = readBuildSettings(process.env, options.data);
    if ("problems" in read) throw new InputError(read.problems.join("\n"));
    const data = checkedData(options.data, options.json);
    const patch = choosePatch(data, options.asOf);

    const bar = progressBar();
    const report = buildSite(data, { ...read.settings, patch, out: options.out, onProgress: bar.update });
    bar.stop();

    const seconds = Number(((performance.now() - start) / 1000).toFixed(2));
    if (options.json) {
      print(JSON.stringify({ ok: true, out: options.out, ...report, gaps: data.gaps.length, seconds }));
      return;
    }
    const count = (n: number) => n.toLocaleString("en");
    print(
      `${options.out}: ${data.game.name} as of patch ${patch}, ${count(report.urls)} URLs of ${count(report.documents)} documents, ` +
        `${count(report.files)} files, ${(report.bytes / 1e6).toFixed(1)} MB, in ${seconds} s`,
    );
    print(
      `${data.gaps.length} gaps are on record (gaps.json of the data): values that are unknown or rest on thin evidence`,
    );
  });

program
  .command("check")
  .description("validate the data without writing anything")
  .option("--data <dir>", "the data folder", PACKAGE_DATA)
  .option("--json", "report as JSON")
  .action((options: { data: string; json?: boolean }) => {
    const data = checkedData(options.data, options.json);
    const offered = offeredPatches(data);
    const summary = {
      ok: true,
      heroes: data.heroes.length,
      maps: data.maps.length,
      patches: data.patches.length,
      changes: data.patches.reduce((sum, { changes }) => sum + changes.length, 0),
      gaps: data.gaps.length,
      historyFrom: data.game.historyFrom,
      states: offered.length,
    };
    if (options.json) {
      print(JSON.stringify(summary));
      return;
    }
    print(
      `${summary.heroes} heroes, ${summary.maps} maps, ${summary.patches} patches with ${summary.changes} changes, ${summary.gaps} gaps: no problem found`,
    );
    print(`the record joins, and leads back to ${summary.historyFrom}: ${summary.states} states can be rebuilt`);
  });

program
  .command("verify")
  .description("compare every file of a site with its manifest")
  .argument("<site>", "the folder of a site")
  .action((site: string) => {
    const { files, missing, extra, altered, error } = verifySite(site);
    if (error !== undefined) throw new InputError(error);
    const lines = [
      ...missing.map((file) => `missing  ${file}`),
      ...extra.map((file) => `extra    ${file}`),
      ...altered.map((file) => `altered  ${file}`),
    ];
    if (lines.length > 0)
      throw new InputError(`${lines.join("\n")}\n${site}: ${lines.length} files do not agree with the manifest`);
    print(`${site}: all ${files.toLocaleString("en")} files agree with the manifest`);
  });

program
  .command("serve")
  .description("serve a site; every setting is an environment variable, which the README lists")
  .argument("[site]", "the folder of a site (default: SITE, else dist)")
  .action(async (site?: string) => {
    const { serve } = await import("../proxy/main.ts");
    await serve(site === undefined ? process.env : { ...process.env, SITE: site });
  });

program
  .command("schemas")
  .description("write the JSON Schemas of the data files, for editors")
  .option("--data <dir>", "the data folder", PACKAGE_DATA)
  .action((options: { data: string }) => writeJsonSchemas(options.data));

const keys = program.command("keys").description("personal API keys: the file holds their digests, never the keys");

keys
  .command("issue")
  .description("make a key, print it alone on standard output, once, and store its digest")
  .requiredOption("--name <name>", "whose key it is, or what it is for")
  .option("--scope <scope...>", `what it allows (default: ${READ_SCOPE})`)
  .option("--expires <date>", "the last day, in UTC, on which it is valid: YYYY-MM-DD")
  .option("--file <file>", "the key file (default: API_KEYS_FILE)")
  .action((options: { name: string; scope?: string[]; expires?: string; file?: string }) => {
    const { key, entry } = issueKey(keyFilePath(options.file), { ...options, prefix: keyPrefix() }, new Date());
    print(key);
    note(`key ${entry.id} for ${entry.name}, ${scopesAndEnd(entry)}; this is the only time it is shown`);
  });

keys
  .command("list")
  .description("the keys' ids, names, scopes and dates")
  .option("--file <file>", "the key file (default: API_KEYS_FILE)")
  .action((options: { file?: string }) => {
    for (const key of listKeys(keyFilePath(options.file), new Date())) {
      print([key.id, key.state.padEnd(7), key.created, scopesAndEnd(key), key.name].join("  "));
    }
  });

keys
  .command("revoke")
  .description("take a key back; running proxies follow within two seconds")
  .argument("<id>", "the key's id, as list shows it")
  .option("--file <file>", "the key file (default: API_KEYS_FILE)")
  .action((id: string, options: { file?: string }) => {
    const { name, revoked } = revokeKey(keyFilePath(options.file), id, new Date());
    print(`key ${id} for ${name} is revoked since ${revoked}`);
  });

function keyFilePath(option: string | undefined): string {
  const path = option ?? process.env["API_KEYS_FILE"];
  if (path) return path;
  return program.error("error: no key file is named; give --file FILE, or set API_KEYS_FILE");
}

function keyPrefix(): string {
  const prefix = process.env["API_KEY_PREFIX"] || DEFAULT_KEY_PREFIX;
  if (KeyPrefixSchema.safeParse(prefix).success) return prefix;
  throw new InputError(
    `API_KEY_PREFIX: ${JSON.stringify(prefix)} cannot be used; expected ${KeyPrefixSchema.description}`,
  );
}

function scopesAndEnd({ scopes, expires }: { scopes: readonly string[]; expires: string | null }): string {
  return `${scopes.join(" ")}, ${expires === null ? "without an end" : `valid through ${expires}`}`;
}

function checkedData(dir: string, json: boolean | undefined): GameData {
  const checked = checkData(dir);
  if (checked.ok) return checked.data;
  if (json) throw new InputError(issuesAsJson(checked), true);
  throw new InputError(issuesAsText(checked, dir));
}

function issuesAsText({ issues, texts }: Checked & { ok: false }, dir: string): string {
  const files = new Set(issues.map(({ file }) => file)).size;
  const found = formatIssues(issues, (file) => texts.get(file));
  return `${found}\n${issues.length} ${issues.length === 1 ? "problem" : "problems"} in ${files} ${files === 1 ? "file" : "files"} of ${dir}; nothing was written`;
}

function issuesAsJson({ issues }: Checked & { ok: false }): string {
  return JSON.stringify({ ok: false, issues: issues.map((issue) => ({ ...issue, path: formatPath(issue.path) })) });
}

function choosePatch(data: GameData, asOf: string | undefined): string {
  const offered = offeredPatches(data).map(({ id }) => id);
  const [newest] = offered;
  if (newest === undefined) throw new InputError("no patch is recorded");
  if (asOf === undefined || offered.includes(asOf)) return asOf ?? newest;
  if (data.patches.some(({ id }) => id === asOf)) {
    throw new InputError(
      `--as-of: the record of values is complete from ${data.game.historyFrom} on only; ${asOf} is before it`,
    );
  }
  const [near] = nearest(asOf, offered);
  const hint = near === undefined ? `the newest is ${newest}, the oldest ${offered.at(-1)}` : `did you mean ${near}?`;
  throw new InputError(`--as-of: no patch "${asOf}" is recorded; ${hint}`);
}

/** A bar on a terminal, for work that takes longer than a second; nothing elsewhere. */
function progressBar(): { update: (done: number, total: number) => void; stop: () => void } {
  const bar = new SingleBar({
    format: "writing {bar} {value}/{total} files",
    stream: process.stderr,
    clearOnComplete: true,
  });
  const start = performance.now();
  let shown = false;
  return {
    update: (done, total) => {
      if (!shown && process.stderr.isTTY && performance.now() - start > 1000) {
        bar.start(total, done);
        shown = true;
      }
      if (shown) bar.update(done);
    },
    stop: () => bar.stop(),
  };
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE; // commander has printed it
  } else if (error instanceof InputError) {
    (error.isForMachines ? process.stdout : process.stderr).write(`${error.message}\n`);
    process.exitCode = INPUT_AT_FAULT;
  } else if (error instanceof KeyFileError || error instanceof FileBusyError) {
    note(error.message);
    process.exitCode = INPUT_AT_FAULT;
  } else if (isSystemError(error)) {
    note(`${error.path ?? ""}: ${error.message}`);
    process.exitCode = INPUT_AT_FAULT;
  } else throw error;
}

/** A folder that cannot be written, a disk that is full: what the operating system says is what the person needs. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}
