import { describe, expect, it } from "vitest";
import { realProxy } from "../helpers/built-site.ts";
import { getRaw } from "../helpers/proxy.ts";

const TRUST_PROXY = "127.0.0.1,10.0.0.0/8,2001:db8:ffff::/48";

/** What is left to a caller after a request with that header, of 60. */
async function caller() {
  const { port } = await realProxy({ TRUST_PROXY }, () => 0);
  return async (forwarded: string) => {
    const { headers } = await getRaw(port, "/v1/games", { "X-Forwarded-For": forwarded });
    return Number(headers.get("ratelimit-remaining"));
  };
}

describe("an address in X-Forwarded-For behind a trusted hop", () => {
  it.each([
    ["with a port", "203.0.113.9, 10.0.0.2:4711", "203.0.113.9, 10.0.0.2:4712"],
    ["in brackets", "203.0.113.9, [2001:db8:ffff::1]", "203.0.113.9, 2001:db8:ffff::1"],
    ["in brackets with a port", "203.0.113.9, [2001:db8:ffff::1]:80", "203.0.113.9, 10.0.0.3"],
    ["when it has a port itself", "203.0.113.9:1, 10.0.0.2:5", "203.0.113.9:2, 10.0.0.2:6"],
    ["through two such hops", "203.0.113.9, 10.0.0.2:1, 10.0.0.3:2", "203.0.113.9, 10.0.0.3:3"],
  ])("is the caller's, %s", async (_, first, second) => {
    const remainingOf = await caller();

    expect([await remainingOf(first), await remainingOf(second)]).toEqual([59, 58]);
    expect(await remainingOf("203.0.113.10, 10.0.0.2:4711")).toBe(59);
  });

  it("is not that of the one in front of it, which anybody can write", async () => {
    const remainingOf = await caller();

    expect(await remainingOf("198.51.100.1, 203.0.113.9, 10.0.0.2:4711")).toBe(59);
    expect(await remainingOf("198.51.100.2, 203.0.113.9, 10.0.0.2:4711")).toBe(58);
  });

  it("is not there where the header is empty: the caller is the proxy", async () => {
    const remainingOf = await caller();

    expect([await remainingOf(""), await remainingOf("")]).toEqual([59, 58]);
  });
});

describe("an X-Forwarded-For that is not believed", () => {
  const WARNING = "X-Forwarded-For is not believed, as TRUST_PROXY does not name its sender";

  it.each([
    ["without TRUST_PROXY", {}],
    ["of a sender that TRUST_PROXY does not name", { TRUST_PROXY: "10.0.0.0/8" }],
  ])("counts for its sender, and is warned of once, %s", async (_, env) => {
    const { port, logs } = await realProxy(env);
    const left: (string | undefined)[] = [];
    for (const address of ["203.0.113.9", "203.0.113.10", "203.0.113.11"]) {
      const { headers } = await getRaw(port, "/v1/games", { "X-Forwarded-For": address });
      left.push(headers.get("ratelimit-remaining"));
    }

    expect(left).toEqual(["59", "58", "57"]); // all are of the sender
    expect(logs.filter((line) => line.includes(WARNING))).toHaveLength(1);
  });

  it("is not warned of where it is believed, or there is none", async () => {
    const { port, logs } = await realProxy({ TRUST_PROXY });
    for (const address of ["203.0.113.9", "127.0.0.1"])
      await getRaw(port, "/v1/games", { "X-Forwarded-For": address });
    await getRaw(port, "/v1/games");

    expect(logs.join("")).not.toContain(WARNING);
  });
});

describe("a trusted proxy that sends no X-Forwarded-For", () => {
  const WARNING = "requests of a proxy that TRUST_PROXY names have no X-Forwarded-For";

  /** How often it is warned of after so many requests for a path. */
  async function warnings(paths: Record<string, number>, env: Record<string, string>) {
    const { port, logs } = await realProxy(env);
    for (const [path, count] of Object.entries(paths))
      for (let sent = 0; sent < count; sent += 1) await getRaw(port, path);
    return logs.filter((line) => line.includes(WARNING)).length;
  }

  it.each([
    ["once at its tenth counted request", { "/v1/games": 12 }, { TRUST_PROXY }, 1],
    ["not before", { "/v1/games": 9 }, { TRUST_PROXY }, 0],
    ["not for requests that are not counted", { "/health": 6, "/ready": 6 }, { TRUST_PROXY }, 0],
    ["not where it is not trusted", { "/v1/games": 12 }, {}, 0],
  ])("is warned of %s", async (_, paths, env, count) => {
    expect(await warnings(paths as Record<string, number>, env)).toBe(count);
  });
});
