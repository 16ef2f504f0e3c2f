import { describe, expect, it } from "vitest";
import { HeroSchema } from "../../../../build/core/schema/hero.ts";
import { MapSchema } from "../../../../build/core/schema/map.ts";
import { referenceAsOf } from "../../../../build/generator/documents/contract.ts";
import { REAL_DATA as data } from "../../../helpers/real-data.ts";

const ADDRESSES = {
  baseUrl: "https://example.org",
  assetsUrl: "https://images.example.org",
  hasImages: true,
};

const asOf = (patch: string) => referenceAsOf(data, patch, ADDRESSES);

function heroAsOf(patch: string, hero: string) {
  return asOf(patch).heroes.find(({ id }) => id === hero);
}

describe("the game as of an earlier patch", () => {
  it("has no sub-roles before 2026-02-10", () => {
    const { heroes, roles } = asOf("2026-01-20");
    expect(new Set(heroes.map(({ subrole }) => subrole))).toEqual(new Set([null]));
    expect(roles.flatMap(({ subroles }) => subroles)).toEqual([]);
  });

  it("had 21 heroes in four roles and 12 maps in four modes at its launch", () => {
    const { heroes, maps, modes, roles } = asOf("2016-05-24");
    expect([heroes.length, maps.length]).toEqual([21, 12]);
    expect(modes.map(({ id }) => id)).toEqual(["assault", "control", "escort", "hybrid"]);
    expect(roles.map(({ name }) => name)).toEqual(["Offense", "Defense", "Tank", "Support"]);
    expect(heroes.find(({ id }) => id === "cassidy")?.name).toBe("McCree");
    expect(heroes.find(({ id }) => id === "symmetra")?.role).toBe("support");
  });

  it("has the kits of its time", () => {
    const kit = (patch: string, hero: string) =>
      heroAsOf(patch, hero)
        ?.abilities.slice(0, 3)
        .map(({ name }) => name);
    expect(kit("2023-10-31", "roadhog")).toEqual(["Chain Hook", "Take a Breather", "Whole Hog"]);
    expect(kit("2023-09-21", "sombra")).toEqual(["Stealth", "Translocator", "EMP"]);
    expect(kit("2022-09-06", "orisa")).toEqual(["Fortify", "Protective Barrier", "Supercharger"]);
    expect(kit("2017-08-29", "mercy")).toEqual(["Guardian Angel", "Angelic Descent", "Resurrect"]);
    expect(kit("2024-05-30", "cassidy")).toEqual(["Combat Roll", "Magnetic Grenade", "Deadeye"]);
  });
});

describe("what is ours", () => {
  it("is the hero's English name, the sum of its health and the address of its portrait", () => {
    const ana = heroAsOf("2026-10-06", "ana");
    expect(ana).toMatchObject({
      name: ana?.names.en,
      portrait: "https://images.example.org/heroes/ana.png",
    });
    expect(ana?.health.total).toBe(250);
  });

  it("is the addresses of a map's pictures", () => {
    const map = asOf("2026-10-06").maps.find(({ id }) => id === "kings-row");
    expect(map?.thumbnail).toBe("https://images.example.org/maps/kings-row.jpg");
    expect(map?.variants[0]?.thumbnail).toBe(
      "https://images.example.org/maps/kings-row-winter.jpg",
    );
  });

  it("is part of a whole hero or map in a change too, as its own address shows it", () => {
    const patch = asOf("2026-10-06").patches.find(({ id }) => id === "2026-10-06");
    const added = (added: string) => patch?.changes.find(({ target }) => target === added)?.to;
    const map = { id: "watchpoint-grimsvotn", mode: "escort" };
    expect(HeroSchema.parse(added("heroes/doctrine"))).toMatchObject({ name: "Doctrine" });
    expect(MapSchema.parse(added(`maps/${map.id}`))).toMatchObject(map);
  });

  it("is not the maintainer's notes on a change", () => {
    const keys = asOf("2026-10-06").patches.flatMap(({ changes }) =>
      changes.flatMap((change) => Object.keys(change)),
    );
    expect([...new Set(keys)].toSorted()).toEqual(["from", "target", "to"]);
  });
});
