import proxyAddr from "@fastify/proxy-addr";
import { LRUCache } from "lru-cache";
import { withoutPort } from "../limit/address.ts";

/**
 * Creates the check whether an address is a trusted proxy. Such proxies are few, so the results are
 * remembered.
 */
export function createTrust(ranges: string[]): (address: string) => boolean {
  const isInRanges = proxyAddr.compile(ranges);
  const remembered = new LRUCache<string, boolean>({ max: 1_000 });
  return (address) => {
    const known = remembered.get(address);
    if (known !== undefined) return known;
    const isTrusted = isInRanges(withoutPort(address), 0);
    remembered.set(address, isTrusted);
    return isTrusted;
  };
}
