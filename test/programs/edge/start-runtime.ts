import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { publishedKeys } from "../../../build/core/keys/published-keys.ts";
import { readKeyFile } from "../../../build/core/keys/read-key-file.ts";
import { WORKER_FILE } from "../../../build/core/site/worker-file.ts";
import { VARIABLE_NAMES } from "../../../proxy/config.ts";
import { type LocalSocket, runtimeConfig } from "./runtime-config.ts";

/** The runtime of workers, running on this machine. */
export type Runtime = {
  /** Where it is reached; one address for each socket. */
  urls: string[];
  process: ChildProcess;
  /** Ends it, and removes what it was started from. */
  stop: () => void;
};

/** The runtime cannot be had on this machine; the message says why. */
export class NoRuntimeError extends Error {}

/**
 * Settings that the worker has no use for: the runtime or the platform does what they are about.
 */
const NOT_THE_WORKERS: ReadonlySet<string> = new Set([
  ...["HOST", "PORT", "SITE", "API_KEYS_FILE", "REDIS_URL", "REUSE_PORT", "TRUST_PROXY"],
  ...["METRICS_PORT", "METRICS_HOST", "DRAIN_SECONDS", "ASSETS_ORIGIN"],
]);

/** How often the key file is looked at, in milliseconds. */
const POLL_MS = 1_000;

/**
 * Starts the worker of a built site under workerd. `env` holds the settings; `adapt` changes the
 * runtime's configuration. Throws `NoRuntimeError`, `KeyFileError`, and what the file system
 * throws.
 */
export async function startRuntime(
  site: string,
  env: NodeJS.ProcessEnv,
  sockets: readonly LocalSocket[],
  output: "inherit" | "pipe" = "inherit",
  adapt: (config: string) => string = (config) => config,
): Promise<Runtime> {
  const program = findRuntime();
  const folder = mkdtempSync(join(tmpdir(), "gamedata-edge-"));
  const clean = () => rmSync(folder, { recursive: true, force: true });
  let closeKeys = () => {};
  try {
    copyFileSync(join(site, WORKER_FILE), join(folder, "worker.js"));
    const file = env["API_KEYS_FILE"];
    const keys = file ? join(folder, "keys") : undefined;
    if (file && keys !== undefined) closeKeys = followKeys(file, keys);
    const settings = VARIABLE_NAMES.filter((name) => env[name] && !NOT_THE_WORKERS.has(name));
    const config = runtimeConfig({ sockets, site: resolve(site), keys, settings });
    writeFileSync(join(folder, "config.capnp"), adapt(config));
    const child = spawn(program, ["serve", "config.capnp", "--control-fd=3"], {
      cwd: folder,
      env,
      stdio: ["ignore", output, output, "pipe"],
    });
    child.once("exit", clean);
    const ports = await portsOf(child, sockets.length);
    const stop = () => {
      closeKeys();
      child.kill();
      clean(); // whoever stops it may end before the child has
    };
    return { urls: ports.map((port) => `http://127.0.0.1:${port}`), process: child, stop };
  } catch (error) {
    closeKeys();
    clean();
    throw error;
  }
}

/** The path of workerd, which is a development dependency. */
export function findRuntime(): string {
  try {
    const found: unknown = createRequire(import.meta.url)("workerd");
    if (typeof found === "object" && found !== null && "default" in found)
      return `${found.default}`;
  } catch (error) {
    throw new NoRuntimeError(
      `workerd cannot be had: ${error instanceof Error ? error.message : error}`,
    );
  }
  throw new NoRuntimeError("workerd cannot be had: its package is another one");
}

/** Publishes a key file into a folder, again whenever it changes. */
function followKeys(file: string, folder: string): () => void {
  mkdirSync(folder);
  const publish = () => writeFileSync(join(folder, "keys"), publishedKeys(readKeyFile(file), file));
  publish();
  const timer = setInterval(() => {
    try {
      publish();
    } catch {
      // While the file is broken the last keys stay in force, as in the proxy.
    }
  }, POLL_MS).unref();
  return () => clearInterval(timer);
}

/** The ports that the runtime reports, in the order of its sockets. */
function portsOf(child: ChildProcess, count: number): Promise<number[]> {
  return new Promise((done, reject) => {
    const control = child.stdio[3] as Readable;
    const ports: number[] = [];
    let text = "";
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`workerd ended with code ${code}`)));
    control.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      for (const [, at, port] of text.matchAll(/"socket":"socket-(\d+)","port":(\d+)/g))
        ports[Number(at)] = Number(port);
      if (Object.keys(ports).length === count) done(ports);
    });
  });
}
