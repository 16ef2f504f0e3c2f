import fc from "fast-check";
import { expect, it } from "vitest";
import { namesOf } from "../../../../build/client/names.ts";
import { VocabularySchema } from "../../../../build/core/schema/vocabulary.ts";
import { fold, lookupKey } from "../../../../build/core/spelling/fold.ts";
import { heroSpellings, mapSpellings } from "../../../../build/core/spelling/spellings.ts";
import { createFind } from "../../../../build/generator/pages/explorer/browser/find.ts";
import { searchIndexOf } from "../../../../build/generator/pages/explorer/search-index.ts";
import { readRealSite, realManifest } from "../../../helpers/built-site.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";
import { REAL_FACTS } from "../../../helpers/real-game.ts";

const WIDE = 0xfee0;

/** How clients, keyboards and tools write a name that people read as the same one. */
const DISGUISES: ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replaceAll(" ", "\u00a0"),
  (name) => name.replaceAll(" ", "\u202f"),
  (name) => name.replaceAll(" ", "\u3000"),
  (name) => name.replaceAll(" ", "  "),
  (name) => name.replace(/[!-.0-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + WIDE)),
  (name) => [...name].join("\u200b"),
  (name) => name.normalize("NFD"),
];

const spelled = <Name extends string>(collection: Name, id: string, names: string[]) =>
  names.map((name) => ({ collection, id, name }));
const SPELLINGS = [
  ...REAL_DATA.heroes.flatMap((hero) => spelled("heroes", hero.id, heroSpellings(hero))),
  ...REAL_DATA.maps.flatMap((map) => spelled("maps", map.id, mapSpellings(map))),
];
const NAMES = namesOf(REAL_DATA);
const disguised = fc
  .tuple(fc.constantFrom(...SPELLINGS), fc.constantFrom(...DISGUISES))
  .map(([{ name }, disguise]) => ({ name, written: disguise(name) }));

it("is one name to proxy, edge, client, commands, vocabulary, however it is written", () => {
  const paths = new Map(
    realManifest().documents.flatMap(({ path, spellings }) =>
      spellings.map((spelling) => [lookupKey(spelling.slice(1).split("/")), path]),
    ),
  );
  const vocabulary = VocabularySchema.parse(JSON.parse(`${readRealSite("vocabulary.json")}`));
  for (const { name, collection, id } of SPELLINGS)
    for (const written of DISGUISES.map((disguise) => disguise(name))) {
      const found = {
        names: NAMES[collection].resolve(written)?.id,
        path: paths.get(lookupKey(["v1", "overwatch", collection, written])),
        word: vocabulary[collection][fold(written)],
        oldWord: vocabulary[collection][name.normalize("NFC").toLowerCase()],
      };
      const path = `/v1/overwatch/${collection}/${id}`;
      expect([written, found]).toEqual([written, { names: id, path, word: id, oldWord: id }]);
    }
});

it("is found by the search, however it is written", async () => {
  const find = await createFind(searchIndexOf(REAL_FACTS, [], []));
  fc.assert(
    fc.property(disguised, ({ name, written }) => {
      expect(find(written).found).toEqual(find(name).found);
    }),
    { numRuns: 60 },
  );
});

it("suggests nothing that is what was asked for, written in another way", () => {
  const ends = fc.constantFrom("x", " ", "\u200b", "e", "\u00a0(winter)");
  fc.assert(
    fc.property(disguised, ends, ({ written }, end) => {
      const asked = written + end;
      if (NAMES.meanings(asked).length > 0) return;
      const near = NAMES.nearest(asked).map(({ spelling }) => fold(spelling));
      expect(near).not.toContain(fold(asked));
    }),
    { numRuns: 300 },
  );
});
