import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { issueKey } from "../../../build/cli/keys/edit-keys.ts";
import { realProxy } from "../../helpers/built-site.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { getRaw } from "../../helpers/proxy.ts";

/** The line of the log that a request to a proxy with these settings gives. */
async function lineOf(headers: Record<string, string> = {}, env: Record<string, string> = {}) {
  const { port, logs } = await realProxy(env);
  await getRaw(port, "/v1/games", headers);
  const lines = () => logs.filter((line) => line.includes('"msg":"request"'));
  await vi.waitFor(() => expect(lines()).toHaveLength(1));
  return JSON.parse(lines()[0] ?? "");
}

describe("the line of a request", () => {
  it("has the size of the response, neither key nor address of an anonymous caller", async () => {
    const line = await lineOf();

    expect(line).toMatchObject({ path: "/v1/games", status: 200, tier: "anonymous" });
    expect(line["bytes"]).toBeGreaterThan(100);
    for (const name of ["key", "address"]) expect(line).not.toHaveProperty(name);
  });

  const own = /^[\da-f]{8}-[\da-f]{4}-[\da-z]+$/;

  it.each([
    [{}, own],
    [{ "X-Request-Id": 'a/b="c"' }, 'a/b="c"'],
    [{ "X-Request-Id": "x".repeat(128) }, "x".repeat(128)],
    [{ "X-Request-Id": "x".repeat(129) }, own],
    [{ "X-Request-Id": "a b" }, own],
    [{ "X-Request-Id": "caf\xe9" }, own],
  ])("and the answer have the same id for %j", async (asked, id) => {
    const { port, logs } = await realProxy();
    const { headers } = await getRaw(port, "/v1/nothing", asked);
    const shown = headers.get("x-request-id");
    const lines = () => logs.filter((line) => line.includes('"msg":"request"'));
    await vi.waitFor(() => expect(lines()).toHaveLength(1));

    expect(shown).toEqual(typeof id === "string" ? id : expect.stringMatching(id));
    expect(JSON.parse(lines()[0] ?? "")).toMatchObject({ requestId: shown });
  });

  it("of a 429 says why, and which window decided it", async () => {
    const { port, logs } = await realProxy({ ANONYMOUS_LIMIT: "1" });
    for (const key of ["", "", "gdr_unknown"])
      await getRaw(port, "/v1/games", key === "" ? {} : { "X-API-Key": key });
    const refusals = () => logs.map((line) => JSON.parse(line)).filter((line) => line.window);
    await vi.waitFor(() => expect(refusals()).toHaveLength(2));
    const window = { limit: 1, resetSeconds: expect.any(Number) };

    expect(refusals()).toMatchObject([
      { status: 429, reason: "the limit is exhausted", window },
      { status: 429, reason: "no such key; the limit is exhausted", window },
    ]);
  });

  it("has the id of the key, and never the key", async () => {
    const file = join(temporaryFolder(), "keys.json");
    const { key, entry } = issueKey(file, { prefix: "gdr_", name: "a bot" }, new Date());
    const line = await lineOf({ "x-api-key": key }, { API_KEYS_FILE: file });
    expect(line).toMatchObject({ tier: "keyed", key: entry.id });
    expect(JSON.stringify(line)).not.toContain(key);
  });

  it("has the client's address where LOG_ADDRESSES says so, behind proxies too", async () => {
    expect(await lineOf({}, { LOG_ADDRESSES: "true" })).toMatchObject({ address: "127.0.0.1" });
    const env = { LOG_ADDRESSES: "true", TRUST_PROXY: "127.0.0.1" };
    const forwarded = { "x-forwarded-for": "203.0.113.9" };
    expect(await lineOf(forwarded, env)).toMatchObject({ address: "203.0.113.9" });
  });
});
