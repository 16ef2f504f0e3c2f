import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import type { HeroDetails } from "../../../../../build/core/schema/details.ts";
import {
  heroAsOf,
  heroesOfQuery,
  patchAsOf,
  withParts,
} from "../../../../../build/generator/pages/explorer/browser/earlier-heroes.ts";
import { EARLIER } from "../../../../helpers/real-site.ts";

/** What the page of the comparison loads. */
const { heroes, patches } = withParts(
  JSON.parse(readFileSync(join(inject("realSite"), "explorer/heroes.json"), "utf8")),
);

/** Each hero's abilities with their numbers, as the documents of a site have them. */
function documented(site: string): Map<string, unknown> {
  const text = readFileSync(join(site, "details/heroes.json"), "utf8");
  const { data: all }: { data: HeroDetails[] } = JSON.parse(text);
  return new Map(
    all.map(({ id, abilities }) => [
      id,
      abilities.map(({ name, kind, figures }) => ({
        name,
        kind,
        numbers: figures.flatMap(({ value }) => (typeof value === "number" ? value : [])).sort(),
      })),
    ]),
  );
}

/** The same as the comparison has them. */
function compared(patch?: string): Map<string, unknown> {
  return new Map(
    heroes.flatMap((stored) => {
      const hero = heroAsOf(stored, patch);
      if (hero === undefined) return [];
      const abilities = hero.abilities.map(({ name, kind, figures }) => ({
        name,
        kind,
        numbers: figures.map(([, value]) => value).sort(),
      }));
      return [[stored.id, abilities] as const];
    }),
  );
}

describe("a hero in the comparison", () => {
  it("is as the documents of today have it", () => {
    expect(compared()).toEqual(documented(inject("realSite")));
  });

  it("is as the documents as of an earlier patch had it, and not there before it was added", () => {
    const then = compared(EARLIER);
    expect(then).toEqual(documented(inject("earlierSite")));
    expect(then.size).toBeLessThan(heroes.length);
  });
});

it("a day means the newest patch on or before it, an id that patch, and anything else none", () => {
  expect(patchAsOf(patches, "2026-08-13")?.[0]).toBe("2026-08-12");
  expect(patchAsOf(patches, EARLIER)?.[0]).toBe(EARLIER);
  for (const asked of ["2016-01-01", "soon", "", "2026-08"])
    expect(patchAsOf(patches, asked)).toBeUndefined();
});

it.each([
  ["?h=Ana,MERCY", ["ana", "mercy"]],
  ["?h=ana,,ana", ["ana"]],
  ["?h=", []],
  ["", []],
])("the heroes of the query %s are %o", (query, ids) => {
  expect(heroesOfQuery(query)).toEqual(ids);
});
