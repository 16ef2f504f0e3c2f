import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { readManifest } from "../../build/core/site/read-manifest.ts";
import { openSiteFiles } from "../../build/core/site/site-files.ts";
import { inTurns, type Measurement, type Row, secondsRow } from "./measure.ts";
import { PROGRAM, startProxy, temporaryFolder } from "./servers.ts";

/** Measures builds, checks and starts as whole processes, from start to end. */
export async function measureBuilding({ rounds }: Measurement): Promise<Row[]> {
  const folder = temporaryFolder();
  const [data, out, fresh] = ["data", "dist", "fresh"].map((name) => join(folder, name));
  if (data === undefined || out === undefined || fresh === undefined) return [];
  cpSync(resolve("gamedata"), data, { recursive: true });
  const build = (to: string) => run("build", "--out", to, "--data", data);
  const fromNothing = (measure: () => number | Promise<number>) => () => {
    rmSync(fresh, { recursive: true, force: true });
    return measure();
  };
  build(out);
  let edits = 0;
  const samples = await inTurns(
    rounds,
    new Map<string, () => number | Promise<number>>([
      ["bare", fromNothing(() => bareBuild(out, fresh))],
      ["whole", fromNothing(() => build(fresh))],
      ["again", () => build(out)],
      [
        "edited",
        () => {
          edits += 1;
          editHero(data, edits);
          return build(out);
        },
      ],
      ["check", () => run("check")],
      ["start", secondsToStart],
    ]),
  );
  const of = (name: string) => samples.get(name);
  const bare = { name: "bare writing and zlib", values: of("bare") };
  const row = secondsRow.bind(undefined, "build");
  return [
    row("from nothing", 3, of("whole")),
    row("from nothing", 2, of("whole"), bare),
    row("nothing changed", 0.5, of("again")),
    row("one hero edited", 1.2, of("edited")),
    row("check", 0.8, of("check")),
    row("start until the first answer", 0.3, of("start")),
  ];
}

/** Seconds that the program takes, its process included. */
function run(...args: string[]): number {
  const start = performance.now();
  execFileSync(process.execPath, [PROGRAM, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  return (performance.now() - start) / 1000;
}

async function secondsToStart(): Promise<number> {
  const start = performance.now();
  const { child } = await startProxy({});
  const seconds = (performance.now() - start) / 1000;
  child.kill();
  return seconds;
}

/**
 * The least work for a site: seconds for compressing its distinct contents with Node's zlib, and
 * writing its files.
 */
async function bareBuild(site: string, out: string): Promise<number> {
  const from = openSiteFiles(site);
  const read = (name: string) => from.read(name) ?? Buffer.alloc(0);
  const { documents, problems, pages } = readManifest(from, site);
  const files = from.names().map((name) => ({ path: join(out, name), body: read(name) }));
  const contents = [...documents, ...problems, ...pages].map(({ file }) => read(file));

  const start = performance.now();
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const compressed = contents.flatMap((body) => [
    promisify(brotliCompress)(body, options),
    promisify(gzip)(body, { level: 9 }),
  ]);
  for (const folder of new Set(files.map(({ path }) => dirname(path))))
    mkdirSync(folder, { recursive: true });
  for (const { path, body } of files) writeFileSync(path, body);
  await Promise.all(compressed);
  return (performance.now() - start) / 1000;
}

/** Gives one hero's ability another description, which no patch has recorded. */
function editHero(data: string, edits: number): void {
  const file = join(data, "heroes/mei.json");
  const edited = `"description": "Heals nearby allies ${edits} times."`;
  writeFileSync(file, readFileSync(file, "utf8").replace(/"description": ".*"/, edited));
}
