import { afterAll, describe, expect, it } from "vitest";
import { ROLES } from "../../../../build/core/game/roles.ts";
import {
  FORMER_ROLES,
  HeroSchema,
  HistoricHeroSchema,
} from "../../../../build/core/schema/hero.ts";
import { HistoricMapSchema, MapSchema } from "../../../../build/core/schema/map.ts";
import { PatchSchema } from "../../../../build/core/schema/patch.ts";
import { FORMER_MODES, MODES } from "../../../../build/core/schema/roles-and-modes.ts";
import { offeredPatches } from "../../../../build/generator/data/game-data.ts";
import { referenceAsOf } from "../../../../build/generator/documents/contract.ts";
import {
  documentsInMemory,
  type SiteInMemory,
} from "../../../../build/generator/make-documents.ts";
import { REAL_DATA as DATA } from "../../../helpers/real-data.ts";
import { ADDRESSES } from "../../../helpers/real-game.ts";

const OFFERED = offeredPatches(DATA);

/**
 * What the documents of a site name as the newest patch: `meta.patch` of collections, `patch` of
 * health and the manifest. Details of a hero or map name the last patch that changed it.
 */
function patchesNamed({ manifest, textOf }: SiteInMemory) {
  const named = manifest.documents.flatMap(({ path, file }) => {
    const { meta, patch } = JSON.parse(textOf(file)) as {
      meta?: { patch: string };
      patch?: string;
    };
    const isOlder = /^\/details\/(heroes|maps)\//.test(path) && (patch ?? "") <= manifest.patch;
    return [meta?.patch, isOlder ? undefined : patch].filter((id) => id !== undefined);
  });
  return [...new Set([...named, manifest.patch])];
}

/**
 * Every tenth patch, the oldest, and those of the borders of shapes. The tests of the history look
 * at the state after each.
 */
const BORDERS = ["2018-06-26", "2022-10-04", "2023-08-10", "2026-02-10"];
const LOOKED_AT = OFFERED.map(({ id }) => id).filter(
  (id, at) => at % 10 === 0 || at === OFFERED.length - 1 || BORDERS.includes(id),
);

/** Modes that came with a patch, or went with one. The others are as old as the record. */
const MODES_OF: Readonly<Record<string, readonly [from: string, until?: string]>> = {
  assault: ["", "2022-10-04"],
  push: ["2022-10-04"],
  flashpoint: ["2023-08-10"],
};

/** What may name a later day: how a value became known. */
const ABOUT_KNOWLEDGE = new Set([
  "source",
  "sources",
  "sure",
  "witnesses",
  "gaps",
  "gap",
  "note",
  "readAs",
  "unknown",
  "unexplained",
  "breaks",
]);

describe.each(LOOKED_AT)("the site as of %s", (patch) => {
  let found: SiteInMemory | undefined;
  const built = () => {
    found ??= documentsInMemory(DATA, { ...ADDRESSES, patch, version: "test" });
    return found;
  };

  afterAll(() => {
    found = undefined; // seventy sites are too much to keep
  });

  it("names that patch wherever it names the newest", () => {
    expect(patchesNamed(built())).toEqual([patch]);
  });

  it("has the shape of the API, or before sub-roles that of its time", () => {
    const { heroes, maps, modes, roles, patches } = referenceAsOf(DATA, patch, ADDRESSES);
    const shape = patch < "2026-02-10" ? HistoricHeroSchema : HeroSchema;
    for (const hero of heroes) shape.parse(hero);
    for (const map of maps) (patch < "2022-10-04" ? HistoricMapSchema : MapSchema).parse(map);
    for (const one of patches) PatchSchema.parse(one);
    expect(modes.map(({ id }) => id)).toEqual(
      [...FORMER_MODES, ...MODES].filter((mode) => {
        const [from = "", until = "9"] = MODES_OF[mode] ?? [];
        return patch >= from && patch < until;
      }),
    );
    expect(roles.map(({ id }) => id)).toEqual(
      patch < "2018-06-26" ? [...FORMER_ROLES, "tank", "support"] : ROLES,
    );
  });

  it("speaks of no later day in its documents, but for how its values became known", () => {
    const later = new Set(OFFERED.map(({ id }) => id).filter((id) => id > patch));
    const { manifest, textOf } = built();
    for (const { file } of manifest.documents) {
      const text = JSON.stringify(JSON.parse(textOf(file)), (key, value) =>
        ABOUT_KNOWLEDGE.has(key) ? undefined : value,
      );
      const named = text.match(/\d{4}-\d{2}-\d{2}(-[b-z])?/g) ?? [];
      const found = named.filter((id) => later.has(id) || later.has(id.slice(0, 10)));
      expect([file, found]).toEqual([file, []]);
    }
  });
});
