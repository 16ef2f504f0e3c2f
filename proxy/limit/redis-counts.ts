import { Cluster, Redis, type RedisOptions } from "ioredis";
import { RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import type { Count } from "./counts.ts";
import { onLate } from "./in-time.ts";
import type { RedisAddress } from "./redis-url.ts";
import type { CountStore } from "./shared-windows.ts";

/** The start of our keys' names, so that one store can hold other things too. */
const PREFIX = "gdr:window";

/** How long the start waits for the first connection. */
const CONNECT_MS = 1000;

/** After so long without an answer the connection is replaced. */
const SILENCE_MS = 5000;

/** Counts in Redis or Valkey. */
export type RedisCounts = CountStore & {
  /** Resolves when the store is connected, or after a second. */
  connected: Promise<void>;
  close: () => void;
};

/**
 * Connects to Redis or Valkey, which count. A request takes one atomic round trip, and the store
 * drops a window at its end. Without a connection, commands are refused and not queued. Answers are
 * awaited for `waitMs` milliseconds.
 */
export function openRedisCounts(
  address: RedisAddress,
  windowSeconds: number,
  waitMs: number,
): RedisCounts {
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
    points: Number.MAX_SAFE_INTEGER, // limits differ by caller, so this process compares them
    duration: windowSeconds,
  });

  /** The server's error, or why there is no connection to it. */
  const explained = (error: unknown): Error => {
    const isReply = error instanceof Error && error.name === "ReplyError";
    return new Error(wordsOf(isReply ? error : (failure ?? new Error("the connection was lost"))));
  };

  /**
   * Whether to connect again because another server has become the primary. It is true once, even
   * if many commands are refused.
   */
  function isDemoted({ message }: Error): boolean {
    if (isLeaving || !message.startsWith("READONLY")) return false;
    isLeaving = true;
    return true;
  }

  /** Rejects when an answer is late. `tell` then gets the late answer. */
  const inTime = <T>(asked: Promise<T>, tell: (late: T) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      let isLate = false;
      const callOff = onLate(waitMs, (error) => {
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
    // This process has counted what was not answered in time.
    autoResendUnfulfilledCommands: false,
    reconnectOnError: isDemoted,
  } satisfies RedisOptions;
  const retryStrategy = (times: number) => Math.min(times * 100, 1000);
  if (kind === "cluster") {
    // Nodes are connected to when they are first needed. Until then their commands are queued.
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

/** The message of an error, up to where a server may repeat what was sent, such as a password. */
function wordsOf(error: Error): string {
  if ("lastNodeError" in error && error.lastNodeError instanceof Error)
    return wordsOf(error.lastNodeError); // of a cluster
  return error.name === "ReplyError" ? error.message.replace(/[.,;] .*|\.$/s, "") : error.message;
}
