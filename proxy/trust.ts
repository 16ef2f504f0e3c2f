import proxyAddr from "@fastify/proxy-addr";
import { LRUCache } from "lru-cache";
import { withoutPort } from "./limit/address.ts";

/**
 * Whether an address is that of a trusted proxy. Those in front are few, and each is compared
 * with the ranges once.
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
