import { type Authorities, createIdentify, type Identify } from "./auth/identify.ts";
import type { Allow, Identity, Verdict } from "./auth/identity.ts";
import type { Windows } from "./limit/windows.ts";

/** Where the rejections of each address are counted, and how many it may have in a window. */
export type RejectionLimit = { windows: Windows; limit: number };

/**
 * Identifies callers, and counts the rejected credentials of each address. Once an address has
 * reached the limit, its credentials are checked only if that is cheap, or if they are already
 * known as good. Credentials that could not be checked are counted in a window of their own.
 */
export function createLimitedIdentify(
  authorities: Authorities,
  { windows, limit }: RejectionLimit,
): Identify {
  const limiter = createCheckLimiter({ windows, limit });
  const identify = createIdentify(authorities, limiter.allowFor);

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

/** The checks of one address: all of them, those that run, and those that wait. */
type AddressChecks = { present: number; running: number; waiting: (() => void)[] };

/** Limits the checks of an address at a time to the rejections that it has left. */
function createCheckLimiter({ windows, limit }: RejectionLimit): {
  allowFor: (address: string) => Allow;
} {
  const byAddress = new Map<string, AddressChecks>();

  /**
   * Waits until a check may run, and counts it as running. Gives false if no rejections are left.
   */
  const waitForTurn = async (checks: AddressChecks, window: string): Promise<boolean> => {
    while (true) {
      const asked = windows.peek(window, limit);
      const { remaining } = asked instanceof Promise ? await asked : asked;
      if (remaining === 0) return false;
      if (checks.running < remaining) {
        checks.running += 1;
        return true;
      }
      await new Promise<void>((resolve) => checks.waiting.push(resolve));
    }
  };

  const run = async (checks: AddressChecks, window: string, check: () => Promise<Verdict>) => {
    try {
      const verdict = await check();
      if (isRejection(verdict)) await windows.count(window, limit);
      return verdict;
    } finally {
      checks.running -= 1;
      for (const goOn of checks.waiting.splice(0, checks.running === 0 ? Infinity : 1)) goOn();
    }
  };

  const allow = async (address: string, check: () => Promise<Verdict>): Promise<Verdict> => {
    const window = rejectionsOf(address);
    const checks = byAddress.get(address) ?? { present: 0, running: 0, waiting: [] };
    byAddress.set(address, checks);
    checks.present += 1;
    try {
      return (await waitForTurn(checks, window))
        ? await run(checks, window, check)
        : { kind: "spent", reason: "too many were rejected", window };
    } finally {
      checks.present -= 1;
      if (checks.present === 0) byAddress.delete(address);
    }
  };

  return { allowFor: (address) => (check) => allow(address, check) };
}

function isRejection(verdict: Verdict): boolean {
  return (
    verdict.kind === "rejected" ||
    (verdict.kind === "unavailable" && verdict.isAboutCredential === true)
  );
}
