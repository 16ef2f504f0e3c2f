import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { VocabularySchema } from "../../../../build/core/schema/vocabulary.ts";
import { realManifest } from "../../../helpers/built-site.ts";

const SITE = inject("realSite");

function vocabulary(path: string) {
  return VocabularySchema.parse(JSON.parse(readFileSync(join(SITE, path), "utf8")));
}

const ALL = vocabulary("vocabulary.json");
const MANIFEST = realManifest();

describe("vocabulary.json", () => {
  it.each(["heroes", "maps"] as const)(
    "resolves exactly the spellings that the API resolves: %s",
    (collection) => {
      const pattern = new RegExp(`^/v1/overwatch/${collection}/([^/]+)$`);
      const served = MANIFEST.documents.flatMap(({ path, spellings }) => {
        const [, id] = pattern.exec(path) ?? [];
        return id === undefined
          ? []
          : spellings.map((spelling) => [spelling.replace(pattern, "$1").toLowerCase(), id]);
      });
      expect(served.length).toBeGreaterThan(300);
      expect(ALL[collection]).toEqual(Object.fromEntries(served));
    },
  );

  it("leads every name of an ability to all abilities that have it", () => {
    const barrier = [{ hero: "lucio", ability: "sound-barrier" }];
    expect(ALL.abilities["sound barrier"]).toEqual(barrier);
    expect(ALL.abilities["소리 방벽"]).toEqual(barrier);
    expect(vocabulary("vocabulary/ko.json").abilities["소리 방벽"]).toEqual(barrier);
    expect(vocabulary("vocabulary/ko.json").abilities).not.toHaveProperty("sound barrier");
    expect(vocabulary("vocabulary/ko.json").perks["국소 마취"]).toEqual([
      { hero: "ana", perk: "local-anesthetic" },
    ]);
    const aims = ALL.abilities["take aim"] ?? [];
    expect(aims.map(({ hero }) => hero)).toEqual(expect.arrayContaining(["ashe", "widowmaker"]));
  });

  it("reports what else match logs name", () => {
    expect(ALL.modes).toMatchObject({ 쟁탈: "control", сопровождение: "escort" });
    expect(ALL.teams).toMatchObject({ "1팀": "1", "команда 2": "2" });
    expect(ALL.keys).toMatchObject({ "tir secondaire": "secondaryFire" });
    expect(ALL.stages["ilios ruins"]).toEqual({ map: "ilios", stage: "ruins" });
    expect(ALL.variants["왕의 길 (겨울)"]).toEqual({ map: "kings-row", variant: "winter" });
    const hanamura = { map: "hanamura", mode: "assault", until: "2022-10-04" };
    expect(ALL.otherMaps["ханамура"]).toEqual(hanamura);
  });
});

describe("the vocabulary of a language", () => {
  it.each(["en", "ko", "zh"])("names every hero and is part of the whole: %s", (language) => {
    const own = vocabulary(`vocabulary/${language}.json`);
    expect(own.language).toBe(language);
    expect(new Set(Object.values(own.heroes))).toEqual(new Set(Object.values(ALL.heroes)));
    expect(ALL.heroes).toMatchObject(own.heroes);
    expect(ALL.maps).toMatchObject(own.maps);
    expect(own.slots).toEqual(ALL.slots);
  });

  it("holds the aliases in its script, and no others", () => {
    const [en, ko, zh] = ["en", "ko", "zh"].map((language) =>
      vocabulary(`vocabulary/${language}.json`),
    );
    expect(ko?.maps).toMatchObject({ "왕의 길": "kings-row", "킹스 로우 (겨울)": "kings-row" });
    expect(zh?.maps).toMatchObject({ 国王大道: "kings-row", "国王大道（冬季）": "kings-row" });
    expect(en?.maps).toMatchObject({ "king's row (winter)": "kings-row" });
    expect(en?.heroes).toMatchObject({ lucio: "lucio", mccree: "cassidy" });
    expect(zh?.heroes).toMatchObject({ "d.va": "dva" }); // what the Chinese client calls her
    for (const other of ["кингс роу", "king's row （ウィンター）", "คิงสโรว์"]) {
      expect([other, ALL.maps[other]]).toEqual([other, "kings-row"]);
      expect([en, ko, zh].filter((own) => own?.maps[other] !== undefined)).toEqual([]);
    }
  });
});
