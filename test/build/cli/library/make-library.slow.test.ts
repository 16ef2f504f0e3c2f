import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeLibrary } from "../../../../build/cli/library/make-library.ts";
import { newestPatch } from "../../../../build/generator/data/game-data.ts";
import { referenceAsOf } from "../../../../build/generator/documents/contract.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { REAL_DATA as DATA } from "../../../helpers/real-data.ts";
import { ADDRESSES } from "../../../helpers/real-game.ts";

describe("the library", () => {
  it("is the same bytes each time, with the API's data, no address, nothing of Node", async () => {
    const one = temporaryFolder();
    const two = temporaryFolder();
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

    const reference = referenceAsOf(DATA, newestPatch(DATA), ADDRESSES);
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
    expect(json("hero-details.json").data).toEqual(withoutImages(reference.full.heroes));

    const modules = files.filter((file) => /^[^/]+\.js$/.test(file));
    const imported = modules.flatMap((file) => [
      ...readFileSync(join(one, file), "utf8").matchAll(/(?:from|import)\s*"([^"./][^"]*)"/g),
    ]);
    expect(imported.map(([, name]) => name)).toEqual([]);
  });
});
