import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";

/** Whether a redis-server can be started here. */
export function hasRedis(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

/** A program that runs beside this one, with the end of what it has printed. */
export type Program = {
  child: ChildProcess;
  printed: () => string;
  exited: Promise<number | null>;
};

/** How much of the output of a program is kept. */
const KEPT_CHARACTERS = 20_000;

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
  return {
    child,
    printed: () => (file === undefined ? printed : endOf(file) + printed),
    exited: once(child, "close").then(([code]) => code as number | null),
  };
}

/** The last characters of a file. */
function endOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, KEPT_CHARACTERS));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString();
  } finally {
    closeSync(file);
  }
}

/** Waits until a condition holds. Throws if the program ends before that. */
export async function until(
  program: Program,
  isReady: () => boolean | Promise<boolean>,
): Promise<void> {
  while (!(await isReady())) {
    if (program.child.exitCode !== null)
      throw new Error(`a program has ended: ${program.printed()}`);
    await setTimeout(50);
  }
}

/** A redis-server that writes nothing to a disk. */
export type RedisServer = {
  url: string;
  start: () => Promise<void>;
  kill: () => Promise<void>;
  pause: () => void;
  resume: () => void;
  flush: () => void;
};

/** Starts a redis-server on a free port. The caller has to kill it. */
export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort();
  const args = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const start = async () => {
    const program = startProgram("redis-server", args);
    await until(program, () => program.printed().includes("Ready to accept connections"));
    return program;
  };
  let running = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      running = await start();
    },
    kill: async () => {
      running.child.kill("SIGKILL");
      await running.exited;
    },
    pause: () => void running.child.kill("SIGSTOP"),
    resume: () => void running.child.kill("SIGCONT"),
    flush: () => void execFileSync("redis-cli", ["-p", `${port}`, "FLUSHALL"]),
  };
}

/**
 * The process ids of a program and of its children, its own first. Empty once the program has
 * ended, as another process may have its id by then.
 */
export function familyOf({ child }: Program): number[] {
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

/**
 * The memory of several processes of one program, in megabytes. What they share, which is the
 * program of Node, is counted once.
 */
export function memoryMbOf(pids: readonly number[]): number {
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

/** Finds a port of the loopback interface on which nothing listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        resolve(typeof address === "object" && address !== null ? address.port : 0),
      );
    });
  });
}
