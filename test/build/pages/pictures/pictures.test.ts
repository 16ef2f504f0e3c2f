import { describe, expect, it } from "vitest";
import { heroPicture } from "../../../../build/pages/pictures/hero-picture.ts";
import { mapPicture } from "../../../../build/pages/pictures/map-picture.ts";
import { SUBROLES } from "../../../../build/schema/hero.ts";
import { MODES } from "../../../../build/schema/mode.ts";

const ANA = { name: "Ana", role: "support", subrole: "tactician" } as const;
const MAP = { id: "ilios", name: "Ilios", mode: "control" } as const;

describe("the picture of a hero", () => {
  it("is named for screen readers, and safe whatever the name holds", () => {
    expect(heroPicture({ ...ANA, name: "<A & B>" }, "An")).toContain(
      "<title>&#60;A &#38; B&#62;</title>",
    );
  });

  it("needs no font, no script and nobody else", () => {
    const picture = heroPicture(ANA, "Wd");
    expect(picture).not.toMatch(/<text|<script|<image|href=|font/);
    expect(picture.match(/http:/g)).toHaveLength(1); // the namespace
  });

  it.each(SUBROLES)("weighs less than 3 KB as %s", (subrole) => {
    expect(Buffer.byteLength(heroPicture({ ...ANA, subrole }, "Qß"))).toBeLessThan(3_000);
  });

  it("is another one with another sign, role or sub-role", () => {
    const pictures = [
      heroPicture(ANA, "An"),
      heroPicture(ANA, "Ar"),
      heroPicture({ ...ANA, subrole: "medic" }, "An"),
      heroPicture({ ...ANA, role: "tank" }, "An"),
    ];
    expect(new Set(pictures).size).toBe(4);
  });
});

describe("the picture of a map", () => {
  it.each(MODES)("of %s weighs less than 3 KB, its variant's too", (mode) => {
    for (const id of ["ilios", "antarctic-peninsula", "watchpoint-gibraltar"]) {
      const picture = mapPicture({ id, name: "Watchpoint: Gibraltar", mode }, { isVariant: true });
      expect(Buffer.byteLength(picture)).toBeLessThan(3_000);
    }
  });

  it("follows from the id alone, so it is the same in every build", () => {
    expect(mapPicture(MAP)).toBe(mapPicture(MAP));
    expect(mapPicture({ ...MAP, id: "nepal" })).not.toBe(mapPicture(MAP));
  });

  it("has colours of its own in the dark", () => {
    expect(mapPicture(MAP)).toContain("@media(prefers-color-scheme:dark)");
  });
});
