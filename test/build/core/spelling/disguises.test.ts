import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namesOf } from "../../../../build/client/names.ts";
import { VocabularySchema } from "../../../../build/core/schema/vocabulary.ts";
import { fold, lookupKey } from "../../../../build/core/spelling/fold.ts";
import { heroSpellings, mapSpellings } from "../../../../build/core/spelling/spellings.ts";
import { createFind } from "../../../../build/generator/pages/explorer/browser/find.ts";
import { searchIndexOf } from "../../../../build/generator/pages/explorer/search-index.ts";
import { readRealSite, realManifest } from "../../../helpers/built-site.ts";
import { DISGUISES, disguisesOf } from "../../../helpers/disguises.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";
import { REAL_FACTS } from "../../../helpers/real-game.ts";

const SPELLINGS = [
  ...REAL_DATA.heroes.flatMap((hero) =>
    heroSpellings(hero).map((name) => ({ name, collection: "heroes", id: hero.id }) as const),
  ),
  ...REAL_DATA.maps.flatMap((map) =>
    mapSpellings(map).map((name) => ({ name, collection: "maps", id: map.id }) as const),
  ),
];
const NAMES = namesOf(REAL_DATA);
const disguised = fc.record({
  of: fc.constantFrom(...SPELLINGS),
  disguise: fc.constantFrom(...Object.values(DISGUISES)),
});

describe("every spelling, however it is written,", () => {
  it("is one name to the client, the library, the commands and the assistants", () => {
    for (const { name, collection, id } of SPELLINGS)
      for (const written of disguisesOf(name))
        expect([written, NAMES[collection].resolve(written)?.id]).toEqual([written, id]);
  });

  it("has the key of one document in the proxy and at the edge", () => {
    const keys = new Map(
      realManifest().documents.flatMap(({ path, spellings }) =>
        spellings.map((spelling) => [lookupKey(spelling.slice(1).split("/")), path]),
      ),
    );
    for (const { name, collection, id } of SPELLINGS)
      for (const written of disguisesOf(name)) {
        const folder = ["v1", "overwatch", collection];
        const path = keys.get(lookupKey([...folder, written]));
        expect([written, path]).toEqual([written, `/${folder.join("/")}/${id}`]);
      }
  });

  it("is a key of the vocabulary when it is folded, and in lower case alone", () => {
    const vocabulary = VocabularySchema.parse(
      JSON.parse(readRealSite("vocabulary.json").toString()),
    );
    for (const { name, collection, id } of SPELLINGS)
      for (const key of [...disguisesOf(name).map(fold), name.normalize("NFC").toLowerCase()])
        expect([key, vocabulary[collection][key]]).toEqual([key, id]);
    expect(vocabulary.teams["équipe\u00a01"]).toBeUndefined(); // the space of no punctuation
    expect(vocabulary.otherMaps["écolab\u00a0: antarctique"]?.map).toBe("ecopoint-antarctica");
  });

  it("is found by the search", async () => {
    const find = await createFind(searchIndexOf(REAL_FACTS, [], []));
    fc.assert(
      fc.property(disguised, ({ of: { name }, disguise }) => {
        expect(find(disguise(name)).found).toEqual(find(name).found);
      }),
      { numRuns: 60, seed: 20_261_128 },
    );
  });
});

describe("a suggestion", () => {
  it("is not what was asked for, written in another way", () => {
    const slip = fc.constantFrom("", "x", " ", "\u200b", "e", "\u00a0(winter)");
    fc.assert(
      fc.property(disguised, slip, ({ of: { name }, disguise }, end) => {
        const asked = disguise(name) + end;
        if (NAMES.meanings(asked).length > 0) return;
        const near = NAMES.nearest(asked).map(({ spelling }) => fold(spelling));
        expect(near).not.toContain(fold(asked));
      }),
      { numRuns: 300, seed: 20_261_128 },
    );
  });
});
