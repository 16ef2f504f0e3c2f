import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import fg from "fast-glob";
import { describe, expect, inject, it } from "vitest";
import { type Element, xml2js } from "xml-js";
import * as z from "zod";
import type { Patch } from "../../../../../build/core/schema/patch.ts";
import { ofItsGame } from "../../../../../build/generator/data/eras.ts";
import { evidenceOf } from "../../../../../build/generator/data/evidence.ts";
import {
  type GameData,
  newestPatch,
  type Reference,
  referenceAsOf,
} from "../../../../../build/generator/data/reference.ts";
import { addFeeds } from "../../../../../build/generator/pages/feeds/feeds.ts";
import { REAL_DATA as REAL } from "../../../../helpers/real-data.ts";
import { BASE_URL } from "../../../../helpers/real-site.ts";
import { filesAdded } from "../../../../helpers/site.ts";

const REFERENCE = referenceOf(REAL);
const ROOT = `${BASE_URL}/v1/overwatch`;

function referenceOf(data: GameData, patch = newestPatch(data)): Reference {
  return referenceAsOf(data, patch, { baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets` });
}

/** The feeds of a reference, by path. */
function feedsOf(reference: Reference): Map<string, string> {
  return new Map(
    filesAdded((site) => addFeeds(site, reference, BASE_URL)).map(({ path, text }) => [path, text]),
  );
}

const PATCHES = ofItsGame(REFERENCE.patches);
const FEEDS = feedsOf(REFERENCE);
const ATOM = [...FEEDS].filter(([path]) => path.endsWith(".atom"));
const ARCHIVE = /\.\d+\.(atom|json)$/;
const JSON_FEEDS = [...FEEDS].filter(([path]) => path.endsWith(".json"));

const PATCH: Patch = {
  id: "2099-01-01",
  date: "2099-01-01",
  kind: "hotfix",
  name: "Hotfix: Ana",
  sourceUrl: "https://example.org/notes",
  summary: "Ana is frail.",
  changes: [
    { target: "heroes/ana/health/standard", from: 250, to: 225 },
    { target: "maps/ilios/mode", from: "control", to: "push" },
  ],
};

/** The feeds of a game with the real heroes and maps and the given patches, newest first. */
function feedsWith(...patches: Partial<Patch>[]): Map<string, string> {
  return feedsOf({ ...REFERENCE, patches: patches.map((patch) => ({ ...PATCH, ...patch })) });
}

function textOfFeed(feeds: Map<string, string>, path: string): string {
  const found = feeds.get(path);
  if (found === undefined) throw new Error(`there is no ${path}`);
  return found;
}

/** An element of an Atom feed. */
type Node = { name: string; attributes: Record<string, unknown>; text: string; children: Node[] };

function nodeOf({ name = "", attributes = {}, elements = [] }: Element): Node {
  const text = elements.map((element) => element.text ?? element.cdata ?? "").join("");
  return {
    name,
    attributes,
    text,
    children: elements.filter(({ type }) => type === "element").map(nodeOf),
  };
}

/** The root of an Atom feed; throws where the text is not well-formed XML. */
function parseAtom(text: string): Node {
  const document = xml2js(text, { compact: false }) as Element;
  const [root, ...more] = (document.elements ?? []).filter(({ type }) => type === "element");
  if (root === undefined || more.length > 0) throw new Error("the feed has no single root");
  return nodeOf(root);
}

function all(node: Node, name: string): Node[] {
  return node.children.filter((child) => child.name === name);
}

/** The text of the one child of a name; RFC 4287 allows no second one of those asked for. */
function only(node: Node, name: string): string {
  const [found, ...more] = all(node, name);
  if (found === undefined || more.length > 0) throw new Error(`${node.name} has no single ${name}`);
  return found.text;
}

/** The paths of the Atom feeds that do not keep a promise. */
function brokenAtom(keeps: (feed: Node, path: string) => boolean): string[] {
  return ATOM.filter(([path, text]) => !keeps(parseAtom(text), path)).map(([path]) => path);
}

const entriesOf = (feed: Node) => all(feed, "entry");

/** The content of each entry as markup: XHTML in one `div`, as RFC 4287 §3.1.1.3 has it. */
function contentsOf(text: string): string[] {
  const contents = text.matchAll(
    /<content type="xhtml"><div xmlns="http:\/\/www\.w3\.org\/1999\/xhtml">(.*?)<\/div><\/content>/gs,
  );
  return [...contents].map(([, markup = ""]) => markup);
}

describe("every Atom feed of the real data", () => {
  it("is well-formed XML with a feed of RFC 4287 as its root", () => {
    const isFeed = ({ name, attributes }: Node) =>
      name === "feed" && attributes["xmlns"] === "http://www.w3.org/2005/Atom";
    expect(ATOM.length).toBeGreaterThan(50);
    expect(brokenAtom(isFeed)).toEqual([]);
  });

  it("has the id of its address, also in its archives", () => {
    const hasId = (feed: Node, path: string) =>
      only(feed, "id") === `${BASE_URL}${path.replace(ARCHIVE, ".$1")}`;
    expect(brokenAtom(hasId)).toEqual([]);
  });

  it("links to itself, and once to what it is about", () => {
    const links = (feed: Node, rel: string) =>
      all(feed, "link").filter(({ attributes }) => attributes["rel"] === rel);
    const isLinked = (feed: Node, path: string) =>
      links(feed, "self")
        .map(({ attributes }) => attributes["href"])
        .join() === `${BASE_URL}${path}` && links(feed, "alternate").length === 1;
    expect(brokenAtom(isLinked)).toEqual([]);
  });

  it("has entries whose ids no other entry of any feed has", () => {
    const feedOf = new Map<string, string>();
    const shared = ATOM.flatMap(([path, text]) =>
      entriesOf(parseAtom(text)).filter((entry) => {
        const feed = path.replace(/\.\d+\./, ".");
        const other = feedOf.get(only(entry, "id"));
        feedOf.set(only(entry, "id"), feed);
        return other !== undefined && other !== feed;
      }),
    );
    expect(feedOf.size).toBeGreaterThan(REAL.patches.length);
    expect(shared).toEqual([]);
  });

  it("has its entries newest first, and is as new as the first of them", () => {
    const isInOrder = (feed: Node) => {
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

/** What the validator says of an Atom feed; nothing where it is valid. */
function verdict(input: string): string {
  const { status, stderr } = spawnSync("xmllint", ["--noout", "--relaxng", SCHEMA, "-"], {
    input,
    encoding: "utf8",
  });
  return status === 0 ? "" : stderr;
}

describe.skipIf(!hasXmllint)("an independent validator with the schema of RFC 4287", () => {
  it("finds every feed of the real site valid", () => {
    const files = fg.sync("feeds/**/*.atom", { cwd: inject("realSite") });
    const { stderr } = spawnSync("xmllint", ["--noout", "--relaxng", SCHEMA, ...files], {
      cwd: inject("realSite"),
      encoding: "utf8",
    });
    expect(files).toHaveLength(ATOM.length);
    expect(stderr.trim().split("\n").sort()).toEqual(
      files.map((file) => `${file} validates`).sort(),
    );
  });

  it("finds a feed valid that has markup in every text", () => {
    const markup = `<b>&amp; "x" 'y' ]]> | \u{1f600}</b>`;
    const changes = [{ target: "heroes/ana/names/en", from: markup, to: markup }];
    expect(
      verdict(
        textOfFeed(feedsWith({ name: markup, summary: markup, changes }), "/feeds/patches.atom"),
      ),
    ).toBe("");
  });
});

/**
 * JSON Feed 1.1, as its specification lists the fields; `https://www.jsonfeed.org/version/1.1/`.
 */
const JsonFeedSchema = z.strictObject({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string().min(1),
  home_page_url: z.url(),
  feed_url: z.url(),
  next_url: z.url().optional(),
  authors: z.array(z.strictObject({ name: z.string().min(1) })).min(1),
  language: z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/),
  items: z.array(
    z.strictObject({
      id: z.string().min(1),
      url: z.url(),
      external_url: z.url().optional(),
      title: z.string().min(1),
      summary: z.string().min(1).optional(),
      content_html: z.string().min(1),
      date_published: z.iso.datetime(),
      tags: z.array(z.string().min(1)),
    }),
  ),
});

const parseJsonFeed = (text: string) => JsonFeedSchema.parse(JSON.parse(text));

describe("every JSON Feed of the real data", () => {
  it("has the fields of version 1.1, each of its type", () => {
    const wrong = JSON_FEEDS.filter(
      ([, text]) => !JsonFeedSchema.safeParse(JSON.parse(text)).success,
    );
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  it("has the entries of the Atom feed beside it", () => {
    const wrong = JSON_FEEDS.filter(([path, text]) => {
      const atom = textOfFeed(FEEDS, path.replace(/\.json$/, ".atom"));
      const contents = contentsOf(atom);
      const items = parseJsonFeed(text).items.map(({ id, content_html }) => [id, content_html]);
      const same = entriesOf(parseAtom(atom)).map((entry, at) => [only(entry, "id"), contents[at]]);
      return JSON.stringify(items) !== JSON.stringify(same);
    });
    expect(wrong.map(([path]) => path)).toEqual([]);
  });
});

describe("the feeds", () => {
  it("are of the game and of each hero and map, in both formats", () => {
    const known = [
      ...REFERENCE.heroes.map(({ id }) => `heroes/${id}`),
      ...REFERENCE.maps.map(({ id }) => `maps/${id}`),
    ];
    const expected = ["patches", ...known].flatMap((name) => [
      `/feeds/${name}.atom`,
      `/feeds/${name}.json`,
    ]);
    const feeds = [...FEEDS.keys()].filter((path) => !ARCHIVE.test(path));
    expect(feeds.sort()).toEqual(expected.sort());
  });

  it("are those of the patches that a site as of an earlier patch knows", () => {
    const earlier = feedsOf(referenceOf(REAL, "2026-06-16"));
    expect(textOfFeed(earlier, "/feeds/patches.json")).not.toContain("2026-06-18");
    expect(parseJsonFeed(textOfFeed(earlier, "/feeds/patches.json")).items[0]?.id).toBe(
      `${ROOT}/patches/2026-06-16`,
    );
  });
});

describe("the archives of a feed", () => {
  /** The feeds of so many patches, a day each. */
  const feedsOfDays = (count: number) => {
    const days = Array.from({ length: count }, (_, at) => 1000 + at).reverse();
    const id = (day: number) => `${day}-01-01`;
    return feedsWith(...days.map((day) => ({ id: id(day), date: id(day) })));
  };
  const hrefsOf = (feed: Node, rel: string) =>
    all(feed, "link").flatMap(({ attributes: { rel: own, href } }) => (own === rel ? [href] : []));

  it.each([
    [50, ["50"]],
    [51, ["50", "50"]],
    [100, ["50", "50"]],
    [151, ["50", "50", "50", "50"]],
  ])("hold what is older than the newest fifty of %i, in both formats", (count, sizes) => {
    const feeds = feedsOfDays(count);
    const ids: string[] = [];
    const lengths: string[] = [];
    let json: string | undefined = `${BASE_URL}/feeds/patches.json`;
    let atom: unknown = `${BASE_URL}/feeds/patches.atom`;
    while (json !== undefined) {
      const page = parseJsonFeed(textOfFeed(feeds, json.slice(BASE_URL.length)));
      const feed = parseAtom(textOfFeed(feeds, String(atom).slice(BASE_URL.length)));
      const isArchive = lengths.length > 0;
      ids.push(...page.items.map(({ id }) => id.slice(-10)));
      lengths.push(String(page.items.length));
      expect(all(feed, "fh:archive")).toHaveLength(isArchive ? 1 : 0);
      expect(hrefsOf(feed, "current")).toEqual(isArchive ? [`${BASE_URL}/feeds/patches.atom`] : []);
      json = page.next_url;
      [atom] = hrefsOf(feed, "prev-archive");
      expect(atom).toBe(json?.replace(/json$/, "atom"));
    }
    expect(lengths).toEqual(sizes);
    expect(new Set(ids).size).toBe(count);
  });

  it.each([51, 100, 140])("of %i patches stay as they are when there are more", (count) => {
    const [now, later] = [feedsOfDays(count), feedsOfDays(180)];
    const archives = (feeds: typeof now) => [...feeds.keys()].filter((path) => ARCHIVE.test(path));
    expect(archives(now).length).toBeGreaterThan(1);
    for (const path of archives(now)) expect(textOfFeed(later, path)).toBe(textOfFeed(now, path));
  });
});

describe("the feed of the game", () => {
  it("has every patch of Overwatch 2 with its archives, newest first", () => {
    const archives = JSON_FEEDS.map(([path]) => path).filter((path) =>
      /^\/feeds\/patches\.\d/.test(path),
    );
    const items = ["/feeds/patches.json", ...archives.toReversed()].flatMap(
      (path) => parseJsonFeed(textOfFeed(FEEDS, path)).items,
    );
    expect(archives.length).toBeGreaterThan(1);
    expect([...new Set(items.map(({ id }) => id))]).toEqual(
      PATCHES.map(({ id }) => `${ROOT}/patches/${id}`),
    );
  });

  it("has the later of two patches of one day first", () => {
    const { items } = parseJsonFeed(
      textOfFeed(
        feedsWith({ id: "2099-01-01-b", name: "Two" }, { name: "One" }),
        "/feeds/patches.json",
      ),
    );
    expect(items.map(({ title }) => title)).toEqual(["2099-01-01-b: Two", "2099-01-01: One"]);
  });

  it("reports a patch: address, notes, kind, summary, and each change before and after", () => {
    expect(parseJsonFeed(textOfFeed(feedsWith({}), "/feeds/patches.json")).items).toEqual([
      {
        id: `${ROOT}/patches/2099-01-01`,
        url: `${BASE_URL}/patches/2099-01-01`,
        external_url: "https://example.org/notes",
        title: "2099-01-01: Hotfix: Ana",
        summary: "Ana is frail.",
        content_html:
          "<ul><li>Ana: health 250 → 225 hp (nerf)</li>" +
          "<li>Ilios: mode Control → Push (rule)</li></ul>" +
          '<p>Sources: <a href="https://example.org/notes">notes</a></p>',
        date_published: "2099-01-01T00:00:00.000Z",
        tags: ["hotfix"],
      },
    ]);
  });

  it.each([
    ["sleep-dart/cooldown", 15, 14, "Sleep Dart cooldown 15 → 14 s (buff)"],
    ["sleep-dart/duration", 6, 5, "Sleep Dart duration 6 → 5 s (nerf)"],
    ["biotic-rifle/ammo", 14, 15, "Biotic Rifle ammunition 14 → 15 (buff)"],
  ])("says in a sentence what became of %s, and what it means", (figure, from, to, sentence) => {
    const changes = [{ target: `heroes/ana/abilities/${figure}`, from, to }];
    const feeds = feedsWith({ changes, sourceUrl: null });
    const said = `<ul><li>Ana: ${sentence}</li></ul>`;
    const [item] = parseJsonFeed(textOfFeed(feeds, "/feeds/patches.json")).items;
    expect(contentsOf(textOfFeed(feeds, "/feeds/patches.atom"))).toEqual([said]);
    expect(item?.content_html).toBe(said);
  });

  it("leads to the page of a patch, or to the hero in it, and names its notes", () => {
    const hrefs = (path: string) =>
      entriesOf(parseAtom(textOfFeed(feedsWith({}), path))).flatMap((entry) =>
        all(entry, "link").map(({ attributes }) => attributes["href"]),
      );
    expect(hrefs("/feeds/patches.atom")).toEqual([`${BASE_URL}/patches/2099-01-01`]);
    expect(hrefs("/feeds/heroes/ana.atom")).toEqual([`${BASE_URL}/patches/2099-01-01#heroes-ana`]);
    const notes = '<a href="https://example.org/notes">notes</a>';
    expect(textOfFeed(feedsWith({}), "/feeds/patches.atom")).toContain(notes);
    expect(textOfFeed(feedsWith({ sourceUrl: null }), "/feeds/patches.atom")).not.toContain(
      "Sources",
    );
  });

  it("names each place where changes were read once, by a number at the changes", () => {
    const reference = referenceOf(REAL);
    const files = filesAdded((site) =>
      addFeeds(site, reference, BASE_URL, evidenceOf(REAL, reference.patch)),
    );
    const wrong = files
      .filter(({ path }) => path.endsWith(".json"))
      .flatMap(({ path, text }) =>
        parseJsonFeed(text)
          .items.filter(({ content_html }) => {
            const links = [...content_html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url);
            const numbers = new Set(content_html.match(/\[\d+\](?=<\/li>)/g));
            const named = content_html.match(/>\[\d+\]<\/a>/g) ?? [];
            return new Set(links).size !== links.length || numbers.size !== named.length;
          })
          .map(({ id }) => `${path} ${id}`),
      );
    expect(wrong).toEqual([]);
    expect(files.some(({ text }) => text.includes("[1]</li>"))).toBe(true);
  });
});

describe("the feed of a hero or a map", () => {
  it("has the patches that touched it and no others", () => {
    const feeds = feedsWith({ id: "2099-01-02", date: "2099-01-02", changes: [] }, {});
    const { items } = parseJsonFeed(textOfFeed(feeds, "/feeds/heroes/ana.json"));
    expect(items.map(({ id }) => id)).toEqual([`${ROOT}/patches/2099-01-01#heroes/ana`]);
  });

  it("begins with the patch that brought it", () => {
    const { items } = parseJsonFeed(textOfFeed(FEEDS, "/feeds/maps/neon-junction.json"));
    expect(items.at(-1)).toMatchObject({
      id: `${ROOT}/patches/2026-06-16#maps/neon-junction`,
      content_html: expect.stringMatching(/^<ul><li>Neon Junction: the map is new<\/li><\/ul>/),
    });
  });

  it("is not mixed with that of another whose id begins the same", () => {
    const feeds = feedsWith({
      changes: [{ target: "heroes/anran/health/standard", from: 1, to: 2 }],
    });
    expect(parseJsonFeed(textOfFeed(feeds, "/feeds/heroes/anran.json")).items).toHaveLength(1);
    expect(parseJsonFeed(textOfFeed(feeds, "/feeds/heroes/ana.json")).items).toEqual([]);
  });
});
