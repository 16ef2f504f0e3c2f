import { setTimeout } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import type { ConnectionLimits } from "../../proxy/http/connections.ts";
import { realProxy } from "../helpers/built-site.ts";
import { getRaw } from "../helpers/proxy.ts";
import { statusesOf } from "../proxy/bad-requests.ts";
import { hold } from "../proxy/connection.ts";

const GET = "GET /v1/games HTTP/1.1\r\nHost: test\r\n\r\n";
const SHORTEST = "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";

/** A head has little time, and is looked at often. */
const SHORT_HEADS = { headersMs: 300, checkMs: 10 };

/** A proxy that finds out who is calling when it is asked to, and how many wait for that. */
async function startWaiting(limits: Partial<ConnectionLimits>) {
  const waiting: (() => void)[] = [];
  const { port, connections } = await realProxy(
    { ANONYMOUS_LIMIT: "1000000", LOG_LEVEL: "silent" },
    undefined,
    {
      connectionLimits: limits,
      identify: () =>
        new Promise((resolve) => waiting.push(() => resolve({ kind: "anonymous" as const }))),
    },
  );
  const tell = () => {
    for (const go of waiting.splice(0)) go();
  };
  return { port, connections, waiting, tell };
}

describe("a connection that asks on without waiting for answers", () => {
  it("has a bounded number of requests under way, and all are answered in the end", async () => {
    const { port, waiting, tell } = await startWaiting({ unanswered: 32 });
    const { received } = await hold(port, GET.repeat(1_000));
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThanOrEqual(32));
    const most = { waiting: 0 };
    await vi.waitFor(
      () => {
        most.waiting = Math.max(most.waiting, waiting.length);
        tell();
        expect(statusesOf(received())).toHaveLength(1_000);
      },
      { timeout: 20_000, interval: 1 },
    );

    expect(most.waiting).toBeGreaterThanOrEqual(32);
    expect(most.waiting).toBeLessThan(32 + 512 / GET.length);
  });

  it.each([
    ["short ones", GET],
    ["of a piece and a half", GET.replace("\r\n\r\n", `\r\nX-Long: ${"x".repeat(700)}\r\n\r\n`)],
  ])("has as much time for its heads, %s, as if it waited for answers", async (_what, request) => {
    const { port, waiting, tell } = await startWaiting({ unanswered: 4, ...SHORT_HEADS });
    const { received } = await hold(port, request.repeat(40));
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThanOrEqual(4));
    await setTimeout(4 * SHORT_HEADS.headersMs); // Node has looked for heads that take too long
    await vi.waitFor(
      () => {
        tell();
        expect(statusesOf(received())).toHaveLength(40);
      },
      { timeout: 20_000, interval: 1 },
    );

    expect(new Set(statusesOf(received()))).toEqual(new Set([200]));
  });

  it("is cut where all together hold more than there may be", async () => {
    const { port, connections, waiting, tell } = await startWaiting({
      unanswered: 4,
      queuedBytes: 5_000,
    });
    const first = await hold(port, GET.repeat(80));
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    const second = await hold(port, GET.repeat(80));
    await second.ended;

    expect(await connections()).toBe(1);
    first.socket.destroy();
    await vi.waitFor(async () => {
      tell();
      expect(await connections()).toBe(0);
    });
    const third = await hold(port, GET.repeat(80)); // there is room again
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    expect(third.socket.destroyed).toBe(false);
    third.socket.destroy();
    await vi.waitFor(async () => {
      tell();
      expect(await connections()).toBe(0); // else the proxy waits for it as it closes
    });
  });

  it("keeps nobody waiting by not reading its answers, however many do so", async () => {
    const { port } = await realProxy({
      ANONYMOUS_LIMIT: "1000000000",
      LOG_LEVEL: "silent",
    });
    const before = process.memoryUsage().rss;
    const held = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const { socket } = await hold(port);
        socket.pause();
        socket.write(SHORTEST.repeat(1_600)); // 64 KB, which Node reads at once
        return socket;
      }),
    );
    expect((await getRaw(port, "/v1/games")).status).toBe(200);
    const grownMB = (process.memoryUsage().rss - before) / 1e6;
    for (const socket of held) socket.destroy();

    expect(grownMB).toBeLessThan(300); // it were over 700
  });
});
