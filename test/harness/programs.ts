import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** A program that runs beside this one, with the end of what it has printed. */
export type Program = {
  child: ChildProcess;
  printed: () => string;
  exited: Promise<number | null>;
};

/** How much of the output of a program is kept. */
const KEPT_CHARACTERS = 20_000;

/** Whether a program is on the PATH. */
export function isInstalled(program: string) {
  return spawnSync("which", [program]).status === 0;
}

/**
 * Starts a program whose environment has only PATH and the given variables. Its output goes to a
 * pipe that is read, or to the end of `file`.
 */
export function startProgram(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  file?: string,
): Program {
  const output = file === undefined ? ("pipe" as const) : openSync(file, "a");
  const child = spawn(command, args, {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", output, "pipe"],
  });
  if (output !== "pipe") closeSync(output);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed = (printed + text).slice(-KEPT_CHARACTERS);
    });
  }
  const inFile = () => (file === undefined ? "" : readFileSync(file, "utf8"));
  return {
    child,
    printed: () => inFile().slice(-KEPT_CHARACTERS) + printed,
    exited: once(child, "close").then(([code]) => code as number | null),
  };
}

/** Waits until a condition holds. Throws if the program ends before that. */
export async function until(program: Program, isReady: () => boolean | Promise<boolean>) {
  while (!(await isReady())) {
    if (program.child.exitCode !== null)
      throw new Error(`${program.child.spawnfile} ended: ${program.printed()}`);
    await setTimeout(50);
  }
}

/**
 * The process ids of a program and of its children, its own first. Empty once the program has
 * ended, as another process may have its id by then.
 */
export function familyOf({ child }: Pick<Program, "child">) {
  const { exitCode, pid, signalCode } = child;
  if (pid === undefined || exitCode !== null || signalCode !== null) return [];
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim();
  const children = lines
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([own = 0]) => own);
  return [pid, ...children];
}

const TICKS_PER_SECOND = 100;

/** The processor time that a program and its children have used, in seconds (proc(5)). */
export function cpuSecondsOf(program: Pick<Program, "child">) {
  const ticks = familyOf(program).map((pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program, in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11]) + Number(fields[12]); // utime and stime
  });
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}

/**
 * The memory of several processes of one program, in megabytes. What they share, which is the
 * program of Node, is counted once.
 */
export function memoryMbOf(pids: readonly number[]) {
  let own = 0;
  let shared = 0;
  for (const pid of pids) {
    const of = mapsOf(pid);
    own += of("Private_Clean") + of("Private_Dirty");
    shared = Math.max(shared, of("Shared_Clean") + of("Shared_Dirty"));
  }
  return Math.round((own + shared) / 1024);
}

/** The memory of a process as Linux reports it, in kilobytes. 0 if it has just ended. */
function mapsOf(pid: number): (name: string) => number {
  let text = "";
  try {
    text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  } catch {
    // it has ended
  }
  return (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
}
