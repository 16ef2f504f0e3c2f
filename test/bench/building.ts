import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { addPatches } from "./large-data.ts";
import { temporaryFolder } from "./load.ts";
import { inTurns, type Measurement, type Row, ratios, seriesOf } from "./measure.ts";
import { startProxy } from "./serving.ts";

const PROGRAM = resolve(".compiled/gamedata.js");

/** Of these patches a site has some fifty years. */
const MANY_PATCHES = 1_044;

/** Measures builds, checks and starts as whole processes, from start to end. */
export async function measureBuilding({ rounds }: Measurement): Promise<Row[]> {
  const folder = temporaryFolder();
  const [large, out, fresh] = ["large", "dist", "fresh"].map((name) => join(folder, name)) as [
    ...[string, string, string],
  ];
  cpSync(resolve("gamedata"), large, { recursive: true });
  const known = addPatches(large, MANY_PATCHES);
  const fromNothing = (...args: string[]) => {
    rmSync(fresh, { recursive: true, force: true });
    return cpuSecondsOf("build", "--out", fresh, ...args);
  };
  cpuSecondsOf("build", "--out", out);
  const measures: [string, number, () => number | Promise<number>][] = [
    ["from nothing", 9, () => fromNothing()],
    ["nothing changed", 5, () => cpuSecondsOf("build", "--out", out)],
    ["check", 1.8, () => cpuSecondsOf("check")],
    [`${MANY_PATCHES} patches`, 30, () => fromNothing("--data", large)],
    ["start until the first answer, elapsed", 0.3, secondsToStart],
  ];
  const samples = await inTurns(
    rounds,
    new Map(measures.map(([what, , measure]) => [what, measure])),
  );
  const of = (what: string) => samples.get(what) ?? [];
  const rows = measures.map(([what, most]): Row => {
    const ratio = seriesOf(of(what));
    const goal = { bound: "at most", value: most } as const;
    const measured = `${ratio.median.toFixed(2)} s`;
    return { part: "build", what, yardstick: "seconds of a processor", goal, ratio, measured };
  });
  const growth = ratios(of(`${MANY_PATCHES} patches`), of("from nothing"));
  const times = (MANY_PATCHES / known).toFixed(1);
  const linear: Row = {
    ...{ part: "build", what: `${times} times the patches`, yardstick: "from nothing" },
    goal: { bound: "at most", value: Number(times) },
    ratio: growth,
    measured: `${growth.median.toFixed(2)} times`,
  };
  return [...rows, linear];
}

/** Seconds of a processor that the program takes, with all its threads. */
function cpuSecondsOf(...args: string[]): number {
  const timed = ["-c", `TIMEFORMAT='%U %S'; time "$@"`, "bash", process.execPath, PROGRAM, ...args];
  const { status, stderr } = spawnSync("bash", timed, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  const [user = 0, system = 0] = (stderr.trim().split("\n").at(-1) ?? "").split(" ").map(Number);
  return user + system;
}

async function secondsToStart(): Promise<number> {
  const start = performance.now();
  const { child } = await startProxy({});
  child.kill();
  return (performance.now() - start) / 1000;
}
