import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import * as z from "zod";
import { SHAPES } from "./shapes.ts";

/** A document of each shape, with one item where it is a collection. */
const SAMPLES = [
  "/health",
  "/v1/games",
  "/v1/overwatch/heroes",
  "/v1/overwatch/heroes/ana",
  "/v1/overwatch/heroes/ana/abilities",
  "/v1/overwatch/maps",
  "/v1/overwatch/maps/ilios",
  "/v1/overwatch/modes",
  "/v1/overwatch/roles",
  "/v1/overwatch/patches",
];

const anyObject = z.record(z.string(), z.unknown());

function documentAt(path: string): Record<string, unknown> {
  return anyObject.parse(
    JSON.parse(readFileSync(join(inject("realSite"), `${path}.json`), "utf8")),
  );
}

function accepts(path: string, document: unknown): boolean {
  const [, shape] = SHAPES.find(([pattern]) => pattern.test(path)) ?? [];
  if (shape === undefined) throw new Error(`no shape is for ${path}`);
  return shape.safeParse(document).success;
}

describe.each(SAMPLES)("the shape of %s", (path) => {
  const document = documentAt(path);

  it("accepts the document as it is", () => {
    expect(accepts(path, document)).toBe(true);
  });

  it.each(Object.keys(document))("wants %s", (field) => {
    const { [field]: _, ...rest } = document;
    expect(accepts(path, rest)).toBe(false);
    expect(accepts(path, { ...document, [field]: {} })).toBe(false);
  });

  it("allows no other field", () => {
    expect(accepts(path, { ...document, more: 1 })).toBe(false);
  });
});

describe("a collection", () => {
  const heroes = z
    .object({ data: z.array(anyObject), meta: anyObject })
    .parse(documentAt("/v1/overwatch/heroes"));

  it("says how many it has", () => {
    const meta = { ...heroes.meta, count: heroes.data.length - 1 };
    expect(accepts("/v1/overwatch/heroes", { ...heroes, meta })).toBe(false);
  });

  it("has items of its shape", () => {
    const data = heroes.data.with(0, { ...heroes.data[0], role: "healer" });
    expect(accepts("/v1/overwatch/heroes", { ...heroes, data })).toBe(false);
  });
});

describe("a hero", () => {
  const ana = documentAt("/v1/overwatch/heroes/ana");
  const { abilities, health } = z
    .object({ abilities: z.array(anyObject), health: anyObject })
    .parse(ana);

  it("begins its kit with Ability 1, Ability 2 and Ultimate", () => {
    expect(accepts("/v1/overwatch/heroes/ana", { ...ana, abilities: abilities.toReversed() })).toBe(
      false,
    );
  });

  it("has a total that is the sum", () => {
    const wrong = { ...health, total: Number(health["total"]) + 1 };
    expect(accepts("/v1/overwatch/heroes/ana", { ...ana, health: wrong })).toBe(false);
  });
});
