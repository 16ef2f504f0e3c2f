import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { apiTypes } from "../../../../build/cli/library/make-library.ts";
import { client } from "../../../../build/client/client.ts";
import { PACKAGE_ROOT } from "../../../../build/core/package.ts";
import { OPERATION_ENTRIES } from "../../../../build/core/schema/operations.ts";
import { REAL_DATA as DATA } from "../../../helpers/real-data.ts";

const TYPES = apiTypes(DATA);

describe("the types of the API", () => {
  it("include every type that the client's sources take from the schemas", () => {
    const source = readFileSync(join(PACKAGE_ROOT, "build/client/api.ts"), "utf8");
    const taken = [...source.matchAll(/^export type (?:\{([^}]*)\}|(\w+))/gm)].flatMap(
      ([, several = "", one = ""]) => [one, ...several.split(",")],
    );
    const names = taken.map((name) => /\w+\s*$/.exec(name)?.[0].trim()).filter((name) => name);
    expect(names).toContain("Hero");
    for (const name of names) expect(TYPES).toContain(`export type ${name} =`);
  });

  it("stay the same when the data changes", async () => {
    const renamed = {
      ...DATA,
      patches: DATA.patches.map((patch) => ({ ...patch, name: `Renamed: ${patch.name}` })),
    };
    expect(apiTypes(renamed)).toBe(TYPES);
  });
});

describe("the client", () => {
  it("has a method for every operation that answers with JSON", () => {
    const operations = OPERATION_ENTRIES.filter(([, { type }]) => type === undefined).map(
      ([operationId]) => {
        const [, verb, name = ""] = /^(get|list)(\w+)$/.exec(operationId) ?? [];
        return { verb, name };
      },
    );
    const hasBoth = (name: string) => operations.filter((one) => one.name === name).length > 1;
    const methods = Object.keys(client({ baseUrl: "https://gamedata.example.org" })).filter(
      (name) => name !== "rateLimit",
    );
    expect(operations.length).toBeGreaterThan(13);
    // getVocabulary and getVocabularyOfLanguage are one method; of a list and its item, the list
    // has "all" before it. getHeroHistory is history.
    const expected = operations.map(({ verb, name }) => {
      const prefix = verb === "list" && hasBoth(name) ? "all" : "";
      return `${prefix}${name.replace("OfLanguage", "")}`
        .replace("HeroHistory", "history")
        .toLowerCase();
    });
    expect(methods.map((name) => name.toLowerCase()).toSorted()).toEqual(
      [...new Set(expected)].toSorted(),
    );
  });
});
