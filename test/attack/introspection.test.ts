import { describe, expect, it } from "vitest";
import type { Verdict } from "../../proxy/auth/identity.ts";
import { createIntrospectionMemory } from "../../proxy/auth/introspection.ts";

const TIMES = { accepted: 60_000, rejected: 10_000, grace: 600_000, pause: 2_000 };
const HOUR = 3_600_000;
const NEVER = Number.POSITIVE_INFINITY;
const GOOD: Verdict = { kind: "keyed", id: "key:good", scopes: [] };
const BAD: Verdict = { kind: "rejected", reason: "not active" };

/** A memory, and both of its clocks. */
function remembering() {
  const time = { wall: 1_800_000_000_000, since: 0 };
  const clocks = { now: () => time.wall, clock: () => time.since };
  return { time, ...createIntrospectionMemory(TIMES, clocks) };
}

describe("what an introspection service has said", () => {
  it("of good keys is not pushed out by two hundred thousand made-up ones", () => {
    const { keep, fresh, accepted, size } = remembering();
    keep("good", GOOD, NEVER);
    for (let made = 0; made < 200_000; made += 1) keep(`made-up-${made}`, BAD, NEVER);

    expect([fresh("good"), accepted("good")]).toEqual([GOOD, GOOD]);
    expect(size()).toBeLessThanOrEqual(100_000);
  });

  it.each([
    ["is set back", -HOUR],
    ["is set forward", HOUR],
  ])("is believed for a minute, and ten in an outage, when the clock on the wall %s", (_, jump) => {
    const { time, keep, fresh, accepted } = remembering();
    keep("good", GOOD, NEVER);
    keep("bad", BAD, NEVER);
    time.wall += jump;

    time.since = TIMES.rejected - 1;
    expect([fresh("good"), fresh("bad")]).toEqual([GOOD, BAD]);
    time.since = TIMES.accepted;
    expect([fresh("good"), fresh("bad"), accepted("good")]).toEqual([undefined, undefined, GOOD]);
    time.since = TIMES.grace;
    expect(accepted("good")).toBeUndefined();
  });

  it("of a key with an exp ends by the clock on the wall, as exp is a time of the wall", () => {
    const { time, keep, fresh, accepted } = remembering();
    keep("good", GOOD, time.wall + 1_000);
    expect(fresh("good")).toEqual(GOOD);

    time.wall += 1_000;
    expect([fresh("good"), accepted("good")]).toEqual([undefined, undefined]);
  });

  it("last is what counts, whichever way it changed", () => {
    const { keep, fresh, accepted } = remembering();
    keep("key", GOOD, NEVER);
    keep("key", BAD, NEVER);
    expect([fresh("key"), accepted("key")]).toEqual([BAD, undefined]);

    keep("key", GOOD, NEVER);
    expect([fresh("key"), accepted("key")]).toEqual([GOOD, GOOD]);
  });
});
