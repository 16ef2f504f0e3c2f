import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { CONNECTION_LIMITS } from "../connections.ts";
import type { CloseOptions } from "../server.ts";
import { closeAfter, longestCloseMs } from "../start.ts";
import { type FromPrimary, isFromWorker } from "./messages.ts";

/** A worker that lived for so long did not fail at its start. */
const STEADY_MS = 10_000;

/** The pause before a worker that failed at its start is replaced. It doubles up to the limit. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;

/**
 * How a worker closes that another one has replaced. Its idle connections stay open for as long as
 * their clients were told (`Keep-Alive`), so that nobody uses one that is just being closed.
 */
const REPLACED: CloseOptions = {
  listenMs: 1_000,
  idleMs: CONNECTION_LIMITS.idleMs,
  isReplaced: true,
};

/** How much later than it should have closed a worker is killed, in milliseconds. */
const KILL_MS = 3_000;

/** What a worker serves, and at which address. */
export type Serving = { serving: string; url: string };

/** A worker with its state. */
type Member = {
  worker: Worker;
  startedAt: number;
  /** What it serves. Undefined where it ends before it serves. */
  ready: Promise<Serving | undefined>;
  ended: Promise<unknown>;
  isReady: boolean;
  isToEnd: boolean;
};

export type Workers = ReturnType<typeof createWorkers>;

/** Keeps `workers` workers serving. `env` is added to the environment of each. */
export function createWorkers(
  { workers: count, drainSeconds }: Pick<Config, "workers" | "drainSeconds">,
  env: Record<string, string>,
  logger: Logger,
) {
  const members = new Set<Member>();
  let isKept = false;
  let soonEnded = 0;

  const start = (): Member => {
    const member = startMember(env);
    members.add(member);
    member.worker.on("exit", (code, signal) => {
      members.delete(member);
      if (isKept && !member.isToEnd) onLoss(member, code, signal);
    });
    return member;
  };

  const onLoss = ({ worker, startedAt }: Member, code: number | null, signal: string | null) => {
    soonEnded = performance.now() - startedAt < STEADY_MS ? soonEnded + 1 : 0;
    const pauseMs = pauseBeforeNext(soonEnded);
    logger.error({ worker: worker.id, code, signal, pauseMs }, "a worker has ended by itself");
    setTimeout(refill, pauseMs);
  };

  const refill = () => {
    const current = [...members].filter(({ isToEnd }) => !isToEnd).length;
    for (let missing = isKept ? count - current : 0; missing > 0; missing -= 1) start();
  };

  return {
    /** The number of workers, with those that start or end. */
    count: () => members.size,
    /** Sends a message to every worker that serves, and returns how many they are. */
    tellReady: (message: FromPrimary): number => {
      const ready = [...members].filter(({ isReady, worker }) => isReady && worker.isConnected());
      for (const { worker } of ready) tell(worker, message);
      return ready.length;
    },
    /**
     * Starts one worker and then the others. Wrong settings already fail with the first; then this
     * gives undefined.
     */
    open: async (): Promise<Serving | undefined> => {
      const serving = await start().ready;
      if (serving === undefined) return undefined;
      isKept = true;
      refill();
      await Promise.all([...members].map(({ ready }) => ready));
      return serving;
    },
    /**
     * Replaces the workers one after the other, each when its successor serves. Stops where a
     * successor cannot start, and where all have to end.
     */
    replaceAll: async (): Promise<void> => {
      for (const member of [...members]) {
        if (member.isToEnd || !members.has(member)) continue;
        if ((await start().ready) !== undefined) await endMember(member, REPLACED);
        else if (isKept)
          return logger.error("a new worker could not start; those before it serve on");
        if (!isKept) return;
      }
      logger.info("every worker is a new one");
    },
    /** Ends all workers. Requests in flight may finish for a while. */
    close: async (): Promise<void> => {
      isKept = false;
      const how = closeAfter(drainSeconds);
      await Promise.all([...members].map((member) => endMember(member, how)));
    },
    /** Kills all workers at once. */
    kill: () => {
      for (const { worker } of members) worker.process.kill("SIGKILL");
    },
  };
}

/** Starts a worker. It is ready when it has said what it serves. */
function startMember(env: Record<string, string>): Member {
  const worker = cluster.fork(env);
  const ended = once(worker, "exit");
  const serving = new Promise<Serving>((resolve) => {
    worker.on("message", (message: unknown) => {
      if (isFromWorker(message) && message.type === "gamedata:ready") resolve(message);
    });
  });
  const ready = Promise.race([serving, ended.then(() => undefined)]);
  const startedAt = performance.now();
  const member: Member = { worker, startedAt, ready, ended, isReady: false, isToEnd: false };
  void ready.then((served) => {
    member.isReady = served !== undefined;
  });
  return member;
}

/** Ends a worker and waits for it. Kills it where that takes too long. */
async function endMember(member: Member, how: CloseOptions): Promise<void> {
  member.isToEnd = true;
  tell(member.worker, { type: "gamedata:close", ...how });
  const kill = () => member.worker.process.kill("SIGKILL");
  const timer = setTimeout(kill, longestCloseMs(how) + KILL_MS);
  await member.ended;
  clearTimeout(timer);
}

/** The pause in milliseconds after so many workers in a row that failed at their start. */
function pauseBeforeNext(soonEnded: number): number {
  return soonEnded === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (soonEnded - 1), LONGEST_PAUSE_MS);
}

/** Sends a message to a worker, unless the worker has closed its side. */
export function tell(worker: Worker, message: FromPrimary): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
