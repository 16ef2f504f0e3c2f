import type { IncomingMessage } from "node:http";
import { sharesPromises, waitUntil } from "#host";
import type { Authorities } from "../auth/authorities.ts";
import {
  type Allow,
  credentialOf,
  type Identity,
  type Presented,
  type Verdict,
} from "../auth/identity.ts";
import { createUnderWay, type UnderWay } from "../auth/under-way.ts";
import type { Windows } from "../limit/windows.ts";

/** The characters of credentials (RFC 6750 §2.1, b64token). */
const B64TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * Finds the credential of a request, in `x-api-key` or `Authorization: Bearer`. Two different
 * credentials are malformed, and so is a repeated header.
 */
export function presentedCredential(
  request: Pick<IncomingMessage, "headers" | "rawHeaders">,
  keyPrefix: string,
): Presented {
  const { authorization, "x-api-key": apiKey } = request.headers;
  if (authorization === undefined && apiKey === undefined) return { kind: "none" };
  if (
    isRepeated(request.rawHeaders, "authorization") ||
    isRepeated(request.rawHeaders, "x-api-key")
  ) {
    return malformed("a credential header is repeated");
  }

  const values: string[] = [];
  if (typeof apiKey === "string") {
    if (!apiKey.startsWith(keyPrefix)) return malformed("x-api-key does not hold a key");
    values.push(apiKey);
  }
  if (authorization !== undefined) {
    const [, bearer] = /^bearer +(.+)$/i.exec(authorization) ?? [];
    if (bearer === undefined)
      return malformed('Authorization is not "Bearer" followed by a credential');
    values.push(bearer);
  }
  const [value = "", other = value] = values;
  if (value !== other) return malformed("two different credentials");
  if (!B64TOKEN.test(value))
    return malformed("it has characters that are not allowed in a credential");
  return { kind: value.startsWith(keyPrefix) ? "key" : "token", ...credentialOf(value) };
}

function malformed(reason: string): Presented {
  return { kind: "malformed", reason };
}

/**
 * Whether a request repeats a header. Node joins repeated headers or keeps the first, so the raw
 * list is read. `name` is in lower case.
 */
export function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const other = rawHeaders[at];
    // Most names differ in length, which is quick to see.
    if (other?.length === name.length && other.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

/**
 * Identifies the caller by the credential and the address of a request. It is a promise only where
 * a check needs another service or a signature.
 */
export type Identify = (presented: Presented, address: string) => Identity | Promise<Identity>;

/** Finds the authority for a credential. Keys of the file are always looked up. */
function identifyWith(
  { keyFile, introspection, accessTokens }: Authorities,
  allowFor: (address: string) => Allow,
): Identify {
  return (presented, address) => {
    switch (presented.kind) {
      case "none":
        return { kind: "anonymous" };
      case "malformed":
        return { kind: "rejected", reason: presented.reason };
      case "key":
        return (
          keyFile?.find(presented) ??
          introspection?.check(presented, allowFor(address)) ?? {
            kind: "rejected",
            reason: "no such key",
          }
        );
      case "token":
        return (
          accessTokens?.check(presented, allowFor(address)) ?? {
            kind: "rejected",
            reason: "no authorization server is configured",
          }
        );
    }
  };
}

/** Where the rejections of each address are counted, and how many it may have in a window. */
export type RejectionLimit = { windows: Windows; limit: number };

/**
 * Identifies callers, and counts the rejected credentials of each address. Once an address has
 * reached the limit, its credentials are checked only if that is cheap, or if they are already
 * known as good. Credentials that could not be checked are counted in a window of their own.
 */
export function createIdentify(
  authorities: Authorities,
  { windows, limit }: RejectionLimit,
): Identify {
  const identify = identifyWith(authorities, createCheckLimiter({ windows, limit }));

  /** Counts a credential that could not be checked, and refuses it beyond the limit. */
  const countIfUnavailable = (
    identity: Identity,
    address: string,
  ): Identity | Promise<Identity> => {
    if (identity.kind !== "unavailable") return identity;
    const window = `${address}:unavailable`;
    const counted = windows.count(window, limit);
    const refuse = ({ isExhausted }: { isExhausted: boolean }): Identity =>
      isExhausted ? { kind: "spent", reason: identity.reason, window } : identity;
    return counted instanceof Promise ? counted.then(refuse) : refuse(counted);
  };

  return (presented, address) => {
    const identity = identify(presented, address);
    if (identity instanceof Promise)
      return identity.then((known) => countIfUnavailable(known, address));
    if (identity.kind === "rejected") void windows.count(rejectionsOf(address), limit);
    return countIfUnavailable(identity, address);
  };
}

/** The window in which the rejections of an address are counted. */
function rejectionsOf(address: string): string {
  return `${address}:rejected`;
}

/** How often a request that waits at the edge looks whether a check has ended, in milliseconds. */
const POLL_MS = 20;

/** The checks of one address: those that run, and the requests that wait for one to end. */
type AddressChecks = { running: UnderWay; waiting: (() => void)[] };

/** Limits the checks of an address at a time to the rejections that it has left. */
function createCheckLimiter({ windows, limit }: RejectionLimit): (address: string) => Allow {
  const byAddress = new Map<string, AddressChecks>();

  const checksOf = (address: string): AddressChecks => {
    const checks = byAddress.get(address) ?? { running: createUnderWay(), waiting: [] };
    byAddress.set(address, checks);
    return checks;
  };

  /**
   * Waits until a check may run, and counts it as running until the returned function is called.
   * Gives undefined if no rejections are left.
   */
  const waitForTurn = async (address: string): Promise<(() => void) | undefined> => {
    while (true) {
      const { remaining } = await windows.peek(rejectionsOf(address), limit);
      if (remaining === 0) return undefined;
      if (checksOf(address).running.size() < remaining) return checksOf(address).running.begin();
      while (checksOf(address).running.size() >= remaining) await oneMayEnd(checksOf(address));
    }
  };

  const run = async (address: string, check: () => Promise<Verdict>, end: () => void) => {
    try {
      const verdict = await check();
      if (isRejection(verdict)) await windows.count(rejectionsOf(address), limit);
      return verdict;
    } finally {
      end();
      const { running, waiting } = checksOf(address);
      const hasEnded = running.size() === 0;
      if (hasEnded && waiting.length === 0) byAddress.delete(address);
      for (const proceed of waiting.splice(0, hasEnded ? Infinity : 1)) proceed();
    }
  };

  return (address) => async (check) => {
    const end = await waitForTurn(address);
    if (end === undefined)
      return {
        kind: "spent",
        reason: "too many credentials were rejected",
        window: rejectionsOf(address),
      };
    const verdict = run(address, check, end);
    waitUntil(verdict); // the check is counted, even if the client leaves
    return verdict;
  };
}

/** Waits until a check of the address has ended, or at the edge until one may have ended. */
function oneMayEnd({ waiting }: AddressChecks): Promise<void> {
  return new Promise((resolve) => {
    if (sharesPromises) waiting.push(resolve);
    else setTimeout(resolve, POLL_MS);
  });
}

function isRejection(verdict: Verdict): boolean {
  return (
    verdict.kind === "rejected" ||
    (verdict.kind === "unavailable" && verdict.isAboutCredential === true)
  );
}
