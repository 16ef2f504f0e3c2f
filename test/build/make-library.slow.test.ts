import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { heroDetails } from "../../build/data/details.ts";
import { newestPatch, referenceAsOf } from "../../build/data/reference.ts";
import { client } from "../../build/library/client.ts";
import { apiTypes, makeLibrary } from "../../build/make-library.ts";
import { PACKAGE_ROOT } from "../../build/package.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { REAL_DATA as DATA } from "../helpers/real-data.ts";

const TYPES = await apiTypes(DATA);

describe("the types of the API", () => {
  it("are those in the checkout; npm run schemas makes them anew", () => {
    expect(TYPES).toBe(readFileSync(join(PACKAGE_ROOT, "build/library/api.ts"), "utf8"));
  });

  it("stay the same when the data changes", async () => {
    const renamed = {
      ...DATA,
      patches: DATA.patches.map((patch) => ({ ...patch, name: `Renamed: ${patch.name}` })),
    };
    expect(await apiTypes(renamed)).toBe(TYPES);
  });
});

describe("the client", () => {
  it("has a method for every operation that is described", () => {
    const operations = [...TYPES.matchAll(/^ {4}(get|list)(\w+): \{$/gm)].map(
      ([, verb, name = ""]) => ({ verb, name }),
    );
    const hasBoth = (name: string) => operations.filter((one) => one.name === name).length > 1;
    const methods = Object.keys(client({ baseUrl: "https://gamedata.example.org" })).filter(
      (name) => name !== "rateLimit",
    );
    expect(operations.length).toBeGreaterThan(13);
    // getVocabulary and getVocabularyOfLanguage are one method; of a list and its item, the list
    // has "all" before it.
    const expected = operations.map(({ verb, name }) =>
      `${verb === "list" && hasBoth(name) ? "all" : ""}${name.replace("OfLanguage", "")}`.toLowerCase(),
    );
    expect(methods.map((name) => name.toLowerCase()).toSorted()).toEqual(
      [...new Set(expected)].toSorted(),
    );
  });
});

describe("the library", () => {
  it("is the same bytes each time, and holds the data of the API without a deployment's addresses", async () => {
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    await makeLibrary(DATA, one);
    await makeLibrary(DATA, two);
    const filesIn = (folder: string) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
        statSync(join(folder, file)).isFile(),
      );
    const files = filesIn(one);
    expect(files).toEqual(filesIn(two));
    const isSame = (file: string) =>
      readFileSync(join(one, file)).equals(readFileSync(join(two, file)));
    expect(files.filter((file) => !isSame(file))).toEqual([]);
    expect(files.map((file) => readFileSync(join(one, file), "utf8")).join()).not.toContain(
      "deployment.invalid",
    );

    const addresses = {
      baseUrl: "https://gamedata.example.org",
      assetsUrl: "https://gamedata.example.org/assets",
    };
    const reference = referenceAsOf(DATA, newestPatch(DATA), addresses);
    const withoutImages = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (key, inner) =>
        /^(portrait|thumbnail)$/.test(key) ? undefined : inner,
      );
    const library: Record<string, unknown> = await import(join(one, "index.js"));
    for (const name of ["heroes", "maps", "patches", "roles", "modes"] as const) {
      expect([name, library[name]]).toEqual([name, withoutImages(reference[name])]);
    }
    expect(library["asOf"]).toBe(reference.patch);
    const json = (file: string) => JSON.parse(readFileSync(join(one, "data", file), "utf8"));
    expect(json("hero-details.json").data).toEqual(
      DATA.heroes.map(({ id }) => heroDetails(reference, id)),
    );
  });

  it("imports nothing that only Node has", async () => {
    const folder = temporaryFolder();
    await makeLibrary(DATA, folder);
    const modules = readdirSync(folder).filter((file) => file.endsWith(".js"));
    const imported = modules.flatMap((file) =>
      [
        ...readFileSync(join(folder, file), "utf8").matchAll(/(?:from|import)\s*"([^"./][^"]*)"/g),
      ].map(([, name]) => name),
    );
    expect(imported).toEqual([]);
  });
});
