import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { ANYWHERE } from "../../build/anywhere.ts";
import type { GameData } from "../../build/data/reference.ts";
import { makeSite } from "../../build/make-site.ts";
import { isPlainAddress, moveSite } from "../../build/move-site.ts";
import { toJson } from "../../build/pages/json.ts";
import { type Draw, drawPng } from "../../build/pages/pictures/draw.ts";
import { notDrawn } from "../../build/pages/pictures/not-drawn.ts";
import { ManifestSchema } from "../../build/schema/manifest.ts";
import { readManifest } from "../../build/site/read-manifest.ts";
import type { Content } from "../../build/site/site.ts";
import { REAL_DATA, soundData } from "../helpers/real-data.ts";
import { BASE_URL } from "../helpers/real-site.ts";
import { NEW_PATCH, smallData } from "./data-copies.ts";
import { manifestOf } from "./deployment/site.ts";

/** The contents of a site by the first of their files, the manifest among them. */
type Contents = Map<string, Content>;

function built(data: GameData, patch: string, baseUrl: string, draw: Draw = notDrawn): Contents {
  const contents: Contents = new Map();
  const take = (content: Content) => void contents.set(content.files[0] ?? "", content);
  const options = { baseUrl, assetsUrl: `${baseUrl}/assets`, patch, version: "test" };
  const body = Buffer.from(toJson(ManifestSchema, makeSite(data, options, take, draw)));
  return contents.set("manifest.json", { body, sha256: "", files: ["manifest.json"] });
}

function moved(site: Contents, baseUrl: string): Contents {
  const read = (file: string) => {
    const content = site.get(file);
    return content && Buffer.from(content.body);
  };
  const files = { hasSiblings: false, names: () => [], others: () => [], read };
  const { contents } = moveSite(files, readManifest(files, "the site"), "the site", baseUrl);
  return new Map(contents.map((content) => [content.files[0] ?? "", content]));
}

/** The files that are not the same in two sites. */
function differences(one: Contents, other: Contents): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((file) => {
    const [a, b] = [one.get(file), other.get(file)];
    if (a === undefined || b === undefined || `${a.files}` !== `${b.files}`) return true;
    return !Buffer.from(a.body).equals(Buffer.from(b.body));
  });
}

let small: { data: GameData; anywhere: Contents } | undefined;

/** Little data and its site, made by the first test that wants it. */
function world(): { data: GameData; anywhere: Contents } {
  if (small !== undefined) return small;
  const data = soundData(smallData());
  small = { data, anywhere: built(data, NEW_PATCH, ANYWHERE) };
  return small;
}

describe("a site that is moved", () => {
  it.each([
    "http://127.0.0.1:8080",
    "https://gamedata.example.org",
    "https://a.example/b",
    "https://versions.example/2026-10-06-0123abcd",
    `https://${"very-long-name.".repeat(12)}example.org:8443/${"deep/".repeat(20)}end_1.0~x`,
  ])("has the bytes of one that is built for %s", (baseUrl) => {
    const { data, anywhere } = world();
    expect(isPlainAddress(baseUrl)).toBe(true);
    expect(differences(moved(anywhere, baseUrl), built(data, NEW_PATCH, baseUrl))).toEqual([]);
  });

  it("of the real data has the bytes of one that is built", () => {
    const site = inject("realSite");
    const { patch } = manifestOf(site);
    const there = moved(built(REAL_DATA, patch, ANYWHERE, drawPng), BASE_URL);
    const other = [...there.values()].filter(({ body, files }) =>
      files.some((file) => !readFileSync(join(site, file)).equals(Buffer.from(body))),
    );
    expect(there.size).toBeGreaterThan(700);
    expect(other.map(({ files }) => files[0])).toEqual([]);
  });

  it("is refused where it was built for an address", () => {
    const site = built(world().data, NEW_PATCH, "https://example.org");
    expect(() => moved(site, "https://a.example")).toThrow(
      `the site was built for https://example.org; expected one for ${ANYWHERE}`,
    );
  });

  it("is refused where a file is not what its manifest says", () => {
    const file = "v1/overwatch/heroes/ana.json";
    const damaged = new Map(world().anywhere);
    damaged.set(file, { body: Buffer.from("{}"), sha256: "", files: [file] });
    expect(() => moved(damaged, "https://a.example")).toThrow(
      `the site: ${file} is not what its manifest says`,
    );
  });
});

it.each([
  "https://example.org/a&b",
  "https://example.org/it's",
  "https://[::1]:8080",
  "https://ä.de",
])("an address that is written in several ways is no plain one: %s", (baseUrl) => {
  expect(isPlainAddress(baseUrl)).toBe(false);
});
