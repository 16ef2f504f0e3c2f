import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "./load.ts";
import { inTurns, type Measurement, type Row, seriesOf } from "./measure.ts";
import { startProxy } from "./serving.ts";

const PROGRAM = resolve(".compiled/gamedata.js");

/** Measures builds, checks and starts as whole processes, from start to end. */
export async function measureBuilding({ rounds }: Measurement): Promise<Row[]> {
  const folder = temporaryFolder();
  const out = join(folder, "dist");
  const fresh = join(folder, "fresh");
  cpuSecondsOf("build", "--out", out);
  const fromNothing = () => {
    rmSync(fresh, { recursive: true, force: true });
    return cpuSecondsOf("build", "--out", fresh);
  };
  const measures: [string, number, () => number | Promise<number>][] = [
    ["from nothing", 9, fromNothing],
    ["nothing changed", 5, () => cpuSecondsOf("build", "--out", out)],
    ["check", 1.8, () => cpuSecondsOf("check")],
    ["start until the first answer, elapsed", 0.3, secondsToStart],
  ];
  const samples = await inTurns(
    rounds,
    new Map(measures.map(([what, , measure]) => [what, measure])),
  );
  return measures.map(([what, most]): Row => {
    const ratio = seriesOf(samples.get(what) ?? []);
    const goal = { bound: "at most", value: most } as const;
    const measured = `${ratio.median.toFixed(2)} s`;
    return { part: "build", what, yardstick: "seconds of a processor", goal, ratio, measured };
  });
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
