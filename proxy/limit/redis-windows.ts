import { setImmediate as nextTurn } from "node:timers/promises";
import { Cluster, Command, Redis, type RedisOptions } from "ioredis";
import type { RedisAddress } from "./redis-url.ts";
import {
  type CountStore,
  createSharedWindows,
  type SharedWindows,
  type SharedWindowsOptions,
} from "./shared-windows.ts";
import { type Count, createMemoryWindows } from "./windows.ts";

/** The start of our keys' names, so that one store can hold other things too. */
const PREFIX = "gdr:window";

/** How long the start waits for the first connection. */
const CONNECT_MS = 1000;

/** After so long without an answer the connection is replaced. */
const SILENCE_MS = 5000;

/** `waitMs` is the longest wait for the store. */
export type RedisWindowsOptions = Pick<SharedWindowsOptions, "log" | "probeMs"> & {
  waitMs: number;
};

/** Opens windows that all proxies of one store share. It also starts while the store is away. */
export async function openRedisWindows(
  address: RedisAddress,
  windowSeconds: number,
  { waitMs, ...options }: RedisWindowsOptions,
): Promise<SharedWindows> {
  const { client, explain } = connect(address);
  const own = createMemoryWindows(windowSeconds);
  const store = createRedisCounts(client, windowSeconds, waitMs, explain);
  const windows = createSharedWindows({ store, own, name: "the store of REDIS_URL", ...options });
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, CONNECT_MS);
    for (const event of ["ready", "error"])
      client.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
  });
  await windows.probe();
  const close = () => {
    windows.close();
    client.disconnect();
  };
  return { ...windows, close };
}

/**
 * Counts a request for each key whose argument is 1. Gives the requests and the milliseconds left
 * in each window. The first argument is the length of a window in seconds.
 */
const SCRIPT = `
local counts = {}
for at, key in ipairs(KEYS) do
  local used = ARGV[at + 1] == "1" and redis.call("INCR", key) or redis.call("GET", key)
  local left = redis.call("PTTL", key)
  if left == -1 then redis.call("EXPIRE", key, ARGV[1]) end
  counts[2 * at - 1] = tonumber(used or 0)
  counts[2 * at] = left < 0 and 1000 * ARGV[1] or left
end
return counts`;

/** A client with the command that runs the script. */
type Counter = { countWindows: (...words: (number | string)[]) => Promise<unknown> };

/**
 * Counts in Redis or Valkey. The requests of one turn of the event loop take one atomic round trip,
 * and the store drops a window at its end. The promises reject after `waitMs` milliseconds.
 */
function createRedisCounts(
  client: Redis | Cluster,
  windowSeconds: number,
  waitMs: number,
  explain: (error: unknown) => Error,
): CountStore {
  client.defineCommand("countWindows", { lua: SCRIPT });
  const { countWindows } = client as unknown as Counter;
  type Batch = { keys: string[]; flags: number[]; counts: Promise<number[]> };
  let batch: Batch | undefined;

  const askFor = async (keys: string[], flags: number[]): Promise<number[]> => {
    await nextTurn();
    batch = undefined;
    return new Promise((resolve, reject) => {
      const cancel = startTimeout(waitMs, reject);
      countWindows
        .call(client, keys.length, ...keys, windowSeconds, ...flags)
        .then((answer) => {
          const isFull = Array.isArray(answer) && answer.length === 2 * keys.length;
          if (!isFull || !answer.every(Number.isSafeInteger)) throw new TypeError("not counts");
          resolve(answer);
        })
        .catch((error: unknown) => {
          // An answer that belongs to no question puts all later ones out of step.
          if (error instanceof TypeError) client.disconnect(true);
          reject(explain(error));
        })
        .finally(cancel);
    });
  };

  const ask = async (key: string, flag: 0 | 1): Promise<Count> => {
    // A command has keys of one node of a cluster only.
    if (batch === undefined || client instanceof Cluster) {
      const [keys, flags]: [string[], number[]] = [[], []];
      batch = { keys, flags, counts: askFor(keys, flags) };
    }
    const at = 2 * (batch.keys.push(`${PREFIX}:${key}`) - 1);
    batch.flags.push(flag);
    const [used = 0, leftMs = 0] = (await batch.counts).slice(at, at + 2);
    return { used, leftMs };
  };
  return { add: (key) => ask(key, 1), read: (key) => ask(key, 0) };
}

/**
 * Calls `onTimeout` when an answer is late. Returns the function that cancels this. An answer that
 * arrived in time counts, even if this busy process reads it late.
 */
function startTimeout(waitMs: number, onTimeout: (error: Error) => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // The event loop reads sockets before it runs this.
    immediate = setImmediate(onTimeout, new Error(`no answer within ${waitMs} ms`));
  }, waitMs);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}

/**
 * Connects to the store. Without a connection, commands are refused and not queued. `explain` gives
 * the server's error, or why there is no connection to it.
 */
function connect(address: RedisAddress): {
  client: Redis | Cluster;
  explain: (error: unknown) => Error;
} {
  let failure: Error | undefined;
  let isLeaving = false;
  const client = createClient(address, ({ message }) => {
    // Another server has become the primary. Many commands may be refused; connect again once.
    if (isLeaving || !message.startsWith("READONLY")) return false;
    isLeaving = true;
    return true;
  });
  client.on("error", (error: Error) => {
    failure = error;
  });
  client.on("ready", () => {
    failure = undefined;
    isLeaving = false;
  });
  const explain = (error: unknown): Error => {
    if (error instanceof TypeError) return new Error("it returned something other than a count");
    const isReply = error instanceof Error && error.name === "ReplyError";
    return new Error(wordsOf(isReply ? error : (failure ?? new Error("the connection was lost"))));
  };
  return { client, explain };
}

function createClient(
  { kind, hosts, isTls, username, password, db, name }: RedisAddress,
  isDemoted: (error: Error) => boolean,
): Redis | Cluster {
  guardConnections();
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

/** ioredis calls this at the start of each connection, to empty the list of open commands. */
type Connection = Pick<Redis, "commandQueue" | "stream"> & { resetCommandQueue: () => void };

let areConnectionsGuarded = false;

/**
 * Closes a connection on which the server answers what nobody asked. ioredis 6 would go on out of
 * step, and ends the process if that answer is nil. This includes connections to sentinels.
 */
function guardConnections(): void {
  if (areConnectionsGuarded) return;
  areConnectionsGuarded = true;
  const connection: Connection = Redis.prototype as unknown as Connection;
  const { resetCommandQueue } = connection;
  connection.resetCommandQueue = function (this: Connection) {
    resetCommandQueue.call(this);
    const { commandQueue: queue } = this;
    const shift = queue.shift.bind(queue);
    queue.shift = () => {
      const { stream } = this;
      const item = shift();
      // Without such a listener, ioredis empties the list itself.
      if (item !== undefined || stream.listenerCount("data") === 0) return item;
      stream.destroy(new Error("it sent an unsolicited reply"));
      const command = new Command("none");
      command.promise.catch(() => undefined);
      return { command, stream, select: 0 };
    };
  };
}

/** The message of an error, up to where a server may repeat what was sent, such as a password. */
function wordsOf(error: Error): string {
  if ("lastNodeError" in error && error.lastNodeError instanceof Error)
    return wordsOf(error.lastNodeError); // of a cluster
  return error.name === "ReplyError" ? error.message.replace(/[.,;] .*|\.$/s, "") : error.message;
}
