import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import * as z from "zod";
import { ROUTES, routeOf } from "../../../proxy/watch/metrics.ts";

describe("the routes that requests are counted under", () => {
  it("are the paths of the OpenAPI description", () => {
    const text = readFileSync(join(inject("realSite"), "v1/openapi.json"), "utf8");
    const { paths } = z
      .object({ paths: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse(text));

    expect([...ROUTES].sort()).toEqual(Object.keys(paths).sort());
  });
});

describe("the route of a path", () => {
  it.each([
    ["/health", "/health"],
    ["/vocabulary/ko.json", "/vocabulary/{language}.json"],
    ["/v1/games", "/v1/games"],
    ["/v1/openapi.json", "/v1/openapi.json"],
    ["/v1/overwatch/heroes", "/v1/{game}/heroes"],
    ["/v1/overwatch/heroes/ana", "/v1/{game}/heroes/{hero}"],
    ["/v1/overwatch/heroes/L%C3%BAcio/abilities", "/v1/{game}/heroes/{hero}/abilities"],
    ["/v1/another-game/maps/nowhere", "/v1/{game}/maps/{map}"],
    ["/v1/overwatch/modes", "/v1/{game}/modes"],
    ["/v1/overwatch/roles", "/v1/{game}/roles"],
    ["/v1/overwatch/patches", "/v1/{game}/patches"],
    ["/v1/overwatch/patches/2026-10-06/changes", "/v1/{game}/patches/{patch}/changes"],
  ])("%s is %s", (path, route) => {
    expect(routeOf(path)).toBe(route);
  });
});
