import { Cluster, Redis, type RedisOptions } from "ioredis";
import { RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import type { Count } from "./counts.ts";
import { whenLate } from "./in-time.ts";
import type { RedisAddress } from "./redis-url.ts";
import type { CountStore } from "./shared-windows.ts";

/** What the names of our keys begin with, so that other things can live in the same store. */
const PREFIX = "gdr:window";

/** How long the start waits for the first connection. */
const CONNECT_MS = 1000;

/** A server that says nothing for so long, though it was asked, has its connection replaced. */
const SILENCE_MS = 5000;

/** Counts in Redis or Valkey. */
export type RedisStore = CountStore & {
  /** Fulfilled when the store is connected, and after a while if it is not. */
  connected: Promise<void>;
  close: () => void;
};

/**
 * Opens windows in Redis or Valkey: one round trip for each request, atomic, and gone when the
 * window ends. Commands are refused rather than queued while there is no connection, and given up
 * after `waitMs` milliseconds.
 */
export function openRedisStore(
  address: RedisAddress,
  windowSeconds: number,
  waitMs: number,
): RedisStore {
  const client = connect(address, isDemoted);
  let failure: Error | undefined;
  let isLeaving = false;
  client.on("error", (error: Error) => {
    failure = error;
  });
  client.on("ready", () => {
    failure = undefined;
    isLeaving = false;
  });
  const limiter = new RateLimiterRedis({
    storeClient: client,
    keyPrefix: PREFIX,
    points: Number.MAX_SAFE_INTEGER, // limits differ by caller; they are compared here
    duration: windowSeconds,
  });

  /** What the server said, or else why there is no connection to it. */
  const explained = (error: unknown): Error => {
    const isReply = error instanceof Error && error.name === "ReplyError";
    return new Error(wordsOf(isReply ? error : (failure ?? new Error("the connection was lost"))));
  };

  /**
   * Whether to connect anew, as another server may have become the primary: once, however many
   * commands were refused.
   */
  function isDemoted({ message }: Error): boolean {
    if (isLeaving || !message.startsWith("READONLY")) return false;
    isLeaving = true;
    return true;
  }

  /** `tell` is called with an answer that has come too late. */
  const inTime = <T>(asked: Promise<T>, tell: (late: T) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      let isLate = false;
      const callOff = whenLate(waitMs, (error) => {
        isLate = true;
        reject(error);
      });
      asked.then(
        (answer) => {
          callOff();
          if (isLate) tell(answer);
          else resolve(answer);
        },
        (error: unknown) => {
          callOff();
          reject(explained(error));
        },
      );
    });

  return {
    add: async (key, requests, tell) =>
      countOf(await inTime(limiter.consume(key, requests), (late) => tell(countOf(late)))),
    read: async (key) => {
      const window = await inTime(limiter.get(key), () => undefined);
      return window === null ? { used: 0, leftMs: windowSeconds * 1000 } : countOf(window);
    },
    connected: new Promise((resolve) => {
      const timer = setTimeout(resolve, CONNECT_MS);
      for (const event of ["ready", "error"]) {
        client.once(event, () => {
          clearTimeout(timer);
          resolve();
        });
      }
    }),
    close: () => client.disconnect(),
  };
}

function countOf({ consumedPoints, msBeforeNext }: RateLimiterRes): Count {
  return { used: consumedPoints, leftMs: msBeforeNext };
}

function connect(
  { kind, hosts, isTls, username, password, db, name }: RedisAddress,
  isDemoted: (error: Error) => boolean,
): Redis | Cluster {
  const options = {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(isTls ? { tls: {} } : {}),
    db,
    connectTimeout: 2000,
    socketTimeout: SILENCE_MS,
    maxRetriesPerRequest: 0,
    // what was not answered in time has been counted elsewhere
    autoResendUnfulfilledCommands: false,
    reconnectOnError: isDemoted,
  } satisfies RedisOptions;
  const retryStrategy = (times: number) => Math.min(times * 100, 1000);
  if (kind === "cluster") {
    // Nodes are connected to when they are first needed: what is asked meanwhile is queued, for as
    // long as anybody waits.
    return new Cluster(hosts, { redisOptions: options, clusterRetryStrategy: retryStrategy });
  }
  const [server] = hosts;
  const sentinels = {
    sentinels: hosts,
    name: name ?? "",
    sentinelCommandTimeout: 2000,
    ...(isTls ? { sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
  };
  const place = kind === "sentinel" ? sentinels : server;
  return new Redis({ ...options, ...place, enableOfflineQueue: false, retryStrategy });
}

/**
 * A server's answer begins with what is wrong; what comes after it may repeat what was sent, such
 * as a password.
 */
function wordsOf(error: Error): string {
  if ("lastNodeError" in error && error.lastNodeError instanceof Error)
    return wordsOf(error.lastNodeError); // of a cluster
  return error.name === "ReplyError" ? error.message.replace(/[.,;] .*|\.$/s, "") : error.message;
}
