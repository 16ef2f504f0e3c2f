import { existsSync, readFileSync } from "node:fs";
import { afterAll, onTestFinished } from "vitest";
import type { LocalSocket } from "../programs/edge/runtime-config.ts";
import {
  findRuntime,
  NoRuntimeError,
  type Runtime,
  startRuntime,
} from "../programs/edge/start-runtime.ts";

/** The worker of a site under workerd, for one test. */
export type Edge = { port: number; url: string; logs: string[] };

/** Why workerd cannot run here, for the names of skipped tests; undefined where it can. */
export function edgeIsMissing(): string | undefined {
  try {
    const path = findRuntime();
    return existsSync(path) ? undefined : `there is no ${path}`;
  } catch (error) {
    if (error instanceof NoRuntimeError) return error.message;
    throw error;
  }
}

/**
 * So many tests share a process; each has a port of its own, where callers have an address of its
 * own.
 */
const TESTS_IN_ONE = 100;

/** A process, and those of its ports that no test has had. */
type Shared = { urls: string[]; logs: string[] };

const shared = new Map<string, Promise<Shared>>();
const running = new Set<Runtime>();
// Of the file that imports this, as its process gets no signal when it ends.
afterAll(() => {
  for (const { stop } of running) stop();
});

/** Starts a site under workerd, or takes a port of a process that has the same settings. */
export async function startEdge(site: string, env: Record<string, string> = {}): Promise<Edge> {
  const { API_KEYS_FILE: keys } = env;
  const name = JSON.stringify([site, env, keys && readFileSync(keys, "utf8")]);
  const known = await shared.get(name);
  const starting = known?.urls.length ? known : startShared(site, env);
  shared.set(name, Promise.resolve(starting));
  const { urls, logs } = await starting;
  const url = urls.shift() ?? "";
  return { url, port: Number(new URL(url).port), logs };
}

async function startShared(site: string, env: Record<string, string>): Promise<Shared> {
  const sockets = Array.from({ length: TESTS_IN_ONE }, (_, at) => ({
    address: "127.0.0.1:0",
    caller: `203.0.113.${at + 1}`,
  }));
  const { runtime, logs } = await start(site, env, sockets);
  return { urls: runtime.urls, logs };
}

/** A process of a test's own, with the sockets that it wants. */
export async function startOwnEdge(
  site: string,
  env: Record<string, string>,
  sockets: readonly LocalSocket[] = [{ address: "127.0.0.1:0" }],
  adapt?: (config: string) => string,
): Promise<{ urls: string[]; logs: string[] }> {
  const { runtime, logs } = await start(site, env, sockets, adapt);
  onTestFinished(runtime.stop);
  return { urls: runtime.urls, logs };
}

async function start(
  site: string,
  env: Record<string, string>,
  sockets: readonly LocalSocket[],
  adapt?: (config: string) => string,
): Promise<{ runtime: Runtime; logs: string[] }> {
  const runtime = await startRuntime(site, env, sockets, "pipe", adapt);
  const { process: child } = runtime;
  running.add(runtime);
  child.once("exit", () => running.delete(runtime));
  child.unref();
  const logs: string[] = [];
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding("utf8").on("data", (text: string) => {
      logs.push(...text.split("\n").filter((line) => line !== ""));
    });
  return { runtime, logs };
}
