import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";

/** Whether a redis-server can be started here. */
export function hasRedis(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

/** A program that runs beside this one, with what it has printed lately. */
export type Program = {
  child: ChildProcess;
  printed: () => string;
  exited: Promise<number | null>;
};

/** As much of what a program has printed as anybody will want to see. */
const KEPT_CHARACTERS = 20_000;

/** Starts a program with nothing in its environment but the given variables. */
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

/** Waits until a program is as far as it should be; throws when it ends before. */
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

/** A redis-server with nothing on a disk. */
export type RedisServer = {
  url: string;
  start: () => Promise<void>;
  kill: () => Promise<void>;
  pause: () => void;
  resume: () => void;
  flush: () => void;
};

/** Starts a redis-server on a free port. Who starts it kills it. */
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

/** A process and its children, with their resident memory in kilobytes. */
export function familyOf(pid: number): { pid: number; rssKb: number }[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss="], { encoding: "utf8" })
    .trim()
    .split("\n");
  const all = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return all
    .filter(([own, parent]) => own === pid || parent === pid)
    .map(([own = 0, , rssKb = 0]) => ({ pid: own, rssKb }));
}

/** A port of the loopback interface that nothing listens on now. */
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
