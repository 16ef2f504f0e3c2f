import type { Socket } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { realProxy } from "../helpers/built-site.ts";
import { getRaw } from "../helpers/proxy.ts";
import { statusesOf } from "./bad-requests.ts";
import { hold } from "./connection.ts";
import { HEROES } from "./wire.ts";

/** The limits in small. A limit that is twice as long fails, so they leave time to a busy machine. */
const LIMITS = {
  headersMs: 600,
  requestMs: 1_300,
  stalledMs: 1_500,
  idleMs: 1_000,
  checkMs: 20,
  most: 1_000,
};

/** What Node adds to the time that it allows between requests (`keepAliveTimeoutBuffer`). */
const IDLE_BUFFER_MS = 1_000;

const start = (limits: Partial<typeof LIMITS> = {}) =>
  realProxy({ ANONYMOUS_LIMIT: "100000" }, undefined, {
    connectionLimits: { ...LIMITS, ...limits },
  });

const WHOLE = "GET /v1/games HTTP/1.1\r\nHost: test\r\n\r\n";

const CONNECT = "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n";

/** What a client sends before it falls silent, the answers that it gets, and the limit that it hits. */
const SILENT: [
  where: string,
  bytes: string,
  statuses: number[],
  limitMs: number,
  addedMs?: number,
][] = [
  ["before its first byte", "", [408], LIMITS.headersMs],
  ["in the request line", "GET /v1/ga", [408], LIMITS.headersMs],
  ["in its second request", `${WHOLE}GET /v1/games HTTP/1.1\r\nHost`, [200, 408], LIMITS.headersMs],
  ["between two requests", WHOLE, [200], LIMITS.idleMs, IDLE_BUFFER_MS],
  [
    "in the body of a GET",
    WHOLE.replace("\r\n\r\n", "\r\nContent-Length: 9\r\n\r\nabc"),
    [200],
    LIMITS.requestMs,
  ],
  [
    "in the body of a POST",
    "POST /v1/games HTTP/1.1\r\nHost: test\r\nContent-Length: 9\r\n\r\nabc",
    [405],
    LIMITS.requestMs,
  ],
];

describe("a client that falls silent", () => {
  it.each(SILENT)(
    "%s is answered and cut off in time",
    async (_where, bytes, statuses, limitMs, addedMs = 0) => {
      const { port } = await start();
      const { received, ended } = await hold(port, bytes);
      const tookMs = await ended;

      expect(statusesOf(received())).toEqual(statuses);
      expect(tookMs).toBeGreaterThan(limitMs * 0.9);
      expect(tookMs).toBeLessThan(2 * limitMs + addedMs);
    },
  );

  it("does not win time by a byte now and then", async () => {
    const { port } = await start();
    const { socket, received, ended } = await hold(port, "GET /v1/games HTTP/1.1\r\n");
    const dribble = setInterval(() => socket.writable && socket.write("X"), 20);
    onTestFinished(() => clearInterval(dribble));

    expect(await ended).toBeLessThan(2 * LIMITS.headersMs);
    expect(statusesOf(received())).toEqual([408]);
  });
});

/** All limits but those of readers, far away. */
const ONLY_READERS = { headersMs: 60_000, requestMs: 60_000, idleMs: 60_000 };

/**
 * Connects a client that asks for more than the system keeps for it, and reads nothing by itself.
 */
async function askMuch(port: number) {
  const { socket } = await hold(port);
  socket.pause();
  socket.write(`GET ${HEROES} HTTP/1.1\r\nHost: test\r\n\r\n`.repeat(1_000));
  return socket;
}

/** Has a client read so many bytes a second. */
function readSteadily(socket: Socket, bytesPerSecond: number) {
  const read = { bytes: 0 };
  const began = performance.now();
  const reading = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * bytesPerSecond - read.bytes;
    const text: string | null = socket.read(Math.floor(due)) ?? socket.read();
    read.bytes += text?.length ?? 0;
  }, 10);
  onTestFinished(() => clearInterval(reading));
  return read;
}

describe("a client that reads", () => {
  it("nothing is cut off when it has taken no whole answer for a while", async () => {
    const { port, connections } = await start(ONLY_READERS);
    const began = performance.now();
    await askMuch(port);
    await vi.waitFor(async () => expect(await connections()).toBe(0), {
      timeout: 2 * LIMITS.stalledMs,
      interval: 20,
    });

    expect(performance.now() - began).toBeGreaterThan(LIMITS.stalledMs * 0.9);
  });

  it("steadily, a whole answer in each such time, is not cut off", async () => {
    const { port, connections } = await start(ONLY_READERS);
    const read = readSteadily(await askMuch(port), 8_000_000);
    await new Promise((resolve) => setTimeout(resolve, LIMITS.stalledMs * 3));

    expect(await connections()).toBe(1);
    expect(read.bytes).toBeGreaterThan(8_000_000);
  });
});

describe("a client that is half gone", () => {
  it("gets its answer when it has closed its own side", async () => {
    const { port } = await start();
    const { socket, received, ended } = await hold(port);
    socket.end(WHOLE);
    await ended;

    expect(statusesOf(received())).toEqual([200]);
  });

  it("disturbs nobody by resetting its connection", async () => {
    const { port } = await start();
    for (const bytes of ["", "GET /v1/ga", WHOLE, WHOLE.repeat(50), CONNECT]) {
      const { socket } = await hold(port, bytes);
      socket.resetAndDestroy();
    }

    expect((await getRaw(port, "/v1/games")).status).toBe(200);
  });
});

it("more connections than there may be are closed as they come, and there is room again when others have ended", async () => {
  const { port } = await start({
    most: 3,
    headersMs: 60_000,
    requestMs: 60_000,
    stalledMs: 60_000,
  });
  const holders = [await hold(port, "G"), await hold(port, "G"), await hold(port, "G")];
  const oneTooMany = await hold(port, WHOLE);
  await oneTooMany.ended;
  expect(oneTooMany.received()).toBe("");

  holders[0]?.socket.destroy();
  await vi.waitFor(async () => expect((await getRaw(port, "/v1/games")).status).toBe(200), {
    timeout: 5_000,
  });
});

it("a connection that the system cannot accept is reported in the log, once of many, and the service goes on", async () => {
  const { port, logs, failToAccept } = await realProxy();
  for (let count = 0; count < 100; count += 1) failToAccept(new Error("accept EMFILE"));

  expect((await getRaw(port, "/v1/games")).status).toBe(200);
  const [line = "", ...others] = logs.filter((text) => text.includes("EMFILE"));
  expect(JSON.parse(line)).toMatchObject({ level: 50, msg: "a connection was not accepted" });
  expect(others).toEqual([]);
});
