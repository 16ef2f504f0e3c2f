import { COMPATIBILITY } from "../../../build/core/site/worker-file.ts";

/** A port at which an isolate is reached. */
export type LocalSocket = {
  /** `host:port`; port 0 picks a free one. */
  address: string;
  /** The isolate that answers, from 0 on; the first one's objects count for all. */
  isolate?: number;
  /** The address that every caller has there, in place of what the platform would tell. */
  caller?: string;
};

/** What the runtime of a worker uses here, in place of the platform; paths of folders. */
export type LocalWorker = {
  sockets: readonly LocalSocket[];
  site: string;
  /** Holds the published keys as the file `keys`; undefined where there are none. */
  keys: string | undefined;
  /** The names of the settings, which are taken from the environment. */
  settings: readonly string[];
};

/** The configuration of workerd (its `workerd.capnp`): the worker is next to it as `worker.js`. */
export function runtimeConfig({ sockets, site, keys, settings }: LocalWorker): string {
  const isolates = [...new Set(sockets.map(({ isolate = 0 }) => isolate))];
  const bindings = (isolate: number) => [
    '(name = "ASSETS", service = "site")',
    `(name = "WINDOWS", durableObjectNamespace = ${objectsOf(isolate)})`,
    ...(keys === undefined ? [] : ['(name = "KEYS", kvNamespace = "keys")']),
    ...settings.map((setting) => `(name = ${text(setting)}, fromEnvironment = ${text(setting)})`),
  ];
  const services = [
    ...isolates.map((at) => `(name = "isolate-${at}", worker = ${workerOf(bindings(at))})`),
    `(name = "site", disk = (path = ${text(site)}))`,
    ...(keys === undefined ? [] : [`(name = "keys", disk = (path = ${text(keys)}))`]),
    '(name = "internet", network = (allow = ["public", "private"], tlsOptions = ' +
      "(trustBrowserCas = true)))",
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

function socketOf({ address, isolate = 0, caller }: LocalSocket, at: number): string {
  const inject =
    caller === undefined
      ? ""
      : `injectRequestHeaders = [(name = "CF-Connecting-IP", value = ${text(caller)})]`;
  return (
    `(name = "socket-${at}", address = ${text(address)}, http = (${inject}), service = ` +
    `"isolate-${isolate}")`
  );
}

function objectsOf(isolate: number): string {
  return isolate === 0
    ? '"CallerWindow"'
    : '(className = "CallerWindow", serviceName = "isolate-0")';
}

function workerOf(bindings: readonly string[]): string {
  const { date, flags } = COMPATIBILITY;
  return `(
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "${date}",
      compatibilityFlags = [${flags.map(text).join(", ")}],
      bindings = [${bindings.join(", ")}],
      durableObjectNamespaces = [(className = "CallerWindow", uniqueKey = "windows", enableSql = true)],
      durableObjectStorage = (inMemory = void)
    )`;
}

/** As Cap'n Proto writes text: like JSON, in UTF-8. */
function text(value: string): string {
  return JSON.stringify(value);
}
