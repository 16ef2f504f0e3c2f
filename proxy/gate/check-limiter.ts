import type { Identity, Verdict } from "../auth/identity.ts";
import { type AllowFor, type RejectionLimit, rejectionsOf } from "./identify.ts";

/** The requests of one address that want a check, and how many checks run. */
type Checks = { requests: number; running: number; waiting: (() => void)[] };

/**
 * Lets no more checks of an address run at a time than rejections are left to it. Further requests
 * wait for one to end, because it may use up a rejection or not.
 */
export function createCheckLimiter({ windows, limit }: RejectionLimit): AllowFor {
  const byAddress = new Map<string, Checks>();
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
      return await checkAndCount(check, { windows, limit }, rejections).finally(() => {
        checks.running -= 1;
      });
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

function isRejection(verdict: Verdict): boolean {
  return (
    verdict.kind === "rejected" ||
    (verdict.kind === "unavailable" && verdict.isAboutCredential === true)
  );
}
