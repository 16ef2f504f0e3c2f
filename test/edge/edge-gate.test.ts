import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { PatchCollection } from "../../build/schema/answer-shapes.ts";
import { openEdgeGate } from "../../proxy/edge/edge-gate.ts";
import { SiteError } from "../../proxy/site/catalog.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const WINDOWS = { getByName: () => ({ count: async () => ({ used: 1, leftMs: 60_000 }) }) };

describe("a gate that cannot be opened as its site cannot be read", () => {
  it("leaves nothing behind that goes on reading the keys", async () => {
    let reads = 0;
    const bindings = {
      ASSETS: { fetch: async () => new Response(null, { status: 503 }) },
      WINDOWS,
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

describe("a gate whose site has been replaced", () => {
  it("filters the patch list of the new site, even if that is the first request", async () => {
    let folder = inject("realSite");
    const assets = {
      fetch: async (url: string) => {
        const file = join(folder, decodeURIComponent(new URL(url).pathname));
        return existsSync(file)
          ? new Response(Uint8Array.from(readFileSync(file)))
          : new Response(null, { status: 404 });
      },
    };
    const gate = await openEdgeGate({ ASSETS: assets, WINDOWS });
    folder = inject("earlierSite");
    const answer = await gate({
      url: "https://gamedata.example/v1/overwatch/patches?kind=hotfix",
      method: "GET",
      headers: new Headers(),
    });
    const whole = JSON.parse(
      readFileSync(join(folder, "v1/overwatch/patches.json"), "utf8"),
    ) as PatchCollection;

    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      data: whole.data.filter(({ kind }) => kind === "hotfix"),
    });
  });
});
