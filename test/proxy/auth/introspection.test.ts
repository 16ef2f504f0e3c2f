import { describe, expect, it, onTestFinished, vi } from "vitest";
import { credentialOf } from "../../../proxy/auth/identity.ts";
import {
  createIntrospection,
  type IntrospectionOptions,
} from "../../../proxy/auth/introspection.ts";
import {
  type AuthorizationServer,
  FAILURES,
  type Failure,
} from "../../helpers/authorization-server.ts";
import { authorizationServer, keptLog } from "./credentials.ts";

const KEY = "gdr_0123456789";
const READ = { scope: "gamedata:read" };
const SECOND = 1_000;
const MINUTE = 60_000;
const START = 1_800_000_000_000;

const ACCEPTED = {
  kind: "keyed",
  id: expect.stringMatching(/^introspected:[0-9a-f]{64}$/),
  scopes: ["gamedata:read"],
};
const REJECTED = { kind: "rejected", reason: expect.any(String) };
const UNAVAILABLE = { kind: "unavailable", reason: "the introspection service cannot be had" };

const failures = Object.keys(FAILURES) as Failure[];

/** On a busy machine an answer takes its time. */
const PATIENT_MS = 60_000;

/** How long an attempt may take, of which nothing but the silence of the service is waited out. */
function attemptMs(failure: Failure, silenceMs: number) {
  return failure === "never answers" ? silenceMs : PATIENT_MS;
}

/** A service that holds one key for active. */
async function service(active: Record<string, object> = { [KEY]: READ }) {
  const server = await authorizationServer([]);
  for (const [key, about] of Object.entries(active)) server.introspection.active.set(key, about);
  return server;
}

/** A verifier that asks it, with a clock of its own that begins at `START`. */
function verifierOf(
  { introspection }: AuthorizationServer,
  { times, ...options }: Partial<IntrospectionOptions> = {},
) {
  const clock = { now: START };
  const log = keptLog();
  const { check, close } = createIntrospection({
    url: introspection.url,
    authorization: undefined,
    log,
    now: () => clock.now,
    clock: () => clock.now,
    times: { attempt: PATIENT_MS, ...times },
    ...options,
  });
  onTestFinished(close);
  return { check: (key: string) => check(credentialOf(key), (run) => run()), clock, log, close };
}

it("a key that the service knows is asked for with a form, in which every character arrives", async () => {
  const key = "gdr_a+b/c~d.e-f=";
  const server = await service({ [key]: READ });

  expect(await verifierOf(server).check(key)).toEqual(ACCEPTED);
  expect(server.introspection.requests).toEqual([
    { key, authorization: undefined, contentType: "application/x-www-form-urlencoded" },
  ]);
});

it("a key is rejected within a minute of being revoked there", async () => {
  const server = await service();
  const { check, clock } = verifierOf(server);
  await check(KEY);
  server.introspection.active.clear();
  clock.now += MINUTE - 1;
  expect(check(KEY)).toEqual(ACCEPTED); // no promise

  clock.now += 1;
  expect(await check(KEY)).toEqual(REJECTED);
});

describe("the service gets requests", () => {
  it("once for a hundred requests with one key at the same time", async () => {
    const server = await service();
    const { check } = verifierOf(server);
    const verdicts = await Promise.all(Array.from({ length: 100 }, () => check(KEY)));

    expect(verdicts).toEqual(Array.from({ length: 100 }, () => ACCEPTED));
    expect(server.introspection.requests).toHaveLength(1);
  });

  it("a second time when the first time it fails", async () => {
    const server = await service();
    server.introspection.failure = "hangs up";
    server.introspection.failuresLeft = 1;

    expect(await verifierOf(server).check(KEY)).toEqual(ACCEPTED);
    expect(server.introspection.requests).toHaveLength(2);
  });

  it("16 keys at a time, with 500 more in line, and nothing is known of further ones", async () => {
    const server = await service();
    server.introspection.failure = "never answers";
    const { check } = verifierOf(server, { times: { attempt: 60_000 } });
    const waiting = Promise.allSettled(Array.from({ length: 516 }, (_, n) => check(`gdr_${n}`)));

    expect(check(KEY)).toEqual(UNAVAILABLE); // no promise
    await server.stop();
    await waiting;
  });
});

it("a key waits 5 s at most for its turn, behind made-up ones, and is not rejected", async () => {
  const server = await service();
  server.introspection.failure = "never answers";
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { check } = verifierOf(server);
  for (let at = 0; at < 16; at += 1) void check(`gdr_${at}`);
  const verdict = check("gdr_17");
  vi.advanceTimersByTime(5_000);
  expect(await verdict).toEqual(UNAVAILABLE);
});

describe("when the service", () => {
  it.each(failures)(
    "%s, a key is neither accepted nor rejected, after two attempts",
    async (failure) => {
      const server = await service();
      server.introspection.failure = failure;
      const times = { attempt: attemptMs(failure, 500) };
      const { check, log } = verifierOf(server, { times });

      expect(await check(KEY)).toEqual(UNAVAILABLE);
      expect(server.introspection.requests).toHaveLength(2);
      expect(server.strayRequests).toEqual([]);
      expect(log.lines).toEqual([
        {
          level: "warn",
          fields: { reason: expect.any(String) },
          message: "the introspection service fails; keys it accepted lately stay accepted",
        },
      ]);
    },
  );

  it.each([
    ['says active: "yes"', { active: "yes", ...READ }],
    ["says active: 1", { active: 1, ...READ }],
    ["does not say active", READ],
    ["says scope as a number", { active: true, scope: 1 }],
    ["says null", null],
  ])("%s, a key is not accepted", async (_, lie) => {
    const server = await service();
    server.introspection.lie = lie;

    expect(await verifierOf(server).check(KEY)).toMatchObject(UNAVAILABLE);
  });
});

it("while the service fails it is left alone for two seconds after a failure, then asked again", async () => {
  /** A verifier that knows KEY from the start, and whose service fails from then on. */
  async function outage(about: object = READ) {
    const server = await service({ [KEY]: about });
    const verifier = verifierOf(server);
    await verifier.check(KEY);
    server.introspection.failure = "has an internal error";
    return { server, ...verifier };
  }

  const { server, check, clock } = await outage();
  clock.now += MINUTE;
  await check(KEY);
  expect(server.introspection.requests).toHaveLength(3);
  clock.now += 2 * SECOND - 1;
  for (const key of [KEY, "gdr_a", "gdr_b"]) await check(key);
  expect(server.introspection.requests).toHaveLength(3);

  clock.now += 1;
  await check(KEY);
  expect(server.introspection.requests).toHaveLength(5);
});
