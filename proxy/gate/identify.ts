import type { Authorities } from "../auth/authorities.ts";
import type { Allow, Identity, Presented, Verdict } from "../auth/identity.ts";
import type { Windows } from "../limit/windows.ts";
import { andThen } from "./and-then.ts";

/**
 * Identifies the caller by the credential and the address of a request. It is a promise only where
 * a check needs another service or a signature.
 */
export type Identify = (presented: Presented, address: string) => Identity | Promise<Identity>;

/** Where the rejections of each address are counted, and how many it may have in a window. */
type RejectionLimit = { windows: Windows; limit: number };

/** Decides which costly checks of an address run. */
export type AllowFor = (address: string) => Allow;

/** The window in which the rejections of an address are counted. */
export function rejectionsOf(address: string) {
  return `${address}:rejected`;
}

/** The window in which credentials of an address that could not be checked are counted. */
export function unavailableOf(address: string) {
  return `${address}:unavailable`;
}

/**
 * Identifies callers, and counts the rejected credentials of each address. Once an address has
 * reached the limit, `allowFor` lets its credentials be checked only if they are already known as
 * good. Credentials that could not be checked are counted in a window of their own.
 */
export function createIdentify(
  authorities: Authorities,
  { windows, limit }: RejectionLimit,
  allowFor: AllowFor,
): Identify {
  /** Counts a credential that could not be checked, and refuses it beyond the limit. */
  const countIfUnavailable = (
    identity: Identity,
    address: string,
  ): Identity | Promise<Identity> => {
    if (identity.kind !== "unavailable") return identity;
    const window = unavailableOf(address);
    return andThen(windows.count(window, limit), ({ isExhausted }) =>
      isExhausted ? { kind: "spent", reason: identity.reason, window } : identity,
    );
  };

  return (presented, address) => {
    const identity = identifyWith(authorities, presented, allowFor(address));
    if (identity instanceof Promise)
      return identity.then((known) => countIfUnavailable(known, address));
    if (identity.kind === "rejected") void windows.count(rejectionsOf(address), limit);
    return countIfUnavailable(identity, address);
  };
}

/** Asks the authority for a credential. Keys of the file are always looked up. */
function identifyWith(
  { keyFile, introspection, accessTokens }: Authorities,
  presented: Presented,
  allow: Allow,
): Identity | Promise<Identity> {
  switch (presented.kind) {
    case "none":
      return { kind: "anonymous" };
    case "malformed":
      return { kind: "rejected", reason: presented.reason };
    case "key":
      return (
        keyFile?.find(presented) ??
        introspection?.check(presented, allow) ?? { kind: "rejected", reason: "no such key" }
      );
    case "token":
      return (
        accessTokens?.check(presented, allow) ?? {
          kind: "rejected",
          reason: "no authorization server is configured",
        }
      );
  }
}

/**
 * Lets no more checks of an address run at a time than rejections are left to it. Further requests
 * wait for one to end, because it may use up a rejection or not.
 */
export function createCheckLimiter({ windows, limit }: RejectionLimit): AllowFor {
  /** The requests of each address that want a check, and how many checks run. */
  const byAddress = new Map<
    string,
    { requests: number; running: number; waiting: (() => void)[] }
  >();
  return (address) => async (check) => {
    const rejections = rejectionsOf(address);
    const checks = byAddress.get(address) ?? { requests: 0, running: 0, waiting: [] };
    byAddress.set(address, checks);
    checks.requests += 1;
    try {
      for (;;) {
        const { remaining } = await windows.peek(rejections, limit);
        if (remaining === 0) return spent(rejections);
        if (checks.running < remaining) break;
        await new Promise<void>((proceed) => checks.waiting.push(proceed));
      }
      checks.running += 1;
      return await checkAndCount(() => check(address), { windows, limit }, rejections).finally(
        () => {
          checks.running -= 1;
        },
      );
    } finally {
      checks.requests -= 1;
      if (checks.requests === 0) byAddress.delete(address);
      checks.waiting.shift()?.(); // each request that ends lets the next one look again
    }
  };
}

/** Checks a credential, and counts its rejection. */
export async function checkAndCount(
  check: () => Promise<Verdict>,
  { windows, limit }: RejectionLimit,
  rejections: string,
): Promise<Verdict> {
  const verdict = await check();
  if (isRejection(verdict)) await windows.count(rejections, limit);
  return verdict;
}

/** The identity of a credential that is not checked. */
export function spent(rejections: string): Extract<Identity, { kind: "spent" }> {
  return { kind: "spent", reason: "too many credentials were rejected", window: rejections };
}

function isRejection(verdict: Verdict) {
  return (
    verdict.kind === "rejected" ||
    (verdict.kind === "unavailable" && verdict.isAboutCredential === true)
  );
}
