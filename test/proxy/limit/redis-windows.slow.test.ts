import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { parseRedisUrl } from "../../../proxy/limit/redis-url.ts";
import { openRedisWindows } from "../../../proxy/limit/redis-windows.ts";
import { createMemoryWindows } from "../../../proxy/limit/windows.ts";
import type { RedisServer } from "../../harness/redis.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { SKIP_REDIS, startRedis } from "../../helpers/redis.ts";

const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);
process.on("unhandledRejection", note);
afterEach(() => expect(unhandled).toEqual([]));
afterAll(() => void process.off("unhandledRejection", note));

/** The windows of one proxy, and what it has logged. */
async function open(url: string, windowSeconds = 60) {
  const address = parseRedisUrl(url);
  if (address === undefined) throw new Error(`no address of a store: ${url}`);
  const lines: { level: string; reason?: string; message: string }[] = [];
  const keep = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, ...fields, message });
  const log = { info: keep("info"), warn: keep("warn"), error: keep("error") };
  const windows = await openRedisWindows(address, windowSeconds, { log, probeMs: 50, waitMs: 250 });
  onTestFinished(windows.close);
  return { ...windows, lines };
}

/** Takes until the store is in use, or is not. */
async function until(windows: Awaited<ReturnType<typeof open>>, isShared: boolean) {
  await vi.waitFor(
    async () => {
      await windows.count("waiting", 1);
      expect(windows.isShared()).toBe(isShared);
    },
    { timeout: 20_000, interval: 20 },
  );
}

const LOST = "the store of REDIS_URL cannot be used; this process counts alone";
const BACK = "the store of REDIS_URL can be used again; windows are shared";

describe.skipIf(SKIP_REDIS)("windows in Redis", () => {
  it("tell the same as windows in memory", async () => {
    const { count, peek } = await open((await startRedis()).url);

    const inMemory = createMemoryWindows(60, () => 0);
    for (const ask of ["peek", "count", "peek", "count", "count", "peek"] as const)
      expect(await { count, peek }[ask]("a", 2)).toEqual(inMemory[ask]("a", 2));
    expect(await count("b", 2)).toMatchObject({ remaining: 1 });
  });

  it("hold one limit over several proxies, however many ask at once", async () => {
    const { url } = await startRedis();
    const proxies = await Promise.all([open(url), open(url), open(url), open(url)]);
    const asked = Array.from({ length: 1_100 }, (_, at) =>
      proxies[at % 4]?.count("account:ana", 1_000),
    );
    const exhausted = (await Promise.all(asked)).filter((window) => window?.isExhausted);

    expect(exhausted).toHaveLength(100);
    expect(proxies.flatMap(({ lines }) => lines)).toEqual([]);
  });

  it("need no INFO, which some servers do not allow", async () => {
    const { url } = await startRedis(["--rename-command", "INFO", ""]);
    const { count, isShared } = await open(url);

    expect([await count("a", 5), isShared()]).toMatchObject([{ remaining: 4 }, true]);
  });
});

/** Ways for a store to be of no use, and back. */
const FAULTS: [
  string,
  RegExp,
  (server: RedisServer) => unknown,
  (server: RedisServer) => unknown,
][] = [
  ["is gone", /^the connection was lost$/, ({ kill }) => kill(), ({ restart }) => restart()],
  ["stops", /^no answer within 250 ms$/, ({ pause }) => pause(), ({ resume }) => resume()],
  [
    "is full",
    /^OOM command not allowed when used memory > 'maxmemory'$/,
    ({ command }) => command("CONFIG", "SET", "maxmemory", "1"),
    ({ command }) => command("CONFIG", "SET", "maxmemory", "0"),
  ],
  [
    "is read-only",
    /^READONLY You can't write against a read only replica$/,
    ({ command }) => command("REPLICAOF", "127.0.0.1", "1"),
    ({ command }) => command("REPLICAOF", "NO", "ONE"),
  ],
];

describe.skipIf(SKIP_REDIS).each(FAULTS)("while the store %s", (_, reason, strike, mend) => {
  it("requests are counted by each process, with one warning, and it is taken back", async () => {
    const server = await startRedis();
    const windows = await open(server.url);
    await windows.count("a", 5);
    await strike(server);
    await until(windows, false);
    const alone = [1, 2, 3].map(() => windows.count("b", 2));

    expect(alone).toMatchObject([{ remaining: 1 }, { remaining: 0 }, { isExhausted: true }]);
    await mend(server);
    await until(windows, true);
    expect(windows.lines).toEqual([
      { level: "warn", reason: expect.stringMatching(reason), message: LOST },
      { level: "info", message: BACK },
    ]);
    expect(await windows.count("c", 5)).toMatchObject({ remaining: 4 });
  });
});

/** A way to a store on which the test can add answers. */
async function meddler(port: number) {
  const clients = new Set<Socket>();
  const between = createServer((client) => {
    const store = connect(port, "127.0.0.1");
    client.pipe(store).pipe(client);
    for (const socket of [client, store]) socket.on("error", () => undefined);
    client.on("close", () => store.destroy());
    clients.add(client);
  }).listen(0, "127.0.0.1");
  await once(between, "listening");
  onTestFinished(() => {
    between.close();
    for (const client of clients) client.destroy();
  });
  const { port: own } = between.address() as AddressInfo;
  const add = (answers: string) => {
    for (const client of clients) if (!client.destroyed) client.write(answers);
  };
  return { url: `redis://127.0.0.1:${own}`, add };
}

describe.skipIf(SKIP_REDIS)("a reply of the store", () => {
  it.each([
    ["nil", "$-1\r\n".repeat(3)],
    ["nil, and a list that is", "$-1\r\n*-1\r\n"],
    ["a list of nils", "*2\r\n$-1\r\n*-1\r\n"],
    ["null", "_\r\n".repeat(3)],
    ["a push of nothing", ">1\r\n_\r\n"],
    ["a message", ">3\r\n$7\r\nmessage\r\n$1\r\na\r\n_\r\n"],
    ["a subscription", ">3\r\n$9\r\nsubscribe\r\n_\r\n:1\r\n"],
    ["garbage", "\u0000%%%\r\n"],
    ["an error", "-ERR no\r\n"],
    ["OK", "+OK\r\n".repeat(2_000)],
  ])("that is %s counts for nothing, and the store is taken back", async (_, replies) => {
    const { port } = await startRedis();
    const { url, add } = await meddler(port);
    const windows = await open(url);
    for (let round = 1; round <= 3; round += 1) {
      const asked = [1, 2, 3].map(() => windows.count("a", 1_000));
      add(replies);
      for (const { remaining } of await Promise.all(asked))
        expect(remaining).toSatisfy((left) => Number.isSafeInteger(left) && left <= 999);
      await pause(100);
      await until(windows, true);
      add(replies); // while nobody asks
      await pause(100);
      await until(windows, true);
    }

    expect(await windows.count("b", 10)).toMatchObject({ remaining: 9 });
  });

  it.each(["many", "-5", "1.5", "100000000000000000000000"])(
    "that is no count (%s) is an outage, whether it is counted or read",
    async (value) => {
      const server = await startRedis();
      await server.command("SET", "gdr:window:a", value);
      for (const name of ["count", "peek"] as const) {
        const windows = await open(server.url);

        expect(await windows[name]("a", 5)).toMatchObject({ limit: 5, isExhausted: false });
        expect([windows.isShared(), windows.lines]).toMatchObject([false, [{ message: LOST }]]);
      }
    },
  );
});

it.skipIf(SKIP_REDIS)(
  "a store that is not there at the start is warned of once, and taken when it comes",
  async () => {
    const server = await startRedis();
    await server.kill();
    const windows = await open(server.url);

    expect(windows.count("a", 5)).toMatchObject({ remaining: 4 });
    expect(windows.lines).toEqual([
      { level: "warn", reason: expect.stringMatching(/^connect ECONNREFUSED 127/), message: LOST },
    ]);
    await server.restart();
    await until(windows, true);
    expect(windows.lines[1]).toEqual({ level: "info", message: BACK });
  },
);

it.skipIf(SKIP_REDIS).each([
  [
    "a wrong one",
    "redis://:s3cret@127.0.0.1",
    /^WRONGPASS invalid username-password pair or user is disabled$/,
  ],
  ["none", "redis://127.0.0.1", /^NOAUTH /],
])(
  "a store with a password is not used with %s, and the warning says why, not which",
  async (_, url, reason) => {
    const { port } = await startRedis(["--requirepass", "another"]);
    const { isShared, lines } = await open(`${url}:${port}`);

    expect(isShared()).toBe(false);
    expect(lines).toEqual([
      { level: "warn", reason: expect.stringMatching(reason), message: LOST },
    ]);
    expect(JSON.stringify(lines)).not.toContain("s3cret");
  },
);

describe.skipIf(SKIP_REDIS)("several servers", () => {
  it("of a cluster are used as one store", async () => {
    const server = await startRedis([
      "--cluster-enabled",
      "yes",
      "--cluster-announce-ip",
      "127.0.0.1",
      "--dir",
      temporaryFolder(),
    ]);
    await server.command("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
    await vi.waitFor(
      async () => expect(await server.command("CLUSTER", "INFO")).toMatch(/cluster_state:ok/),
      20_000,
    );
    const { count, peek, isShared, lines } = await open(`redis+cluster://127.0.0.1:${server.port}`);

    expect(await count("a", 5)).toMatchObject({ remaining: 4 });
    expect(await peek("a", 5)).toMatchObject({ remaining: 4 });
    expect({ isShared: isShared(), lines }).toEqual({ isShared: true, lines: [] });
  });

  it("of a cluster without addresses are not used, and the warning says why", async () => {
    const server = await startRedis(["--cluster-enabled", "yes", "--dir", temporaryFolder()]);
    await server.command("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
    const { isShared, lines } = await open(`redis+cluster://127.0.0.1:${server.port}`);

    const reason = "no node of the cluster has an address; set cluster-announce-ip";
    expect([isShared(), lines]).toEqual([false, [{ level: "warn", reason, message: LOST }]]);
  });

  it("of which sentinels say which is the primary are used as one store", async () => {
    const server = await startRedis();
    const file = join(temporaryFolder(), "sentinel.conf");
    writeFileSync(file, `sentinel monitor games 127.0.0.1 ${server.port} 1\n`);
    const sentinel = await startRedis(["--sentinel"], file);
    const { count, isShared, lines } = await open(
      `redis+sentinel://127.0.0.1:${sentinel.port}/games/2`,
    );

    expect(lines).toEqual([]);
    expect(await count("a", 5)).toMatchObject({ remaining: 4 });
    expect(isShared()).toBe(true);
    expect(await server.command("INFO", "keyspace")).toMatch(/db2:keys=2,expires=2/);
  });
});
