import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { describe, expect, inject, it } from "vitest";
import glyphs from "../../../../../build/generator/pages/pictures/glyphs.json" with {
  type: "json",
};
import { BASE_URL } from "../../../../helpers/real-site.ts";

const site = inject("realSite");
const pages = fg
  .sync("**/*.html", { cwd: site, ignore: ["**/404.html"] })
  .map((file) => ({ file, text: readFileSync(join(site, file), "utf8") }));
const pictureOf = (text: string) =>
  /<meta property="og:image" content="([^"]+)"\/>/.exec(text)?.[1] ?? "none";
const read = (address: string) => readFileSync(join(site, address.slice(BASE_URL.length + 1)));

/** Width and height, which stand behind the signature and the name of the first chunk. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe("what a message shows of a link", () => {
  const things = pages.filter(({ file }) => /^(heroes|maps)\//.test(file));
  const rest = pages.filter((page) => !things.includes(page));

  it("is a picture of each hero and map, of the least size that is shown large", () => {
    expect(things.length).toBeGreaterThan(80);
    const pictures = things.map(({ text }) => read(pictureOf(text)));
    expect(new Set(pictures.map((png) => png.toString("base64"))).size).toBe(things.length);
    for (const [at, png] of pictures.entries()) {
      const { file } = things[at] ?? {};
      expect([file, ...sizeOf(png)]).toEqual([file, 600, 315]);
      expect(png.length, file).toBeLessThan(20_000);
    }
  });

  it("is the picture of the site for every other page", () => {
    expect(rest.length).toBeGreaterThan(40);
    const wrong = rest.filter(({ text }) => pictureOf(text) !== `${BASE_URL}/explorer/preview.png`);
    expect(wrong.map(({ file }) => file)).toEqual([]);
    const png = read(`${BASE_URL}/explorer/preview.png`);
    expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    expect(sizeOf(png)).toEqual([1200, 630]);
    expect(png.length).toBeLessThan(30_000);
  });

  it("has letters for every name", () => {
    const title = /<meta property="og:title" content="([^"]+)"\/>/;
    const names = things.map(({ text }) => title.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "");
    expect(names).not.toContain("");
    expect([...names.join("")].filter((letter) => !Object.hasOwn(glyphs, letter))).toEqual([]);
  });
});

it("every page links the web manifest, from where it is", () => {
  const depth = (file: string) => file.split("/").length - 1;
  const wrong = pages.filter(
    ({ file, text }) =>
      !text.includes(
        `<link rel="manifest" href="${"../".repeat(depth(file)) || "./"}manifest.webmanifest"/>`,
      ) && file !== "not-found.html",
  );
  expect(wrong.map(({ file }) => file)).toEqual([]);
});
