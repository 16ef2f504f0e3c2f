import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openEdgeGate } from "../../proxy/edge/edge-gate.ts";
import { SiteError } from "../../proxy/site/catalog.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("a gate that cannot be opened as its site cannot be read", () => {
  it("leaves nothing behind that goes on reading the keys", async () => {
    let reads = 0;
    const bindings = {
      ASSETS: { fetch: async () => new Response(null, { status: 503 }) },
      WINDOWS: { getByName: () => ({ count: async () => ({ used: 0, leftMs: 0 }) }) },
      KEYS: {
        get: async () => {
          reads += 1;
          return null;
        },
      },
    };

    await expect(openEdgeGate(bindings)).rejects.toThrow(SiteError);
    await vi.advanceTimersByTimeAsync(60_000);

    expect(reads).toBe(1);
  });
});
