import { errors } from "jose";
import pino from "pino";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { KeySetUnavailable } from "../../../proxy/auth/identity.ts";
import { createKeySet, type KeySetOptions } from "../../../proxy/auth/key-set.ts";
import { listen, openProxy } from "../../../proxy/start.ts";
import {
  type AuthorizationServer,
  FAILURES,
  type Failure,
} from "../../helpers/authorization-server.ts";
import { realProxy } from "../../helpers/built-site.ts";
import { configOf, getRaw } from "../../helpers/proxy.ts";
import { addressOf, ask, authorizationServer, bearer, keptLog } from "./credentials.ts";

const LONG = 3_600_000;

/** The key set of a server, which never waits unless asked; `find` takes a key id. */
function keySetOf(server: AuthorizationServer, times: KeySetOptions["times"] = {}) {
  const log = keptLog();
  const onKeysChanged = vi.fn();
  const keySet = createKeySet({
    address: addressOf(server),
    onKeysChanged,
    log,
    times: { cooldown: 0, pause: 0, refresh: LONG, timeout: 60_000, ...times },
  });
  onTestFinished(keySet.close);
  const find = (kid: string) => keySet.find({ alg: "ES256", kid }, { payload: "", signature: "" });
  return { find, onKeysChanged, log, close: keySet.close };
}

it("the key set is refreshed in the background, and reports when a key is gone", async () => {
  const server = await authorizationServer();
  const { find, onKeysChanged } = keySetOf(server, { refresh: 20 });
  await find("es256-1");
  await server.rotate();
  server.retire();

  await vi.waitFor(() => expect(onKeysChanged).toHaveBeenCalled());
  expect(await find("es256-2")).toMatchObject({ type: "public" });
  await expect(find("es256-1")).rejects.toThrow(errors.JWKSNoMatchingKey);
});

it("a flood of unknown key ids costs the authorization server one fetch, however many ask at once", async () => {
  const server = await authorizationServer();
  const { find } = keySetOf(server);
  await find("es256-1");
  const asked = await Promise.allSettled(
    Array.from({ length: 200 }, (_, n) => find(`unknown-${n}`)),
  );

  expect(
    asked.every(
      (one) => one.status === "rejected" && one.reason instanceof errors.JWKSNoMatchingKey,
    ),
  ).toBe(true);
  expect(server.jwks.fetches).toBe(2);
});

it("the first fetch is tried again until it succeeds, with one warning", async () => {
  const server = await authorizationServer();
  server.jwks.failure = "has an internal error";
  const { log } = keySetOf(server, { firstPause: 20 });
  await vi.waitFor(() => expect(server.jwks.fetches).toBeGreaterThan(2));
  expect(log.lines).toHaveLength(1);
  server.jwks.failure = undefined;

  await vi.waitFor(() => expect(log.lines.at(-1)).toMatchObject({ message: "JWKS updated" }));
});

it.each(Object.keys(FAILURES) as Failure[])(
  "when the authorization server %s, the last good set stays in force",
  async (failure) => {
    const server = await authorizationServer();
    const times = failure === "never answers" ? { timeout: 500 } : {};
    const { find, log, onKeysChanged } = keySetOf(server, times);
    await vi.waitFor(() => find("es256-1"), { timeout: 30_000 }); // on a busy machine
    await server.rotate();
    server.retire();
    server.jwks.failure = failure;

    await expect(find("es256-2")).rejects.toThrow(KeySetUnavailable);
    expect(await find("es256-1")).toMatchObject({ type: "public" });
    expect(log.lines.at(-1)).toEqual({
      level: "warn",
      fields: { reason: expect.any(String) },
      message: "the JWKS could not be fetched; the last good one stays in force",
    });
    expect(onKeysChanged).not.toHaveBeenCalled();
    expect(server.strayRequests).toEqual([]);
  },
);

describe("over the wire", () => {
  it("/ready waits for the first keys", async () => {
    const server = await authorizationServer();
    server.jwks.failure = "has an internal error";
    const config = configOf({ SITE: inject("realSite"), AUTH_URL: server.issuer });
    const { app } = await openProxy(config, pino({ level: "silent" }), () => 0);
    onTestFinished(() => app.close());
    const port = Number(new URL(await listen(app, { host: "127.0.0.1", port: 0 })).port);
    const ready = async () => (await getRaw(port, "/ready")).status;
    expect(await ready()).toBe(503);
    server.jwks.failure = undefined;

    await expect.poll(ready, { timeout: 9_000 }).toBe(200);
  });

  /** A proxy that believes the server; the clock of its windows stops. */
  const portFor = async (server: AuthorizationServer, jwks: KeySetOptions["times"]) => {
    const settings = { AUTH_URL: server.issuer };
    return (await realProxy(settings, () => 0, { authTimes: { jwks } })).port;
  };

  const statusOf = async (port: number, token: string) => (await ask(port, bearer(token))).status;

  it("killing the authorization server does nothing to known keys; others get 500", async () => {
    const server = await authorizationServer();
    const port = await portFor(server, { cooldown: 0 });
    const seen = await server.issue({ sub: "a" });
    expect(await statusOf(port, seen)).toBe(200);
    const unseen = await server.issue({ sub: "b" });
    const unknown = await server.issue({ sub: "c" }, { header: { kid: "es256-2" } });
    await server.stop();

    expect(await statusOf(port, seen)).toBe(200);
    expect(await statusOf(port, unseen)).toBe(200);
    const { status, headers } = await ask(port, bearer(unknown));
    expect([status, headers.get("ratelimit")]).toEqual([500, '"anonymous";r=60;t=60']);
  });
});
