import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { PatchCollection } from "../../build/core/schema/answer-shapes.ts";
import { openEdgeGate } from "../../proxy/edge/edge-gate.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const WINDOWS = { getByName: () => ({ count: async () => ({ used: 1, leftMs: 60_000 }) }) };

const assetsOf = (folder: () => string) => ({
  fetch: async (url: string) => {
    const file = join(folder(), decodeURIComponent(new URL(url).pathname));
    return existsSync(file)
      ? new Response(Uint8Array.from(readFileSync(file)))
      : new Response(null, { status: 404 });
  },
});

const request = (path: string, headers: Record<string, string> = {}) => ({
  url: `https://gamedata.example${path}`,
  method: "GET",
  headers: new Headers(headers),
});

it("a hanging store of keys holds requests with keys alone, for two seconds", async () => {
  const gate = await openEdgeGate({
    ASSETS: assetsOf(() => inject("realSite")),
    WINDOWS,
    KEYS: { get: () => new Promise(() => undefined) },
  });
  const keyed = gate(request("/v1/games", { "x-api-key": "gdr_key" }));
  const others = ["/health", "/heroes/ana", "/v1/games"].map((path) => gate(request(path)));

  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await keyed).status).toBe(500);
});

describe("a gate whose site has been replaced", () => {
  it("loads the new one when a file does not fit the manifest", async () => {
    let folder = inject("realSite");
    const gate = await openEdgeGate({ ASSETS: assetsOf(() => folder), WINDOWS });
    folder = inject("earlierSite");
    const path = "/v1/overwatch/patches";
    const { data } = JSON.parse(
      readFileSync(join(folder, `${path}.json`), "utf8"),
    ) as PatchCollection;

    expect(await (await gate(request(path))).json()).toMatchObject({ data });
    expect(await (await gate(request(`${path}?kind=hotfix`))).json()).toMatchObject({
      data: data.filter(({ kind }) => kind === "hotfix"),
    });
  });
});
