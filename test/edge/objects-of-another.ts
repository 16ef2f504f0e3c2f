import type { LocalSocket } from "../programs/edge/runtime-config.ts";

/** Gives other processes the objects that count, by the runtime's own calls between processes. */
const OBJECTS = `import { RpcTarget, WorkerEntrypoint } from "cloudflare:workers";
class OneWindow extends RpcTarget {
  #object;
  constructor(object) {
    super();
    this.#object = object;
  }
  count(requests, windowMs) {
    return this.#object.count(requests, windowMs);
  }
}
export default class Windows extends WorkerEntrypoint {
  getByName(name) {
    return new OneWindow(this.env.WINDOWS.getByName(name));
  }
}
`;

/** What a connection for such calls is asked for by. */
const HOST = "windows";

/**
 * The sockets of a process that hosts the objects: the gate's own, and the one for other processes.
 */
export function socketsOfHost(address = "127.0.0.1:0", objects = "127.0.0.1:0"): LocalSocket[] {
  return [{ address }, { address: objects }];
}

/** Has the second socket of a process lead to its objects. */
export function hostingObjects(config: string): string {
  const code = JSON.stringify(OBJECTS);
  const objects =
    '(name = "WINDOWS", durableObjectNamespace = (className = "CallerWindow", serviceName ' +
    '= "isolate-0"))';
  return withService(
    config.replace(
      /(name = "socket-1".*)http = \(\), service = "isolate-0"/,
      `$1http = (capnpConnectHost = "${HOST}"), service = "windows"`,
    ),
    `worker = (modules = [(name = "windows.js", esModule = ${code})], compatibilityDate = ` +
      `"2026-07-01", bindings = [${objects}])`,
  );
}

/** Has a process count in the objects of the one whose second socket has this address. */
export function boundTo(url: string): (config: string) => string {
  const address = JSON.stringify(new URL(url).host);
  return (config) =>
    withService(
      config.replace('durableObjectNamespace = "CallerWindow"', 'service = "windows"'),
      `external = (address = ${address}, http = (capnpConnectHost = "${HOST}"))`,
    );
}

function withService(config: string, service: string): string {
  return config.replace("services = [", () => `services = [(name = "windows", ${service}),`);
}
