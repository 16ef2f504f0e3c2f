import { describe, expect, it, vi } from "vitest";
import { realProxy } from "../helpers/built-site.ts";
import { freePort } from "../helpers/port.ts";
import { portOf, printedBy, serve, site } from "../helpers/program.ts";
import { getRaw } from "../helpers/proxy.ts";
import { statusesOf } from "../proxy/bad-requests.ts";
import { hold } from "../proxy/connection.ts";

const GET = "GET /v1/games HTTP/1.1\r\nHost: test\r\n\r\n";

describe("a service that is asked to end", () => {
  it("answers what comes on the connections that it has, and says that they end", async () => {
    const program = serve({ ...site(), PORT: "0" });
    const port = await portOf(program);
    const kept = await Promise.all(Array.from({ length: 16 }, () => hold(port, GET)));
    await vi.waitFor(() => {
      for (const { received } of kept) expect(statusesOf(received())).toEqual([200]);
    });
    program.child.kill("SIGTERM");
    await printedBy(program, /"msg":"closing"/);
    for (const { socket } of kept) socket.write(GET);
    await Promise.all(kept.map(({ ended }) => ended));

    for (const { received } of kept) {
      expect(statusesOf(received())).toEqual([200, 200]);
      expect(received().match(/Connection: close\r\n/g)).toHaveLength(1);
    }
    expect(await program.exited).toBe(0);
  });

  it("takes new callers for DRAIN_SECONDS, but says that it is not ready", async () => {
    const port = await freePort();
    const program = serve({ ...site(), PORT: `${port}`, DRAIN_SECONDS: "2" });
    await portOf(program);
    expect((await getRaw(port, "/ready")).status).toBe(200);
    program.child.kill("SIGTERM");
    await printedBy(program, /"msg":"closing"/);
    const ready = await getRaw(port, "/ready");
    const games = await getRaw(port, "/v1/games");

    expect([ready.status, games.status]).toEqual([503, 200]);
    expect(games.headers.get("connection")).toBe("close");
    expect(await program.exited).toBe(0);
  });
});

it("a fault that no answer can be made of is a 500, and ends nothing", async () => {
  const { port, logs } = await realProxy({}, undefined, {
    catalog: () => {
      throw new Error("a broken site");
    },
  });
  for (const path of ["/v1/games", "/health", "/nothing"])
    expect((await getRaw(port, path)).status).toBe(500);
  await (await hold(port, "hello\r\n\r\n")).ended;
  await (await hold(port, "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n")).ended;

  expect((await getRaw(port, "/v1/games")).status).toBe(500);
  expect(logs.join("")).toContain("a broken site");
});
