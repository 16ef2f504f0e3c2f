import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  HealthSchema,
  HeroCollectionSchema,
  HistoricHeroCollectionSchema,
  MapCollectionSchema,
  ModeCollectionSchema,
  PatchCollectionSchema,
  RoleCollectionSchema,
} from "../../build/core/schema/answer-shapes.ts";
import { type Manifest, ManifestSchema } from "../../build/core/schema/manifest.ts";
import { documentFile } from "../../build/core/site/path-files.ts";
import { verifySite } from "../../build/core/site/verify-site.ts";
import { offeredPatches, referenceAsOf } from "../../build/generator/data/reference.ts";
import type { Catalog } from "../../proxy/site/catalog.ts";
import { loadCatalog } from "../../proxy/site/stored-catalog.ts";
import { startProxy } from "../helpers/proxy.ts";
import { REAL_DATA as DATA } from "../helpers/real-data.ts";
import { BASE_URL } from "../helpers/real-site.ts";
import {
  type BytesAnswer,
  encodePath,
  HEROES,
  keepAliveClient,
  MAPS,
  PATCHES,
} from "../proxy/wire.ts";

export const ADDRESSES = { baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets` };

/** The patches that a site can be built for, newest first. */
export const OFFERED = offeredPatches(DATA);

/** Heroes have had a sub-role since this patch. */
const FIRST_SUBROLES = "2026-02-10";

/** Describes what the site as of a patch promises, from its folder, which `siteOf` gives. */
export function describeServed(patch: string, siteOf: () => string): void {
  describe(`the site as of ${patch}, written and served`, () => {
    let site = "";
    let manifest: Manifest;
    let catalog: Catalog | undefined;

    beforeAll(() => {
      site = siteOf();
      const text = readFileSync(join(site, "manifest.json"), "utf8");
      manifest = ManifestSchema.parse(JSON.parse(text));
    });

    /** Asks a proxy of its own for paths, at once. */
    async function get(paths: readonly string[]): Promise<(BytesAnswer & { path: string })[]> {
      catalog ??= await loadCatalog(site);
      const loaded = catalog;
      const env = { ANONYMOUS_LIMIT: "1000000", LOG_LEVEL: "silent" };
      const { port } = await startProxy(() => loaded, env);
      const ask = keepAliveClient(port);
      return await Promise.all(
        paths.map(async (path) => ({ path, ...(await ask(encodePath(path))) })),
      );
    }

    async function getJson(path: string): Promise<unknown> {
      const [answer] = await get([path]);
      return JSON.parse(`${answer?.body}`);
    }

    it("agrees with its manifest, file by file", () => {
      expect(verifySite(site)).toMatchObject({ missing: [], extra: [], altered: [] });
    });

    it("answers every path of its manifest with the bytes of its file", async () => {
      const answers = await get(manifest.documents.flatMap(({ spellings }) => spellings));
      const wrong = answers.filter(
        ({ path, status, body }) =>
          status !== 200 || !body.equals(readFileSync(join(site, documentFile(path)))),
      );
      expect(wrong.map(({ path, status }) => `${status} ${path}`)).toEqual([]);
      expect(answers.length).toBeGreaterThan(1000);
    });

    it("knows no later patch", async () => {
      const later = OFFERED.map(({ id }) => id).filter((id) => id > patch);
      const answers = await get(
        later.flatMap((id) => [`${PATCHES}/${id}`, `${PATCHES}/${id}/changes`]),
      );
      expect(answers.filter(({ status }) => status !== 404)).toEqual([]);
    });

    it("knows no hero and no map that was added later", async () => {
      const { heroes, maps } = referenceAsOf(DATA, patch, ADDRESSES);
      const known = new Set([...heroes, ...maps].map(({ id }) => id));
      const later = [
        ...DATA.heroes.map(({ id }) => ({ id, path: `${HEROES}/${id}` })),
        ...DATA.maps.map(({ id }) => ({ id, path: `${MAPS}/${id}` })),
      ].filter(({ id }) => !known.has(id));
      const answers = await get(later.map(({ path }) => path));
      expect(answers.filter(({ status }) => status !== 404)).toEqual([]);
    });

    it("names the patch in meta of every collection and in health", async () => {
      const collections = manifest.documents.filter(({ path }) =>
        /^\/v1\/(games|overwatch\/[a-z]+)$/.test(path),
      );
      const answers = await get(collections.map(({ path }) => path));
      const named = answers.map(
        ({ body }) => (JSON.parse(`${body}`) as { meta: { patch: string } }).meta.patch,
      );
      expect(named).toEqual(Array.from({ length: 6 }, () => patch));
      expect(HealthSchema.parse(await getJson("/health")).patch).toBe(patch);
    });

    it("begins its list of patches with the patch, and has every earlier one", async () => {
      const { data, meta } = PatchCollectionSchema.parse(await getJson(PATCHES));
      const recorded = DATA.patches.map(({ id }) => id).filter((id) => id <= patch);
      expect(data.map(({ id }) => id)).toEqual(recorded.toSorted().reverse());
      expect(meta.count).toBe(recorded.length);
    });

    it.each([
      ["heroes", patch < FIRST_SUBROLES ? HistoricHeroCollectionSchema : HeroCollectionSchema],
      ["maps", MapCollectionSchema],
      ["modes", ModeCollectionSchema],
      ["roles", RoleCollectionSchema],
    ] as const)(
      "has %s of the shape that the specification gives them",
      async (collection, schema) => {
        expect(
          schema.safeParse(await getJson(`/v1/overwatch/${collection}`)).error,
        ).toBeUndefined();
      },
    );
  });
}
