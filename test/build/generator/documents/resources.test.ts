import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";
import { fold } from "../../../../build/core/spelling/fold.ts";
import { mapSpellings } from "../../../../build/core/spelling/spellings.ts";
import { realManifest } from "../../../helpers/built-site.ts";
import { BASE_URL } from "../../../helpers/real-site.ts";

// What documents hold, and in which order, is tested in `test/contract`.

const site = inject("realSite");
const ROOT = "v1/overwatch";

const read = (file: string) => readFileSync(join(site, file), "utf8");

const manifest = realManifest();

/** The facts of one folder of the data, read without the generator. */
function facts(folder: string) {
  const files = readdirSync(join(PACKAGE_DATA, folder));
  return files.map((file) => JSON.parse(readFileSync(join(PACKAGE_DATA, folder, file), "utf8")));
}

const heroes = facts("heroes");
const maps = facts("maps");

/** A name as written, in lower case and folded, each also with the space of the French client. */
const forms = (name: string) => {
  const written = name.normalize("NFC");
  const all = [written, written.toLowerCase(), fold(name)];
  return [...all, ...all.map((form) => form.replace(/ (?=[:;!?])/g, "\u00a0"))];
};

const namesOf = {
  heroes: ({ id, names, aliases }: (typeof heroes)[number]) =>
    [id, names.en, names.ko, names.zh, ...aliases].flatMap(forms),
  maps: (map: (typeof maps)[number]) => mapSpellings(map).flatMap(forms),
};

it("the manifest lists every name of a hero or map as a path, each once and in normal form C", () => {
  const at = (path: string) => manifest.documents.find((one) => one.path === path)?.spellings;
  const paths = (start: string, names: string[], end = "") =>
    [...new Set(names)].map((name) => `/${ROOT}/${start}/${name}${end}`).toSorted();
  for (const hero of heroes) {
    const names = namesOf.heroes(hero);
    const path = `/${ROOT}/heroes/${hero.id}`;
    expect(at(path)?.toSorted()).toEqual(paths("heroes", names));
    expect(at(`${path}/abilities`)?.toSorted()).toEqual(paths("heroes", names, "/abilities"));
  }
  for (const map of maps)
    expect(at(`/${ROOT}/maps/${map.id}`)?.toSorted()).toEqual(paths("maps", namesOf.maps(map)));
});

it("every JSON file can be compared line by line, ends in a newline, and is indented by two in the API", () => {
  const files = readdirSync(site, { recursive: true, encoding: "utf8" });
  const texts = files.filter((file) => /\.(json|html|atom|txt)$/.test(file));

  for (const file of texts.filter((name) => name.endsWith(".json"))) {
    const text = read(file);
    if (/^(gaps\.|lists\/|seasons\.|history\/heroes\.)/.test(file)) {
      const value: object = JSON.parse(text);
      const items = Object.values(value).flatMap((part) => (Array.isArray(part) ? part : []));
      expect([file, text.split("\n").length > items.length]).toEqual([file, true]);
      expect([file, JSON.stringify(value) === text.replaceAll("\n", "")]).toEqual([file, true]);
      continue;
    }
    if (/^(details\/|history\/|vocabulary\b)/.test(file)) {
      // Many small objects: each in a line of its own there, and lines begin at their start.
      expect([file, /^\{\n(?:\S.*\n)+\}\n$/.test(text)]).toEqual([file, true]);
      expect(text.length / text.split("\n").length, file).toBeLessThan(450);
      continue;
    }
    if (file.startsWith("explorer/")) continue; // read by pages alone, in one line
    const indented = `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
    expect([file, text === indented]).toEqual([file, true]);
  }
});

it("shows no source of the data and no address but its own in a resource", () => {
  const resources = read(`${ROOT}/heroes.json`) + read(`${ROOT}/maps.json`);
  expect(resources).not.toContain('"sources"');
  expect(read("gaps.json")).not.toMatch(/"sources"|https?:\/\//);
  const addresses = resources.match(/https?:\/\/[^"]*/g) ?? [];
  expect(addresses.filter((address) => !address.startsWith(`${BASE_URL}/assets/`))).toEqual([]);
});
