import { type Authorities, createIdentify, type Identify } from "./auth/identify.ts";
import type { Allow, Identity, Verdict } from "./auth/identity.ts";
import type { Windows } from "./limit/windows.ts";

/** What bounds the rejections of an address: windows of its own, with the anonymous limit. */
export type RejectionLimit = { windows: Windows; limit: number };

/**
 * Identifies callers, and counts for each address what was rejected. Once that is spent, a
 * credential whose check costs something, and that is not already known as good, is not checked.
 * What could not be checked is counted too, and refused beyond the limit for as long as that lasts.
 */
export function createLimitedIdentify(
  authorities: Authorities,
  { windows, limit }: RejectionLimit,
): Identify {
  const gates = createGates({ windows, limit });
  const identify = createIdentify(authorities, gates.allowFor);

  /** Counts an identity that cost nothing to find out. */
  const conclude = (identity: Identity, address: string): Identity | Promise<Identity> => {
    if (identity.kind !== "unavailable") return identity;
    const window = `${address}:unavailable`;
    const counted = windows.count(window, limit);
    const refuse = ({ isExhausted }: { isExhausted: boolean }): Identity =>
      isExhausted ? { kind: "spent", reason: identity.reason, window } : identity;
    return counted instanceof Promise ? counted.then(refuse) : refuse(counted);
  };

  return (presented, address) => {
    const identity = identify(presented, address);
    if (identity instanceof Promise) return identity.then((known) => conclude(known, address));
    if (identity.kind === "rejected") void windows.count(rejectionsOf(address), limit);
    return conclude(identity, address);
  };
}

/** The window in which the rejections of an address are counted. */
function rejectionsOf(address: string): string {
  return `${address}:rejected`;
}

/** The checks of one address: how many are here, how many of them run, and those that wait. */
type Gate = { present: number; running: number; waiting: (() => void)[] };

/** Lets an address have no more checks at a time than it has rejections left. */
function createGates({ windows, limit }: RejectionLimit): { allowFor: (address: string) => Allow } {
  const gates = new Map<string, Gate>();

  /**
   * Waits until a check may run, and counts it as running. False where the rejections are spent.
   */
  const enter = async (gate: Gate, window: string): Promise<boolean> => {
    while (true) {
      const asked = windows.peek(window, limit);
      const { remaining } = asked instanceof Promise ? await asked : asked;
      if (remaining === 0) return false;
      if (gate.running < remaining) {
        gate.running += 1;
        return true;
      }
      await new Promise<void>((resolve) => gate.waiting.push(resolve));
    }
  };

  const run = async (gate: Gate, window: string, check: () => Promise<Verdict>) => {
    try {
      const verdict = await check();
      if (isRejection(verdict)) await windows.count(window, limit);
      return verdict;
    } finally {
      gate.running -= 1;
      for (const goOn of gate.waiting.splice(0, gate.running === 0 ? Infinity : 1)) goOn();
    }
  };

  const allow = async (address: string, check: () => Promise<Verdict>): Promise<Verdict> => {
    const window = rejectionsOf(address);
    const gate = gates.get(address) ?? { present: 0, running: 0, waiting: [] };
    gates.set(address, gate);
    gate.present += 1;
    try {
      return (await enter(gate, window))
        ? await run(gate, window, check)
        : { kind: "spent", reason: "too many were rejected", window };
    } finally {
      gate.present -= 1;
      if (gate.present === 0) gates.delete(address);
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
