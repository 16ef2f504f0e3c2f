import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { readKeyFile } from "../../../build/cli/keys/edit-keys.ts";
import { publishedKeys } from "../../../build/core/keys/key-file.ts";
import { COMPATIBILITY, WORKER_FILE } from "../../../build/core/site/file-names.ts";
import { VARIABLE_NAMES } from "../../../proxy/config.ts";

/** The version of workerd that is tested. It is too large for a dependency. */
export const WORKERD_VERSION = "1.20261023.1";

/** A port at which an isolate is reached. */
export type LocalSocket = {
  /** `host:port`; port 0 picks a free one. */
  address: string;
  /** The isolate that responds, from 0 on. All isolates share the objects that count. */
  isolate?: number;
  /** The address that every caller has there, in place of what the platform would tell. */
  caller?: string;
};

/** workerd is not on this machine. The message says how to get it. */
export class NoRuntimeError extends Error {}

/** The path of workerd: WORKERD, or the program of the installed package. */
export function findRuntime() {
  const { WORKERD } = process.env;
  if (WORKERD && existsSync(WORKERD)) return WORKERD;
  if (WORKERD) throw new NoRuntimeError(`WORKERD: ${WORKERD} does not exist; expected the program`);
  try {
    const { default: path } = createRequire(import.meta.url)("workerd") as { default: string };
    return path;
  } catch {
    throw new NoRuntimeError(
      `workerd is not installed; run npm install --no-save workerd@${WORKERD_VERSION}, ` +
        "or set WORKERD to the path of the program",
    );
  }
}

/** Settings that have no effect on a worker: the runtime or the platform does what they do. */
const NOT_THE_WORKERS: ReadonlySet<string> = new Set([
  "HOST",
  "PORT",
  "SITE",
  "API_KEYS_FILE",
  "REDIS_URL",
  "REUSE_PORT",
  "TRUST_PROXY",
  "API_KEY_INTROSPECTION_URL",
  "API_KEY_INTROSPECTION_AUTH",
  "METRICS_PORT",
  "METRICS_HOST",
  "DRAIN_SECONDS",
  "ASSETS_ORIGIN",
]);

/** How often the key file is published again, in milliseconds. */
const PUBLISH_MS = 1_000;

/**
 * Starts the worker of a built site under workerd, with durable objects on disk, as on the
 * platform. `env` holds the settings. Throws `NoRuntimeError`, `KeyFileError`, and what the file
 * system throws.
 */
export async function startRuntime(
  site: string,
  env: NodeJS.ProcessEnv,
  sockets: readonly LocalSocket[],
  output: "inherit" | "pipe" = "inherit",
) {
  const program = findRuntime();
  const folder = mkdtempSync(join(tmpdir(), "gamedata-edge-"));
  let closeKeys = () => {};
  const clean = () => {
    closeKeys();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    copyFileSync(join(site, WORKER_FILE), join(folder, "worker.js"));
    for (const name of ["keys", "objects"]) mkdirSync(join(folder, name));
    if (env["API_KEYS_FILE"]) closeKeys = followKeys(env["API_KEYS_FILE"], join(folder, "keys"));
    const settings = VARIABLE_NAMES.filter((name) => env[name] && !NOT_THE_WORKERS.has(name));
    writeFileSync(join(folder, "config.capnp"), configOf(sockets, resolve(site), settings));
    const child = spawn(program, ["serve", "--experimental", "config.capnp", "--control-fd=3"], {
      cwd: folder,
      env,
      stdio: ["ignore", output, output, "pipe"],
    });
    child.once("exit", clean);
    const ports = await portsOf(child, sockets.length);
    const stop = () => {
      child.kill();
      clean(); // whoever stops it may end before the child has
    };
    return { urls: ports.map((port) => `http://127.0.0.1:${port}`), process: child, stop };
  } catch (error) {
    clean();
    throw error;
  }
}

/** The configuration of workerd (its `workerd.capnp`). */
function configOf(sockets: readonly LocalSocket[], site: string, settings: readonly string[]) {
  const isolates = [...new Set(sockets.map(({ isolate = 0 }) => isolate))];
  const objects = '(className = "CallerWindow", serviceName = "isolate-0")';
  const bindings = [
    '(name = "ASSETS", service = "site")',
    '(name = "KEYS", kvNamespace = "keys")',
    `(name = "WINDOWS", durableObjectNamespace = ${objects})`,
    ...settings.map((name) => `(name = ${text(name)}, fromEnvironment = ${text(name)})`),
  ];
  const worker = `(
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "${COMPATIBILITY.date}",
      compatibilityFlags = [${COMPATIBILITY.flags.map(text).join(", ")}],
      bindings = [${bindings.join(", ")}],
      durableObjectNamespaces = [(className = "CallerWindow", uniqueKey = "windows", enableSql = true)],
      durableObjectStorage = (localDisk = "objects")
    )`;
  const services = [
    ...isolates.map((at) => `(name = "isolate-${at}", worker = ${worker})`),
    `(name = "site", disk = (path = ${text(site)}))`,
    '(name = "keys", disk = (path = "keys"))',
    '(name = "objects", disk = (path = "objects", writable = true))',
    '(name = "internet", network = (allow = ["public", "private"], ' +
      "tlsOptions = (trustBrowserCas = true)))",
  ];
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ${services.join(",\n    ")}
  ],
  sockets = [
    ${sockets.map(socketOf).join(",\n    ")}
  ]
);
`;
}

function socketOf({ address, isolate = 0, caller }: LocalSocket, at: number) {
  const header = `(name = "CF-Connecting-IP", value = ${text(caller ?? "")})`;
  const http = caller === undefined ? "" : `injectRequestHeaders = [${header}]`;
  const service = `"isolate-${isolate}"`;
  const ends = `address = ${text(address)}, http = (${http}), service = ${service}`;
  return `(name = "socket-${at}", ${ends})`;
}

/** As Cap'n Proto writes text: like JSON, in UTF-8. */
function text(value: string) {
  return JSON.stringify(value);
}

/** Publishes a key file into a folder, again and again. */
function followKeys(file: string, folder: string) {
  const publish = () => writeFileSync(join(folder, "keys"), publishedKeys(readKeyFile(file), file));
  publish();
  const timer = setInterval(() => {
    try {
      publish();
    } catch {
      // While the file is broken the last keys stay in force, as in the proxy.
    }
  }, PUBLISH_MS).unref();
  return () => clearInterval(timer);
}

/** The ports that the runtime reports, in the order of its sockets. */
function portsOf(child: ChildProcess, count: number): Promise<number[]> {
  return new Promise((done, reject) => {
    const control = child.stdio[3] as Readable;
    const ports: number[] = [];
    let printed = "";
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`workerd ended with code ${code}`)));
    control.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
      for (const [, at, port] of printed.matchAll(/"socket":"socket-(\d+)","port":(\d+)/g))
        ports[Number(at)] = Number(port);
      if (Object.keys(ports).length === count) done(ports);
    });
  });
}
