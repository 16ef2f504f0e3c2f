import { describe, expect, it, onTestFinished, vi } from "vitest";
import { credentialOf } from "../../../proxy/auth/identity.ts";
import {
  type AuthorizationServer,
  createSigningKey,
  signToken,
  type TokenHeader,
} from "../../helpers/authorization-server.ts";
import { realProxy } from "../../helpers/built-site.ts";
import {
  addressOf,
  ask,
  authorizationServer,
  bearer,
  keptLog,
  type TokenOptions,
  tokenVerifier,
} from "./credentials.ts";

const AUDIENCE = "https://gamedata.example.org";

/** A moment in the middle of a second, in milliseconds, and its second. */
const NOW = 1_800_000_000_500;
const SECOND = 1_800_000_000;

/** Good from half an hour before to half an hour after that moment. */
const VALID = { iat: SECOND - 1800, nbf: SECOND - 1800, exp: SECOND + 1800 };

const ACCEPTED = { kind: "keyed", id: "account:player-1", scopes: ["gamedata:read"] };
const REJECTED = { kind: "rejected", reason: expect.any(String) };

/** A verifier whose clock is `clock.now`, and which never waits between two fetches. */
function verifierOf(server: AuthorizationServer, options: Partial<TokenOptions> = {}) {
  const clock = { now: NOW };
  const log = keptLog();
  const { check } = tokenVerifier({
    address: addressOf(server),
    issuer: server.issuer,
    audience: [AUDIENCE],
    log,
    now: () => clock.now,
    times: { cooldown: 0, pause: 0, timeout: 60_000 },
    ...options,
  });
  return { check: (token: string) => check(credentialOf(token), (run) => run()), clock, log };
}

describe("a token", () => {
  it.each([
    ["b", "keyed"],
    [["x", "a"], "keyed"],
    ["c", "rejected"],
  ])("for one of the audiences a and b: %j is %s", async (aud, kind) => {
    const server = await authorizationServer();
    const { check } = verifierOf(server, { audience: ["a", "b"], now: Date.now });
    expect(await check(await server.issue({ aud }))).toMatchObject({ kind });
  });

  it("with a very long subject names an account of bounded length, and no other's", async () => {
    const server = await authorizationServer();
    const { check } = verifierOf(server);
    const verdicts = [
      await check(await server.issue({ ...VALID, sub: `${"x".repeat(3_000)}1` })),
      await check(await server.issue({ ...VALID, sub: `${"x".repeat(3_000)}2` })),
    ];
    const ids = verdicts.map((verdict) => (verdict.kind === "keyed" ? verdict.id : ""));

    expect(ids).toEqual([
      expect.stringMatching(/^account:.{20,200}$/),
      expect.stringMatching(/^account:.{20,200}$/),
    ]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it("may be for the proxy's public address where no audience is set", async () => {
    const server = await authorizationServer();
    const { port } = await realProxy({
      AUTH_URL: server.issuer,
      BASE_URL: "https://api.example.net",
    });

    expect(
      (await ask(port, bearer(await server.issue({ aud: "https://api.example.net" })))).status,
    ).toBe(200);
    expect((await ask(port, bearer(await server.issue({ aud: AUDIENCE })))).status).toBe(401);
  });
});

it.each([
  [undefined, ACCEPTED],
  ["JWT", ACCEPTED],
  ["at+jwt", ACCEPTED],
  ["application/AT+JWT", ACCEPTED],
  ["logout+jwt", REJECTED],
  ["dpop+jwt", REJECTED],
  ["secevent+jwt", REJECTED],
  ["", REJECTED],
  [1, REJECTED],
])("the type of a token may not be that of something else: %j", async (typ, verdict) => {
  const server = await authorizationServer();
  const token = await server.issue(VALID, { header: { typ } as TokenHeader });

  expect(await verifierOf(server).check(token)).toEqual(verdict);
});

describe("a key that was replaced under its id", () => {
  it("verifies its tokens at once, and those of the old key end", async () => {
    const server = await authorizationServer();
    const { check } = verifierOf(server);
    const old = await server.issue(VALID);
    expect(await check(old)).toEqual(ACCEPTED);
    const key = await createSigningKey("ES256", "es256-1");
    server.jwks.keys = [key.publicJwk];
    const claims = { ...VALID, iss: server.issuer, aud: AUDIENCE, sub: "player-1" };
    const token = await signToken({ ...claims, scope: "gamedata:read b" }, key, {});
    const scopes = ["gamedata:read", "b"];
    expect(await check(token)).toEqual({ ...ACCEPTED, scopes });
    expect(await check(old)).toEqual(REJECTED);
  });

  it("costs one fetch within the cooldown, however many tokens are forged", async () => {
    const server = await authorizationServer();
    const { check } = verifierOf(server, { times: { cooldown: 3_600_000, timeout: 60_000 } });
    const key = await createSigningKey("ES256", "es256-1");
    const forged = await signToken({ ...VALID, iss: server.issuer, aud: AUDIENCE }, key, {});
    await check(await server.issue(VALID));

    for (let count = 0; count < 5; count += 1) expect(await check(forged)).toEqual(REJECTED);
    expect(server.jwks.fetches).toBe(1);
  });

  it("leaves a new key its fetch, while others send forged tokens", async () => {
    const server = await authorizationServer();
    const cooldown = 3_600_000;
    const { check } = verifierOf(server, { times: { cooldown, timeout: 60_000 } });
    const old = await server.issue(VALID);
    await check(old);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + cooldown });
    onTestFinished(() => void vi.useRealTimers());

    expect(await check(`${old.slice(0, -12)}AAAAAAAAAAAA`)).toEqual(REJECTED);
    await server.rotate();
    expect(await check(await server.issue(VALID))).toEqual(ACCEPTED);
    const nobodys = await server.issue(VALID, { header: { kid: "another" } });
    for (let count = 0; count < 5; count += 1) expect(await check(nobodys)).toEqual(REJECTED);
    expect(server.jwks.fetches).toBe(3);
  });
});

it.each<[string, Record<string, number>, object]>([
  ["exp is now", { exp: SECOND }, ACCEPTED],
  ["exp was five seconds ago", { exp: SECOND - 5 }, REJECTED],
  ["nbf is in six seconds", { nbf: SECOND + 6 }, REJECTED],
  ["iat is in six seconds", { iat: SECOND + 6 }, REJECTED],
])("the clocks of two machines may be five seconds apart: %s", async (_, times, verdict) => {
  const server = await authorizationServer();

  expect(await verifierOf(server).check(await server.issue({ ...VALID, ...times }))).toEqual(
    verdict,
  );
});

describe("a verified token", () => {
  it("is known at once until it expires, and five seconds more", async () => {
    const server = await authorizationServer();
    const { check, clock } = verifierOf(server);
    const token = await server.issue(VALID);
    await check(token);

    clock.now = (VALID.exp + 5) * 1000 - 1;
    expect(check(token)).toEqual(ACCEPTED); // no promise, so without a signature check

    clock.now = (VALID.exp + 5) * 1000;
    expect(await check(token)).toEqual({ kind: "rejected", reason: "ERR_JWT_EXPIRED" });
  });

  it("ends when the key that signed it is taken out of the set", async () => {
    const server = await authorizationServer();
    const { check } = verifierOf(server);
    const token = await server.issue(VALID);
    expect(await check(token)).toEqual(ACCEPTED);
    await server.rotate();
    server.retire();
    await check(await server.issue(VALID)); // an unknown key id, for which the set is fetched

    expect(await check(token)).toEqual({ kind: "rejected", reason: "ERR_JWKS_NO_MATCHING_KEY" });
  });
});

it("text that is longer than a token is not looked into", async () => {
  const server = await authorizationServer();
  const { check } = verifierOf(server);
  const token = await server.issue({ ...VALID, padding: "x".repeat(8192) });

  expect(check(token)).toEqual({ kind: "rejected", reason: "too long for a token" });
  await vi.waitFor(() => expect(server.jwks.fetches).toBe(1)); // the one of the start
});
