import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { Redis } from "ioredis";

/** Whether a program is on the PATH. */
export function isInstalled(program: string): boolean {
  return spawnSync("which", [program]).status === 0;
}

/** A program that runs beside this one, with the end of what it has printed. */
export type Program = {
  child: ChildProcess;
  printed: () => string;
  exited: Promise<number | null>;
};

/** How much of the output of a program is kept. */
const KEPT_CHARACTERS = 20_000;

/** Starts a program whose environment has only PATH and the given variables. */
export function startProgram(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Program {
  const child = spawn(command, args, {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed = (printed + text).slice(-KEPT_CHARACTERS);
    });
  }
  return {
    child,
    printed: () => printed,
    exited: once(child, "close").then(([code]) => code as number | null),
  };
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
  /** Sends one command. */
  command: (name: string) => Promise<unknown>;
  pause: () => void;
  resume: () => void;
  kill: () => Promise<void>;
  /** Starts it again on its port, empty. */
  restart: () => Promise<void>;
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
  const kill = async () => {
    running.child.kill("SIGKILL");
    await running.exited;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    command: async (name) => {
      const client = new Redis({ port, lazyConnect: true });
      try {
        return await client.call(name);
      } finally {
        client.disconnect();
      }
    },
    kill,
    restart: async () => {
      await kill();
      running = await start();
    },
    pause: () => void running.child.kill("SIGSTOP"),
    resume: () => void running.child.kill("SIGCONT"),
  };
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
