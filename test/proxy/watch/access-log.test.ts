import { join } from "node:path";
import { describe, expect, inject, it, vi } from "vitest";
import { issueKey } from "../../../build/cli/keys/edit-keys.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { getRaw, startProxy } from "../../helpers/proxy.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

/** The line of the log that a request to a proxy with these settings gives. */
async function lineOf(
  headers: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const { port, logs } = await startProxy(inject("realSite"), env);
  await getRaw(port, "/v1/games", headers);
  const lines = () => logs.filter((line) => line.includes('"msg":"request"'));
  await vi.waitFor(() => expect(lines()).toHaveLength(1));
  return JSON.parse(lines()[0] ?? "");
}

describe("the line of a request", () => {
  it("has the size of the answer and a name of the request, and no address", async () => {
    const line = await lineOf();
    expect(line).toMatchObject({ path: "/v1/games", status: 200, tier: "anonymous" });
    expect(line["bytes"]).toBeGreaterThan(100);
    expect(line["requestId"]).toEqual(expect.any(String));
    expect(line).not.toHaveProperty("key");
    expect(line).not.toHaveProperty("address");
  });

  it("has the trace that the caller names (W3C Trace Context)", async () => {
    const line = await lineOf({ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` });
    expect(line["requestId"]).toBe(TRACE);
  });

  it.each([
    `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${TRACE}`,
    '"}',
  ])("takes nothing over that is not a trace: %s", async (traceparent) => {
    const { requestId } = await lineOf({ traceparent });
    expect(requestId).toEqual(expect.any(String));
    expect(`${requestId}`).not.toBe(TRACE);
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
