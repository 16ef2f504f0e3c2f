import { Redis } from "ioredis";
import { freePort } from "../helpers/port.ts";
import { type Program, startProgram, until } from "./programs.ts";

/** A redis-server that writes nothing to a disk. Who starts it kills it. */
export type RedisServer = {
  port: number;
  url: string;
  /** Sends one command. */
  command: (name: string, ...words: string[]) => Promise<unknown>;
  /** Stops it from answering, as a machine that swaps does, until `resume`. */
  pause: () => void;
  resume: () => void;
  kill: () => Promise<void>;
  /** Starts it again on its port, empty. */
  restart: () => Promise<void>;
};

/** Starts a redis-server on a free port. Sentinels and their like need a file of settings. */
export async function startRedisServer(
  options: readonly string[] = [],
  file?: string,
): Promise<RedisServer> {
  const port = await freePort();
  const own = ["--port", `${port}`, "--bind", "127.0.0.1", ...options];
  const args = file === undefined ? [...own, "--save", "", "--appendonly", "no"] : [file, ...own];
  const start = async (): Promise<Program> => {
    const program = startProgram("redis-server", args);
    const isReady = /Ready to accept connections|Server initialized|Sentinel ID is/;
    await until(program, () => isReady.test(program.printed()));
    return program;
  };
  let running = await start();
  const kill = async () => {
    running.child.kill("SIGKILL");
    await running.exited;
  };
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
    pause: () => void running.child.kill("SIGSTOP"),
    resume: () => void running.child.kill("SIGCONT"),
    kill,
    restart: async () => {
      await kill();
      running = await start();
    },
  };
}
