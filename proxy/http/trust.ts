import proxyAddr from "@fastify/proxy-addr";
import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { withoutPort } from "../limit/address.ts";

/**
 * Creates the check whether an address is a trusted proxy. Such proxies are few, so the results are
 * remembered.
 */
export function createTrust(ranges: string[]): (address: string) => boolean {
  const isInRanges = proxyAddr.compile(ranges);
  const memoMethod = (address: string) => isInRanges(withoutPort(address), 0);
  const remembered = new LRUCache<string, boolean>({ max: 1_000, memoMethod });
  return (address) => remembered.memo(address);
}

/** The counted request of trusted proxies without X-Forwarded-For of which the log warns. */
const WARNED_WITHOUT_HEADER = 10;

/**
 * Creates the check of how callers are told apart. It warns once of each mistake that gives all
 * callers behind one proxy one limit.
 */
export function createForwardingCheck(
  isTrusted: (address: string) => boolean,
  warn: (message: string) => void,
): (request: FastifyRequest, isCounted: boolean) => void {
  let isWarned = false;
  let withoutHeader = 0;
  return ({ headers, raw }, isCounted) => {
    const isFromTrusted = isTrusted(raw.socket.remoteAddress ?? "");
    if (headers["x-forwarded-for"]) {
      if (isFromTrusted || isWarned) return;
      isWarned = true;
      warn(
        "X-Forwarded-For is not believed, as TRUST_PROXY does not name its sender; " +
          "all callers behind one proxy share one limit",
      );
    } else if (isFromTrusted && isCounted) {
      withoutHeader += 1;
      if (withoutHeader === WARNED_WITHOUT_HEADER)
        warn(
          "requests of a proxy that TRUST_PROXY names have no X-Forwarded-For; " +
            "all callers behind it share one limit",
        );
    }
  };
}
