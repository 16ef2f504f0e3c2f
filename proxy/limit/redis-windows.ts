import { once } from "node:events";
import { Cluster, Redis, type RedisOptions } from "ioredis";
import * as ioredis from "ioredis/built/DataHandler.js";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { describeError } from "../../build/core/errors.ts";
import type { RedisAddress } from "./redis-url.ts";
import {
  type CountStore,
  createSharedWindows,
  type SharedWindowsOptions,
} from "./shared-windows.ts";
import { type Count, createMemoryWindows } from "./windows.ts";

/** The start of our keys' names, so that one store can hold other things too. */
const PREFIX = "gdr:window";

// A reply that ioredis cannot handle, such as a nil that nobody asked for, ends its connection. In
// ioredis 6.0.0 it is an uncaught error, which would end the process.
const { default: loaded } = ioredis; // a module of CommonJS, which vitest unwraps
const DataHandler = "default" in loaded ? loaded.default : loaded;
DataHandler.prototype["dispatch"] = function (handleReply: () => void) {
  try {
    handleReply();
  } catch {
    const error = new Error("it sent a reply that nobody asked for");
    this["redis"].recoverFromFatalError(error, error, { offlineQueue: false });
  }
};

/** How long the start waits for the first connection. */
const CONNECT_MS = 1000;

/** After so long without a reply the connection is replaced. */
const SILENCE_MS = 5000;

/**
 * Opens windows that all proxies of one store share. It also starts while the store is away.
 * `waitMs` is the longest wait for the store.
 */
export async function openRedisWindows(
  address: RedisAddress,
  windowSeconds: number,
  { waitMs, ...options }: Pick<SharedWindowsOptions, "log" | "probeMs"> & { waitMs: number },
) {
  const client = connect(address);
  const store = createRedisCounts(client, windowSeconds, waitMs);
  const own = createMemoryWindows(windowSeconds);
  const windows = createSharedWindows({ store, own, ...options });
  const connected = once(client, "ready", { signal: AbortSignal.timeout(CONNECT_MS) });
  await connected.catch(() => undefined);
  await windows.probe();
  const close = () => {
    windows.close();
    client.disconnect();
  };
  return { ...windows, close };
}

/**
 * Counts in Redis or Valkey, where a window is dropped at its end. The promises reject after
 * `waitMs` milliseconds, and if a reply is not a count.
 */
function createRedisCounts(
  client: Redis | Cluster,
  windowSeconds: number,
  waitMs: number,
): CountStore {
  const windowMs = windowSeconds * 1000;
  // Its own limit is not used, as callers have different ones. `penalty` only counts.
  const limits = { keyPrefix: PREFIX, duration: windowSeconds, points: 1 };
  const limiter = new RateLimiterRedis({ storeClient: client, ...limits });
  let failure = new Error("the connection was lost");
  let isLeaving = false;
  const reconnect = () => {
    if (!isLeaving) client.disconnect(true);
    isLeaving = true;
  };
  let late = new Error(`no answer within ${waitMs} ms`);
  client.on("ready", () => {
    isLeaving = false;
    const isWithoutNodes = client instanceof Cluster && client.nodes().length === 0;
    if (isWithoutNodes)
      late = new Error("no node of the cluster has an address; set cluster-announce-ip");
  });
  client.on("error", (error: Error) => {
    failure = error;
    if (error.message.startsWith("Command queue state error")) reconnect(); // an extra reply
  });

  /** Checks what the store replied. A window without an end has not begun. */
  const countOf = (used: number, leftMs: number) => {
    const isCount = Number.isSafeInteger(used) && used >= 0 && Number.isSafeInteger(leftMs);
    if (!isCount) throw new TypeError();
    return { used, leftMs: leftMs < 0 ? windowMs : leftMs };
  };
  const add = async (key: string) => {
    const { consumedPoints, msBeforeNext } = await limiter.penalty(key);
    return countOf(consumedPoints, msBeforeNext);
  };
  /** Reads without `limiter.get`, whose transactions would take twice the time of a request. */
  const read = async (key: string) => {
    const name = limiter.getKey(key);
    const [used, leftMs] = await Promise.all([client.get(name), client.pttl(name)]);
    return countOf(used === null ? 0 : Number(used || NaN), leftMs);
  };
  const inTime = (counted: Promise<Count>): Promise<Count> =>
    new Promise((resolve, reject) => {
      // The event loop reads sockets before an immediate runs. So a reply that arrived in time
      // counts, even if this busy process reads it late.
      const timer = setTimeout(() => setImmediate(reject, late), waitMs);
      const fail = (error: unknown) => {
        // A reply that is not a count may be of another command, as may all later ones. READONLY:
        // another server has become the primary.
        if (error instanceof TypeError || /^READONLY/.test(describeError(error))) reconnect();
        reject(reasonOf(error, failure));
      };
      void counted.then(resolve, fail).finally(() => clearTimeout(timer));
    });
  return { add: (key) => inTime(add(key)), read: (key) => inTime(read(key)) };
}

/**
 * Why there is no count: what the server replied, or else why there is no connection to it. A reply
 * is cut where a server may repeat what was sent, such as a password.
 */
function reasonOf(error: unknown, failure: Error) {
  if (error instanceof TypeError) return new Error("it returned something other than a count");
  const isReply = error instanceof Error && error.name === "ReplyError";
  const given = isReply ? error : failure;
  const { message, name } =
    "lastNodeError" in given && given.lastNodeError instanceof Error ? given.lastNodeError : given;
  return new Error(name === "ReplyError" ? message.replace(/[.,;] .*|\.$/s, "") : message);
}

/**
 * Connects to the store. Commands are sent together, those of one turn of the event loop. Without a
 * connection they are refused, not queued.
 */
function connect({ kind, hosts, isTls, username, password, db, name }: RedisAddress) {
  const options = {
    username,
    password,
    db,
    ...(isTls ? { tls: {} } : {}),
    connectTimeout: 2000,
    socketTimeout: SILENCE_MS,
    maxRetriesPerRequest: 0,
    // This process has counted what was not answered in time.
    autoResendUnfulfilledCommands: false,
    // Some servers do not allow INFO.
    enableReadyCheck: false,
  } satisfies RedisOptions;
  const retryStrategy = (times: number) => Math.min(times * 100, 1000);
  if (kind === "cluster") {
    // Nodes are connected to when they are first needed. Until then their commands are queued.
    return new Cluster(hosts, {
      redisOptions: options,
      clusterRetryStrategy: retryStrategy,
      enableAutoPipelining: true,
      enableReadyCheck: false,
    });
  }
  const sentinels = {
    sentinels: hosts,
    name,
    sentinelCommandTimeout: 2000,
    ...(isTls ? { sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
  };
  return new Redis({
    ...options,
    ...(kind === "sentinel" ? sentinels : hosts[0]),
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    retryStrategy,
  });
}
