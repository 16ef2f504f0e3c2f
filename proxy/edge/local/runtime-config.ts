import { COMPATIBILITY } from "../../../build/site/worker.ts";

/** What the runtime of a worker stands on here, in place of the platform; paths of folders. */
export type LocalWorker = {
  /** `host:port`; port 0 picks a free one. */
  address: string;
  site: string;
  /** Holds the published keys as the file `keys`; undefined where there are none. */
  keys: string | undefined;
  /** The names of the settings, which are taken from the environment. */
  settings: readonly string[];
  /** How many isolates serve, each at a port of its own. */
  isolates: number;
};

/**
 * The configuration of workerd (its `workerd.capnp`): the worker lies beside it as `worker.js`.
 * Further isolates count in the objects of the first one.
 */
export function runtimeConfig({ address, site, keys, settings, isolates }: LocalWorker): string {
  const names = Array.from({ length: isolates }, (_, at) => (at === 0 ? "main" : `main-${at}`));
  const bindings = (name: string) => [
    '(name = "ASSETS", service = "site")',
    `(name = "WINDOWS", durableObjectNamespace = ${name === "main" ? '"CallerWindow"' : '(className = "CallerWindow", serviceName = "main")'})`,
    ...(keys === undefined ? [] : ['(name = "KEYS", kvNamespace = "keys")']),
    ...settings.map((setting) => `(name = ${text(setting)}, fromEnvironment = ${text(setting)})`),
  ];
  const services = names.map((name) => `(name = "${name}", worker = ${workerOf(bindings(name))})`);
  const sockets = names.map(
    (name, at) =>
      `(name = "${name}", address = ${text(at === 0 ? address : "127.0.0.1:0")}, http = (), service = "${name}")`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ${services.join(",\n    ")},
    (name = "site", disk = (path = ${text(site)})),
    ${keys === undefined ? "" : `(name = "keys", disk = (path = ${text(keys)})),`}
    (name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true)))
  ],
  sockets = [
    ${sockets.join(",\n    ")}
  ]
);
`;
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
