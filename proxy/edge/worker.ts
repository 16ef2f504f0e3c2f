import { type Config, readConfig } from "../config.ts";
import { lastResort } from "../gate/headers.ts";
import { createRequestIds } from "../gate/request-id.ts";
import { createConsoleLog } from "./console-log.ts";
import {
  type Bindings,
  createEdgeGate,
  type EdgeGate,
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

let site: ReturnType<typeof createEdgeSite> | undefined;
let gate: EdgeGate | undefined;

/**
 * Opens the gate of this isolate. Only values that are there are shared: the runtime ends a request
 * that awaits a promise which another one's I/O settles.
 */
async function openGate(environment: Environment): Promise<EdgeGate> {
  site ??= createEdgeSite(environment.ASSETS);
  const catalog = await site();
  if (gate !== undefined) return gate;
  const read = readSettings(environment);
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  const log = createConsoleLog(read.config.logLevel);
  gate = createEdgeGate(environment, read.config, catalog, log);
  return gate;
}

function readSettings(environment: object): ReturnType<typeof readConfig> {
  const settings = Object.entries(environment).filter(([, value]) => typeof value === "string");
  return readConfig(Object.fromEntries(settings));
}

async function fetch(request: EdgeRequest, environment: Environment): Promise<Response> {
  try {
    return await (gate ?? (await openGate(environment)))(request);
  } catch (error) {
    createConsoleLog("info").error({ err: error }, "request failed");
    return failure(request, environment);
  }
}

/** The response of a gate that cannot be opened. It counts nobody. */
function failure(request: EdgeRequest, environment: Environment): Response {
  const { auth, limits } = configOrDefaults(environment);
  const requestId = requestIdAtEdge(createRequestIds(auth.apiKeyPrefix), request);
  const { status, headers, body } = lastResort(limits, new URL(request.url).pathname, requestId);
  return responseOf(status, headers, request.method === "HEAD" ? undefined : body);
}

function configOrDefaults(environment: object): Config {
  for (const read of [readSettings(environment), readConfig({})])
    if ("config" in read) return read.config;
  throw new Error("the default settings are valid");
}

// biome-ignore lint/style/noDefaultExport: the runtime takes a worker by this name
export default { fetch };
