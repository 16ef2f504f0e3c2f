/** What serves the site in a test: the proxy on Node, or the same gate under workerd. */
export type HostName = "node" | "workerd";

let current: HostName = "node";

/** Has all proxies of this file stand on a host; before the tests are imported. */
export function runOn(host: HostName): void {
  current = host;
}

/**
 * Whether proxies stand on workerd: what the platform does itself is not asked of the gate then.
 */
export function isOnWorkerd(): boolean {
  return current === "workerd";
}
