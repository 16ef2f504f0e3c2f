import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import fg from "fast-glob";
import { describe, expect, inject, it } from "vitest";
import { type Element, xml2js } from "xml-js";
import { ofItsGame } from "../../../../../build/core/game/eras.ts";
import type { PatchFile } from "../../../../../build/core/schema/patch.ts";
import { evidenceOf } from "../../../../../build/generator/full/evidence.ts";
import { createFullPatches } from "../../../../../build/generator/full/patches.ts";
import type { Facts } from "../../../../../build/generator/pages/facts.ts";
import { addFeeds } from "../../../../../build/generator/pages/feeds/feeds.ts";
import { REAL_DATA as REAL } from "../../../../helpers/real-data.ts";
import { REAL_FACTS as REFERENCE } from "../../../../helpers/real-game.ts";
import { BASE_URL } from "../../../../helpers/real-site.ts";
import { filesAdded } from "../../../../helpers/site.ts";

/** The feeds of a reference, by path. */
function feedsOf(reference: Facts, baseUrl = BASE_URL) {
  return new Map(
    filesAdded((site) => addFeeds(site, { ...reference, baseUrl })).map(({ path, text }) => [
      path,
      text,
    ]),
  );
}

const PATCHES = ofItsGame(REFERENCE.patches);
const FEEDS = feedsOf(REFERENCE);
const ATOM = [...FEEDS];

const PATCH: PatchFile = {
  id: "2099-01-01",
  date: "2099-01-01",
  kind: "hotfix",
  name: "Hotfix: Ana",
  sourceUrl: "https://example.org/notes",
  summary: "Ana is frail.",
  completeness: { state: "complete" },
  changes: [
    { target: "heroes/ana/health/standard", from: 250, to: 225 },
    { target: "maps/ilios/mode", from: "control", to: "push" },
  ],
};

/** The feeds of a game with the real heroes and maps and the given patches, newest first. */
function feedsWith(...patches: Partial<PatchFile>[]) {
  const fullPatch = createFullPatches(evidenceOf(REAL), REFERENCE.nameOf);
  const all = patches.map((patch) => fullPatch({ ...PATCH, ...patch }));
  return feedsOf({ ...REFERENCE, patches: all });
}

function textOfFeed(feeds: Map<string, string>, path: string) {
  const found = feeds.get(path);
  if (found === undefined) throw new Error(`there is no ${path}`);
  return found;
}

/** The root of an Atom feed; throws where the text is not well-formed XML. */
function parseAtom(text: string) {
  const { elements = [] } = xml2js(text) as Element;
  const [root, ...more] = elements.filter(({ type }) => type === "element");
  if (root === undefined || more.length > 0) throw new Error("the feed has no single root");
  return root;
}

const all = ({ elements = [] }: Element, name: string) =>
  elements.filter((child) => child.name === name);

/** The text of the one child of a name; RFC 4287 allows no second one of those asked for. */
function only(node: Element, name: string) {
  const [found, ...more] = all(node, name);
  if (found === undefined || more.length > 0) throw new Error(`${node.name} has no single ${name}`);
  return (found.elements ?? []).map(({ text, cdata }) => text ?? cdata ?? "").join("");
}

/** The paths of the Atom feeds that do not keep a promise. */
function brokenAtom(keeps: (feed: Element, path: string) => boolean) {
  return ATOM.filter(([path, text]) => !keeps(parseAtom(text), path)).map(([path]) => path);
}

const entriesOf = (feed: Element) => all(feed, "entry");

const entriesIn = (feeds: Map<string, string>, name: string) =>
  entriesOf(parseAtom(textOfFeed(feeds, `/feeds/${name}.atom`)));

const idsOf = (feeds: Map<string, string>, name: string) =>
  entriesIn(feeds, name).map((entry) => only(entry, "id"));

/** The content of each entry as markup: XHTML in one `div`, as RFC 4287 §3.1.1.3 has it. */
function contentsOf(text: string) {
  const contents = text.matchAll(
    /<content type="xhtml"><div xmlns="http:\/\/www\.w3\.org\/1999\/xhtml">(.*?)<\/div><\/content>/gs,
  );
  return [...contents].map(([, markup = ""]) => markup);
}

describe("every Atom feed of the real data", () => {
  it("has ids that are the same on every deployment, its own and those of its entries", () => {
    expect(ATOM.length).toBeGreaterThan(50);
    const ids = (feed: Element) => [feed, ...entriesOf(feed)].map((node) => only(node, "id"));
    const elsewhere = feedsOf(REFERENCE, "https://moved.example.org");
    const isSame = (feed: Element, path: string) =>
      `${ids(parseAtom(textOfFeed(elsewhere, path)))}` === `${ids(feed)}`;
    expect(brokenAtom(isSame)).toEqual([]);
  });

  it("links to itself, and once to what it is about", () => {
    const links = (feed: Element, rel: string) =>
      all(feed, "link").filter(({ attributes }) => attributes?.["rel"] === rel);
    const isLinked = (feed: Element, path: string) =>
      links(feed, "self")
        .map(({ attributes }) => attributes?.["href"])
        .join() === `${BASE_URL}${path}` && links(feed, "alternate").length === 1;
    expect(brokenAtom(isLinked)).toEqual([]);
  });

  it("has entries whose ids no other entry of any feed has", () => {
    const feedOf = new Map<string, string>();
    const shared = ATOM.flatMap(([path, text]) =>
      entriesOf(parseAtom(text)).filter((entry) => {
        const other = feedOf.get(only(entry, "id"));
        feedOf.set(only(entry, "id"), path);
        return other !== undefined;
      }),
    );
    expect(feedOf.size).toBeGreaterThan(REAL.patches.length);
    expect(shared).toEqual([]);
  });

  it("has its entries newest first, and is as new as the first of them", () => {
    const isInOrder = (feed: Element) => {
      const moments = entriesOf(feed).map((entry) => only(entry, "updated"));
      return (
        moments.join() === moments.toSorted().reverse().join() &&
        (moments[0] ?? `${PATCHES.at(-1)?.date}T00:00:00.000Z`) === only(feed, "updated")
      );
    };
    expect(brokenAtom(isInOrder)).toEqual([]);
  });
});

const SCHEMA = fileURLToPath(new URL("../../../../fixtures/atom.rng", import.meta.url));
const hasXmllint = spawnSync("xmllint", ["--version"]).status === 0;

it.skipIf(!hasXmllint)(
  "an independent validator with the schema of RFC 4287 finds every feed of the real site valid",
  () => {
    const files = fg.sync("feeds/**/*.atom", { cwd: inject("realSite") });
    const { stderr } = spawnSync("xmllint", ["--noout", "--relaxng", SCHEMA, ...files], {
      cwd: inject("realSite"),
      encoding: "utf8",
    });
    expect(files).toHaveLength(ATOM.length);
    expect(stderr.trim().split("\n").sort()).toEqual(
      files.map((file) => `${file} validates`).sort(),
    );
  },
);

describe("the feeds", () => {
  it("are of the game and of each hero and map", () => {
    const known = [
      ...REFERENCE.heroes.map(({ id }) => `heroes/${id}`),
      ...REFERENCE.maps.map(({ id }) => `maps/${id}`),
    ];
    const expected = ["patches", ...known].map((name) => `/feeds/${name}.atom`);
    expect([...FEEDS.keys()].sort()).toEqual(expected.sort());
  });

  it("have the newest fifty patches", () => {
    const all = PATCHES.map(({ id, name }) => `${id}: ${name}`);
    expect(all.length).toBeGreaterThan(50);
    expect(entriesIn(FEEDS, "patches").map((entry) => only(entry, "title"))).toEqual(
      all.slice(0, 50),
    );
  });
});

describe("the feed of the game", () => {
  it("reports a patch: its day, summary, notes, and each change before and after", () => {
    const feeds = feedsWith({});
    const [entry] = entriesIn(feeds, "patches");
    const read = ["id", "title", "summary", "updated"].map((name) => entry && only(entry, name));
    expect(read).toEqual([
      "urn:uuid:79b41203-9faa-52bf-bb23-dcbe3b87e04c",
      "2099-01-01: Hotfix: Ana",
      "Ana is frail.",
      "2099-01-01T00:00:00.000Z",
    ]);
    expect(contentsOf(textOfFeed(feeds, "/feeds/patches.atom"))).toEqual([
      "<ul><li>Nerfed: Ana. Health 250 to 225.</li></ul><ul><li>Ana: health 250 → 225 (nerf)</li>" +
        "<li>Ilios: mode Control → Push (rule)</li></ul>" +
        '<p><a href="https://example.org/notes">Where it was read</a></p>',
    ]);
  });

  it("is as new as the last revision of a patch", () => {
    const feeds = feedsWith({}, { id: "2098-01-01", revised: "2099-01-05" });
    const moments = entriesIn(feeds, "patches").map((entry) => only(entry, "updated"));
    const revised = "2099-01-05T00:00:00.000Z";
    expect(moments).toEqual(["2099-01-01T00:00:00.000Z", revised]);
    expect(only(parseAtom(textOfFeed(feeds, "/feeds/patches.atom")), "updated")).toBe(revised);
  });

  it("leads to the page of a patch, or to the hero in it", () => {
    const hrefs = (path: string) =>
      entriesOf(parseAtom(textOfFeed(feedsWith({}), path))).flatMap((entry) =>
        all(entry, "link").map(({ attributes }) => attributes?.["href"]),
      );
    expect(hrefs("/feeds/patches.atom")).toEqual([`${BASE_URL}/patches/2099-01-01`]);
    expect(hrefs("/feeds/heroes/ana.atom")).toEqual([`${BASE_URL}/patches/2099-01-01#heroes-ana`]);
  });
});

it("the feed of a hero or a map has the patches that touched it and no others", () => {
  const feeds = feedsWith({ id: "2099-01-02", date: "2099-01-02", changes: [] }, {});
  expect(idsOf(feeds, "heroes/ana")).toEqual(["urn:uuid:5c351786-7e9f-517d-9e09-3dd4585f7be4"]);
});
