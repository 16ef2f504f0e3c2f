import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { verifySite } from "../../../build/core/site/verify-site.ts";
import { buildSite } from "../../../build/generator/build-site.ts";
import { offeredPatches } from "../../../build/generator/data/reference.ts";
import { REAL_DATA } from "../../helpers/real-data.ts";
import { BASE_URL } from "../../helpers/real-site.ts";
import { manifestOf } from "../cli/deployment/site.ts";

const GOOD = { missing: [], extra: [], altered: [] };

describe("a site as of an earlier patch", () => {
  const patch = "2026-04-14";
  const folder = mkdtempSync(join(tmpdir(), "gamedata-as-of-"));
  const site = join(folder, "dist");
  const json = (file: string) => JSON.parse(readFileSync(join(site, file), "utf8"));
  const data = REAL_DATA;
  const later = offeredPatches(data)
    .map(({ id }) => id)
    .filter((id) => id > patch);

  beforeAll(async () => {
    const addresses = { baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets` };
    const from = inject("realSite"); // whose compressed siblings need not be made again
    await buildSite(data, { ...addresses, patch, version: "test", out: site, from });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is a whole site", () => {
    expect(verifySite(site)).toMatchObject(GOOD);
  });

  it("names that patch wherever it names one", () => {
    expect(json("health.json").patch).toBe(patch);
    expect(manifestOf(site).patch).toBe(patch);
    for (const { path } of manifestOf(site).documents) {
      const { meta } = json(path.endsWith(".json") ? path.slice(1) : `${path.slice(1)}.json`);
      expect([path, meta?.patch ?? patch]).toEqual([path, patch]);
    }
  });

  it("has no later patch", () => {
    const ids = json("v1/overwatch/patches.json").data.map(({ id }: { id: string }) => id);
    expect(ids[0]).toBe(patch);
    expect(ids.filter((id: string) => later.includes(id))).toEqual([]);
    const files = readdirSync(join(site, "v1/overwatch/patches"));
    expect(files.filter((file) => later.includes(file.slice(0, 10)))).toEqual([]);
  });

  it("has no thing that was added later, under no spelling", () => {
    expect(manifestOf(site).documents.some(({ path }) => path.endsWith("/heroes/doctrine"))).toBe(
      false,
    );
    const spellings = manifestOf(site).documents.flatMap((document) => document.spellings);
    for (const spelling of ["doctrine", "Doctrine", "독트린"]) {
      expect(spellings).not.toContain(`/v1/overwatch/heroes/${spelling}`);
    }
    expect(spellings).not.toContain("/v1/overwatch/maps/neon-junction");
  });

  it("speaks of no later day in its documents, but for how its values became known", () => {
    for (const { file } of manifestOf(site).documents) {
      const text = JSON.stringify(json(file), (key, value) =>
        ["source", "sources", "gaps", "gap"].includes(key) ? undefined : value,
      );
      expect([file, later.filter((id) => text.includes(id))]).toEqual([file, []]);
    }
  });
});
