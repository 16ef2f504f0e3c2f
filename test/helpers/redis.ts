import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { Redis } from "ioredis";
import { onTestFinished } from "vitest";

/**
 * Whether tests that need `redis-server` are skipped; with `CI=true` they run, and fail, without
 * it.
 */
export const SKIP_REDIS =
  process.env["CI"] !== "true" && spawnSync("redis-server", ["--version"]).error !== undefined;

/** A redis-server of one test. */
export type RedisServer = {
  port: number;
  url: string;
  /** Sends one command. */
  command: (name: string, ...words: string[]) => Promise<unknown>;
  /**
   * Lets it stand still, as a machine that swaps or a network that drops; `resume` lets it go on.
   */
  pause: () => void;
  resume: () => void;
  /** Ends it at once. */
  kill: () => Promise<void>;
  /** Starts it again on its port, empty. */
  restart: () => Promise<void>;
};

/**
 * Starts a redis-server, with nothing on a disk, that ends with the test. Sentinels need a file of
 * settings.
 */
export async function startRedis(options: string[] = [], file?: string): Promise<RedisServer> {
  const port = await freePort();
  let child = await spawnRedis(port, options, file);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  onTestFinished(kill);
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    command: async (name, ...words) => {
      const client = new Redis({ port, lazyConnect: true });
      try {
        return await client.call(name, ...words);
      } finally {
        client.disconnect();
      }
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    kill,
    restart: async () => {
      await kill();
      child = await spawnRedis(port, options, file);
    },
  };
}

/** Resolves when the server takes connections. */
async function spawnRedis(
  port: number,
  options: string[],
  file: string | undefined,
): Promise<ChildProcess> {
  const args = [
    ...(file === undefined ? [] : [file]),
    "--port",
    `${port}`,
    "--bind",
    "127.0.0.1",
    ...options,
  ];
  const child = spawn("redis-server", file === undefined ? [...args, "--save", ""] : args);
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (text) => {
      printed += text;
      if (/Ready to accept connections|Server initialized|Sentinel ID is/.test(printed)) resolve();
    });
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`redis-server: ${printed}`)));
  });
  return child;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("no port was given");
  return address.port;
}
