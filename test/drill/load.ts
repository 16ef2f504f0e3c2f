import { setTimeout } from "node:timers/promises";
import { Agent, request } from "undici";
import { type Caller, callersOf } from "./callers.ts";
import { createQuestions, faultOf } from "./questions.ts";
import type { Service } from "./world.ts";

/** How often a request is sent at most, if its connection breaks because an instance was killed. */
const MOST_TRIES = 5;

const TICK_MS = 10;

/**
 * The most requests that wait for an answer at a time. On a machine that is too slow for the rate,
 * more would wait in the queue of the drill, and what they expect would be out of date.
 */
const MOST_WAITING = 256;

/** The results of a load. */
export type Tally = {
  requests: number;
  /** Requests that were due but not sent, because too many were waiting. */
  unsent: number;
  statuses: Map<number, number>;
  /** The time of each answer, in milliseconds. */
  times: number[];
  wrong: Map<string, number>;
  lost: Map<string, number>;
  /**
   * Requests whose connection broke because an instance was killed. Each was sent again, and only
   * its last answer is counted.
   */
  cutByKill: number;
};

export function createTally(): Tally {
  const counts = { requests: 0, unsent: 0, times: [], cutByKill: 0 };
  return { ...counts, statuses: new Map(), wrong: new Map(), lost: new Map() };
}

/** Sends requests at a constant rate until the signal, and checks every answer. */
export async function load(
  world: Service,
  ratePerSecond: number,
  signal: AbortSignal,
  tally = createTally(),
): Promise<Tally> {
  const agent = new Agent({
    connections: 64,
    pipelining: 1,
    headersTimeout: 20_000,
    bodyTimeout: 20_000,
  });
  const inFlight = new Set<Promise<void>>();
  const callers = callersOf(world).flatMap((caller) =>
    Array.from({ length: caller.share }, () => caller),
  );
  const questionOf = createQuestions(world.sites);

  const ask = async (turn: number, caller: Caller): Promise<void> => {
    const question = questionOf(turn);
    const headers = { ...question.headers, ...caller.headers(turn) };
    const refusedBefore = caller.refused;
    for (let tries = 1; ; tries += 1) {
      const began = performance.now();
      try {
        const {
          statusCode,
          headers: own,
          body,
        } = await request(world.url + question.path, { dispatcher: agent, headers });
        const answer = {
          status: statusCode,
          headers: own,
          body: Buffer.from(await body.arrayBuffer()),
        };
        // The reverse proxy lost the connection to an instance that was killed.
        if (statusCode === 502 && began < world.killedUntil) throw new Error("cut by the kill");
        tally.times.push(performance.now() - began);
        add(tally.statuses, statusCode);
        // What was right when the request was sent is still right.
        const refused = [...refusedBefore, ...caller.refused];
        const fault = faultOf({ ...caller, refused }, question, answer);
        if (fault !== undefined)
          add(tally.wrong, `${fault} for ${caller.name} while ${world.fault}`);
        return;
      } catch (error) {
        const isCut = began < world.killedUntil && tries < MOST_TRIES;
        if (!isCut) return add(tally.lost, `${messageOf(error)} while ${world.fault}`);
        if (tries === 1) tally.cutByKill += 1;
        await setTimeout(20);
      }
    }
  };

  const began = performance.now();
  while (!signal.aborted) {
    const due = Math.floor(((performance.now() - began) / 1000) * ratePerSecond) - tally.unsent;
    for (; tally.requests < due; tally.requests += 1) {
      if (inFlight.size >= MOST_WAITING) {
        tally.unsent += due - tally.requests;
        break;
      }
      const caller = callers[tally.requests % callers.length];
      if (caller === undefined) break;
      const asked = ask(tally.requests, caller).finally(() => inFlight.delete(asked));
      inFlight.add(asked);
    }
    await setTimeout(TICK_MS);
  }
  await Promise.all(inFlight);
  await agent.close();
  return tally;
}

export function sum(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${"code" in error ? error.code : error.name} (${error.message})`;
}
