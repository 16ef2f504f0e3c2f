import { describe, expect, it } from "vitest";
import { SUBROLES } from "../../../../../build/core/schema/hero.ts";
import { MODES } from "../../../../../build/core/schema/mode.ts";
import { type Content, Site } from "../../../../../build/core/site/site.ts";
import { drawPng } from "../../../../../build/generator/pages/pictures/draw.ts";
import { heroPicture } from "../../../../../build/generator/pages/pictures/hero-picture.ts";
import { addIcons } from "../../../../../build/generator/pages/pictures/icons.ts";
import { lettersOf } from "../../../../../build/generator/pages/pictures/letter-outlines.ts";
import { mapPicture } from "../../../../../build/generator/pages/pictures/map-picture.ts";

const ANA = { name: "Ana", role: "support", subrole: "tactician" } as const;

describe("the picture of a hero", () => {
  it("is named for screen readers, and safe whatever the name holds", () => {
    expect(heroPicture({ ...ANA, name: "<A & B>" }, "An")).toContain(
      "<title>&#60;A &#38; B&#62;</title>",
    );
  });

  it.each(SUBROLES)("weighs less than 3 KB as %s", (subrole) => {
    expect(Buffer.byteLength(heroPicture({ ...ANA, subrole }, "Qß"))).toBeLessThan(3_000);
  });
});

describe("the picture of a map", () => {
  it.each(MODES)("of %s weighs less than 3 KB, its variant's too", (mode) => {
    for (const id of ["ilios", "antarctic-peninsula", "watchpoint-gibraltar"]) {
      const picture = mapPicture({ id, name: "Watchpoint: Gibraltar", mode }, { isVariant: true });
      expect(Buffer.byteLength(picture)).toBeLessThan(3_000);
    }
  });
});

describe("the icons", () => {
  const contents: Content[] = [];
  addIcons(new Site((content) => contents.push(content)), drawPng);
  const bodies = new Map(contents.map(({ files: [file = ""], body }) => [file, Buffer.from(body)]));

  /**
   * Width and height, which stand behind the signature and the name of the first chunk (PNG
   * §11.2.1).
   */
  const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

  it.each([
    ["apple-touch-icon.png", 180, 180],
    ["explorer/icon-192.png", 192, 192],
    ["explorer/icon-512.png", 512, 512],
  ])("%s is a PNG of %i by %i pixels in a few KB", (file, width, height) => {
    const png = bodies.get(file) ?? Buffer.alloc(0);
    expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    expect(sizeOf(png)).toEqual([width, height]);
    expect(png.length).toBeLessThan(9_000);
  });

  it("have one of 32 pixels where browsers look for it unasked", () => {
    const icon = bodies.get("favicon.ico") ?? Buffer.alloc(0);
    expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    const png = icon.subarray(icon.readUInt32LE(18));
    expect(png.length).toBe(icon.readUInt32LE(14));
    expect(sizeOf(png)).toEqual([32, 32]);
  });

  it("are in a web manifest, with sizes that are theirs", () => {
    const manifest = JSON.parse(`${bodies.get("manifest.webmanifest")}`);
    expect(manifest).toMatchObject({ name: "Game Data Reference", start_url: "./" });
    const sizes = manifest.icons.map(({ src, sizes: reported, type }: Record<string, string>) => {
      const [width, height] = sizeOf(bodies.get(src ?? "") ?? Buffer.alloc(24));
      return [reported, type, `${width}x${height}`];
    });
    expect(sizes).toEqual([
      ["192x192", "image/png", "192x192"],
      ["512x512", "image/png", "512x512"],
    ]);
  });
});

it("letters are whole: no number of an outline is run together with the next", () => {
  for (const character of "aàáâãäå") {
    const numbers = lettersOf(character).markup.match(/\d+/g) ?? [];
    expect(numbers.filter((number) => Number(number) > 1_000)).toEqual([]);
  }
});
