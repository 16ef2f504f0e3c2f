import { describe, expect, inject, it, vi } from "vitest";
import { getRaw, startProxy } from "../helpers/proxy.ts";
import { hold, statusesOf } from "../proxy/connection.ts";

const GET = "GET /v1/games HTTP/1.1\r\nHost: test\r\n\r\n";
const SHORTEST = "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";

/** A proxy that finds out who is calling when it is told to, and how many wait for that. */
async function startWaiting(limits: { unanswered: number; heldBytes?: number }) {
  const waiting: (() => void)[] = [];
  const { port, connections } = await startProxy(
    inject("realSite"),
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

  it("is cut where all together hold more than there may be", async () => {
    const { port, connections, waiting, tell } = await startWaiting({
      unanswered: 4,
      heldBytes: 5_000,
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
    const { port } = await startProxy(inject("realSite"), {
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
