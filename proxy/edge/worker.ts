/*
 * The proxy as a Cloudflare worker: the same gate (edge-gate.ts) with the site's files (edge-
 * site.ts), keys from KV (edge-keys.ts), a JWKS (edge-key-set.ts), and windows that a durable
 * object of each caller counts (object-windows.ts asks caller-window.ts).
 */
import { describeError } from "../../build/core/errors.ts";
import { type Config, readConfig } from "../config.ts";
import { createRedact } from "../gate/credential.ts";
import { createRequestIds, lastResort } from "../gate/headers.ts";
import type { Log } from "../log.ts";
import {
  type Bindings,
  createEdgeGate,
  type EdgeRequest,
  requestIdAtEdge,
  responseOf,
} from "./edge-gate.ts";
import { type Assets, createEdgeSite } from "./edge-site.ts";

/** The bindings of the worker. The same object holds the settings, which are the proxy's own. */
type Environment = Bindings & {
  /** The files of the site. */
  ASSETS: Assets;
};

// biome-ignore lint/performance/noBarrelFile: the runtime takes the class from this module
export { CallerWindow } from "./caller-window.ts";

/** The settings of a worker whose own are wrong. */
const DEFAULTS = readConfig({}) as { config: Config };

function readSettings(environment: object) {
  const isSetting = ([, value]: [string, unknown]) => typeof value === "string";
  return readConfig(Object.fromEntries(Object.entries(environment).filter(isSetting)));
}

let site: ReturnType<typeof createEdgeSite> | undefined;
let gate: ReturnType<typeof createEdgeGate> | undefined;

/**
 * Opens the gate of this isolate. Only values that are there are shared: the runtime ends a request
 * that awaits a promise which another one's I/O settles.
 */
async function openGate(environment: Environment) {
  site ??= createEdgeSite(environment.ASSETS);
  const catalog = await site();
  const read = readSettings(environment);
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  const log = createConsoleLog(read.config);
  gate ??= createEdgeGate(environment, read.config, catalog, log);
  return gate;
}

async function fetch(request: EdgeRequest, environment: Environment) {
  try {
    return await (gate ?? (await openGate(environment)))(request);
  } catch (error) {
    const read = readSettings(environment);
    const { config } = "config" in read ? read : DEFAULTS;
    createConsoleLog({ ...config, logLevel: "info" }).error({ err: error }, "request failed");
    // Where the gate cannot be opened, nobody is counted.
    const { auth, limits } = config;
    const requestId = requestIdAtEdge(createRequestIds(auth.apiKeyPrefix), request);
    const { status, headers, body } = lastResort(limits, new URL(request.url).pathname, requestId);
    return responseOf(status, headers, request.method === "HEAD" ? undefined : body);
  }
}

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** Logs JSON lines to the console, which the platform collects. Leaves out lower levels. */
function createConsoleLog({ auth, logLevel: least }: Config) {
  const redact = createRedact(auth.apiKeyPrefix);
  const write = (level: keyof Log) => (fields: { err?: unknown }, msg: string) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    const err = fields.err && describeError(fields.err);
    // biome-ignore lint/suspicious/noConsole: the platform's log is the console
    console.log(redact(JSON.stringify({ level, ...fields, err, msg })));
  };
  return { info: write("info"), warn: write("warn"), error: write("error") };
}

// biome-ignore lint/style/noDefaultExport: the runtime takes a worker by this name
export default { fetch };
