import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import fg from "fast-glob";
import * as z from "zod";
import { PACKAGE_ROOT } from "../../core/package.ts";
import { sha256Of } from "../../core/site/digest.ts";
import { formatJson, parseJson } from "../../core/site/parse-json.ts";
import { openSiteFiles } from "../../core/site/site-files.ts";
import { writeFile } from "./update-file.ts";

/** What a build leaves beside its site: digests of what it read and wrote, and its report. */
const StampSchema = z.object({ inputs: z.string(), files: z.string(), report: z.string() });

/** The parts of this program that decide what a site is; the entry names all others by digests. */
const PROGRAM = [
  ".compiled/{gamedata,worker}.js",
  ".compiled/browser/*",
  "build/generator/{hosts/templates,pages/guides,pages/static}/**",
  "package*.json",
];

/** The digest of everything that a site is made from: data, settings and this program. */
export function digestOfInputs(data: string, settings: object): string {
  const read = (cwd: string, patterns: string[]) =>
    fg
      .sync(patterns, { cwd, dot: true })
      .sort()
      .map((name) => [name, sha256Of(readFileSync(join(cwd, name)))]);
  return digestOf([
    process.version,
    settings,
    read(data, ["*", "*/*"]),
    read(PACKAGE_ROOT, PROGRAM),
  ]);
}

/**
 * The report of the build that wrote a site's folder, where it read the same, and each file has the
 * size and the time with which it was written. Undefined where the site has to be built.
 */
export function reportOfBuild(out: string, inputs: string): string | undefined {
  if (!existsSync(stampOf(out)) || !existsSync(out)) return undefined;
  const { data } = StampSchema.safeParse(parseJson(readFileSync(stampOf(out))));
  return data?.inputs === inputs && data.files === digestOfFiles(out) ? data.report : undefined;
}

/** Writes the stamp of a site that is complete. */
export function writeStamp(out: string, inputs: string, report: string): void {
  writeFile(stampOf(out), formatJson({ inputs, files: digestOfFiles(out), report }));
}

function stampOf(out: string): string {
  return `${resolve(out)}.built`;
}

function digestOfFiles(dir: string): string {
  const files = openSiteFiles(dir);
  const stats = files.names().map((name) => {
    const { size, mtimeMs } = statSync(join(dir, name));
    return [name, size, mtimeMs];
  });
  return digestOf([stats.sort(), files.others()]);
}

function digestOf(value: unknown): string {
  return sha256Of(Buffer.from(JSON.stringify(value)));
}
