import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { jsonSchemas } from "../../../../build/cli/schemas.ts";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";

const dataFiles = readdirSync(PACKAGE_DATA, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".json") && !file.startsWith("schemas"))
  .toSorted();

it("the JSON Schemas in gamedata/schemas are those of the zod schemas; if not, run: npm run schemas", () => {
  const folder = join(PACKAGE_DATA, "schemas");
  const checkedIn = new Map(
    readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")]),
  );
  expect(checkedIn).toEqual(jsonSchemas());
});

it.each(dataFiles)("a data file names the schema of its kind, which exists: %s", (file) => {
  const { $schema } = JSON.parse(readFileSync(join(PACKAGE_DATA, file), "utf8"));
  const kinds: Record<string, string> = {
    heroes: "hero.json",
    maps: "map.json",
    patches: "patch.json",
    witnesses: "witness.json",
  };
  const folder = dirname(file);
  expect($schema).toBe(folder === "." ? `schemas/${file}` : `../schemas/${kinds[folder]}`);
  expect(existsSync(join(PACKAGE_DATA, folder, $schema))).toBe(true);
});
