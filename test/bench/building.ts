import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { generateData, REAL_DATA } from "./generated-data.ts";
import { inTurns, ratios, type Series, seriesOf } from "./measure.ts";
import type { Row } from "./report.ts";

const PROGRAM = resolve(".compiled/gamedata.js");
const BARE = resolve(".compiled/bench/yardsticks/bare-build.js");

/** How many times the real data the large data are. */
const TIMES = 100;

/** Measures builds as whole processes, from start to end. */
export async function measureBuilding({ rounds }: { rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-bench-"));
  const out = join(folder, "dist");
  const [data, watchedData] = [join(folder, "data"), join(folder, "watched-data")];
  for (const copy of [data, watchedData]) cpSync(REAL_DATA, copy, { recursive: true });
  build(out, data);
  const watched = await watch(join(folder, "watched"), watchedData);

  let edits = 0;
  const samples = await inTurns(
    rounds,
    new Map<string, () => number | Promise<number>>([
      ["bare", () => bareBuild(out, join(folder, "bare"))],
      ["whole", () => fresh(join(folder, "fresh"), (empty) => build(empty, data))],
      ["again", () => build(out, data)],
      [
        "edited",
        () => {
          edits += 1;
          editHero(data, edits);
          return build(out, data);
        },
      ],
      [
        "watched",
        () => {
          edits += 1;
          return watched.next(() => editHero(watchedData, edits));
        },
      ],
      ["every", () => fresh(join(folder, "every"), (empty) => eachOfEvery(empty, data))],
    ]),
  );
  watched.stop();
  rmSync(folder, { recursive: true, force: true });
  const of = (name: string) => samples.get(name) ?? [];
  return [
    row(
      "from nothing",
      "bare writing and zlib",
      2,
      ratios(of("whole"), of("bare")),
      describeMedians(of("whole"), of("bare")),
    ),
    row("nothing changed", "seconds", 0.5, seriesOf(of("again")), describeMedians(of("again"))),
    row("one hero edited", "seconds", 0.4, seriesOf(of("edited")), describeMedians(of("edited"))),
    row(
      "the same with --watch",
      "seconds",
      0.4,
      seriesOf(of("watched")),
      describeMedians(of("watched")),
    ),
    row(
      "each of --as-of every",
      "from nothing",
      0.1,
      ratios(of("every"), of("whole")),
      describeMedians(of("every"), of("whole")),
    ),
    ...growth(),
  ];
}

/**
 * Measures the large data once, as that takes a while. With much memory Node collects garbage late,
 * so the heap is limited to 512 MB to show what a build needs.
 */
function growth(): Row[] {
  const [small, large] = [generateData(1), generateData(TIMES)];
  const out = mkdtempSync(join(tmpdir(), "gamedata-bench-"));
  const one = build(join(out, "small"), small);
  const { seconds: many, megabytes } = measuredBuild(join(out, "large"), large, [
    "--max-old-space-size=512",
  ]);
  for (const folder of [small, large, out]) rmSync(folder, { recursive: true, force: true });
  const what = `${TIMES} times the data`;
  return [
    row(
      what,
      "the real data",
      Math.round(1.1 * TIMES),
      seriesOf([many / one]),
      describeMedians([many], [one]),
    ),
    row(what, "MB of memory", 1000, seriesOf([megabytes]), `${Math.round(megabytes)} MB`),
  ];
}

function row(what: string, yardstick: string, most: number, ratio: Series, measured: string): Row {
  return {
    part: "build",
    what,
    yardstick,
    goal: { bound: "at most", value: most },
    ratio,
    measured,
  };
}

function describeMedians(own: readonly number[], others?: readonly number[]): string {
  const median = (values: readonly number[]) => `${seriesOf(values).median.toFixed(2)} s`;
  return others === undefined ? median(own) : `${median(own)} to ${median(others)}`;
}

/** Seconds that a build takes, its process included. */
function build(out: string, data: string): number {
  return measuredBuild(out, data).seconds;
}

/** Makes a process print its peak memory when it ends. */
const TELL_MEMORY =
  'data:text/javascript,process.on("exit",()=>console.log("kilobytes="+process.resourceUsage().maxRSS))';

function measuredBuild(
  out: string,
  data: string,
  flags: string[] = [],
): { seconds: number; megabytes: number } {
  const start = performance.now();
  const args = [...flags, "--import", TELL_MEMORY, PROGRAM, "build", "--out", out, "--data", data];
  const printed = execFileSync(process.execPath, args, { encoding: "utf8" });
  const seconds = (performance.now() - start) / 1000;
  return { seconds, megabytes: Number(/kilobytes=(\d+)/.exec(printed)?.[1]) / 1000 };
}

/** Starts a watching build. `next` edits, and gives the seconds until the new site is reported. */
async function watch(
  out: string,
  data: string,
): Promise<{ next: (edit: () => void) => Promise<number>; stop: () => void }> {
  const child = spawn(
    process.execPath,
    [PROGRAM, "build", "--watch", "--json", "--out", out, "--data", data],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const next = async (edit: () => void) => {
    const start = performance.now();
    edit();
    await lines.next();
    return (performance.now() - start) / 1000;
  };
  return { next, stop: () => child.kill() };
}

/** The mean seconds for a site of `--as-of every`, without the first one. */
function eachOfEvery(out: string, data: string): number {
  const args = [PROGRAM, "build", "--as-of", "every", "--json", "--out", out, "--data", data];
  const lines = execFileSync(process.execPath, args, { encoding: "utf8" }).trim().split("\n");
  const seconds: number[] = lines.slice(1).map((line) => JSON.parse(line).seconds);
  return seconds.reduce((sum, each) => sum + each, 0) / seconds.length;
}

function bareBuild(site: string, out: string): number {
  return fresh(out, () =>
    Number(
      execFileSync(process.execPath, [BARE], {
        env: { SITE: site, OUT: out, UV_THREADPOOL_SIZE: "2" },
      }),
    ),
  );
}

/** Measures with a folder that does not exist yet, and removes the folder afterwards. */
function fresh(folder: string, measure: (folder: string) => number): number {
  const result = measure(folder);
  rmSync(folder, { recursive: true });
  return result;
}

/** Gives one hero's ability another description, which no patch has recorded. */
function editHero(data: string, edits: number): void {
  const file = join(data, "heroes/mei.json");
  const text = readFileSync(file, "utf8").replace(
    /"description": ".*"/,
    `"description": "Edited ${edits} times."`,
  );
  writeFileSync(file, text);
}
