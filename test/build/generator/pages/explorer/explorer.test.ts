import { describe, expect, it } from "vitest";
import { PROBLEM_TYPES } from "../../../../../build/core/schema/problem-types.ts";
import { compress } from "../../../../../build/core/site/compress.ts";
import { fold } from "../../../../../build/core/spelling/fold.ts";
import { heroSpellings, mapSpellings } from "../../../../../build/core/spelling/spellings.ts";
import { evidenceOf, NO_EVIDENCE } from "../../../../../build/generator/data/evidence.ts";
import {
  newestPatch,
  offeredPatches,
  referenceAsOf,
} from "../../../../../build/generator/data/reference.ts";
import type { SiteInMemory } from "../../../../../build/generator/make-documents.ts";
import { addExplorer } from "../../../../../build/generator/pages/explorer/explorer.ts";
import { factsOf } from "../../../../../build/generator/pages/explorer/facts.ts";
import { matrixPages } from "../../../../../build/generator/pages/explorer/matrix.tsx";
import { searchIndexOf } from "../../../../../build/generator/pages/explorer/search-index.ts";
import { loadBrowserFiles } from "../../../../../build/generator/pages/load-page-files.ts";
import { REAL_DATA as DATA } from "../../../../helpers/real-data.ts";
import { BASE_URL } from "../../../../helpers/real-site.ts";
import { filesAdded } from "../../../../helpers/site.ts";
import { siteInMemory } from "../../../site-in-memory.ts";

const OPTIONS = { baseUrl: BASE_URL, assetsUrl: "https://images.example.org/ow", version: "test" };

const LINKS = { ...OPTIONS, assetsUrl: `${BASE_URL}/assets` };

/** The pages of the explorer, by path. */
function pagesOf({
  hasImages = false,
  patch = newestPatch(DATA),
  evidence = NO_EVIDENCE,
} = {}): Map<string, string> {
  const assetsUrl = hasImages ? OPTIONS.assetsUrl : `${BASE_URL}/assets`;
  const options = { ...OPTIONS, assetsUrl, hasImages, evidence };
  const reference = referenceAsOf(DATA, patch, options);
  const files = filesAdded((site) =>
    addExplorer(site, reference, DATA, options, loadBrowserFiles()),
  );
  return new Map(
    files.filter(({ type }) => type.startsWith("text/html")).map(({ path, text }) => [path, text]),
  );
}

const PAGES = pagesOf();

/** The whole site, made for the first test that asks for it. */
let wholeSite: SiteInMemory | undefined;

function madeSite(): SiteInMemory {
  wholeSite ??= siteInMemory(DATA, { patch: newestPatch(DATA), ...OPTIONS });
  return wholeSite;
}

function pageAt(path: string, pages = PAGES): string {
  const page = pages.get(path);
  if (page === undefined) throw new Error(`there is no page ${path}`);
  return page;
}

/** The words of a page, one space between them. */
function textAt(path: string): string {
  const [, main = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(pageAt(path)) ?? [];
  return plain(main);
}

function plain(markup: string): string {
  return markup
    .replace(/<[^>]+>/g, " ")
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, "<")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ");
}

describe("the pages", () => {
  it("are one for each hero, map, patch and problem type, and their indexes", () => {
    const expected = [
      ...["/", "/compare", "/check", "/compare/heroes", "/gaps", "/heroes", "/maps"],
      ...[
        "/not-found",
        "/matrix",
        "/matrix/earlier",
        "/matrix/overwatch-1",
        "/patches",
        "/patches/latest",
        "/roles",
        "/search",
      ],
      "/values",
      ...DATA.heroes.map(({ id }) => `/heroes/${id}`),
      ...DATA.maps.map(({ id }) => `/maps/${id}`),
      ...DATA.patches.map(({ id }) => `/patches/${id}`),
      ...Array.from({ length: 20 }, (_, at) =>
        at < 5 ? `${at + 1}-202${at < 2 ? 2 : 3}` : `${at + 1}`,
      ).map((id) => `/seasons/${id}`),
      ...["1", "2", "3", "4", "5"].map((id) => `/seasons/${id}`),
      ...Array.from({ length: 7 }, (_, at) => `/seasons/${2016 + at}`),
      ...Object.keys(PROBLEM_TYPES).map((type) => `/problems/${type}`),
    ];
    expect([...PAGES.keys()].sort()).toEqual(expected.sort());
  });

  it("lead only to what the site has, down to the place in the page", () => {
    const { manifest } = madeSite();
    const paths = new Set([
      ...manifest.documents.flatMap(({ spellings }) => spellings),
      ...manifest.pages.map(({ path }) => path),
      "/manifest.json",
    ]);
    const lost = [...PAGES].flatMap(([path, page]) =>
      [...page.matchAll(/(?:href|src)="([^"]*)"/g)].flatMap(([, link = ""]) => {
        const url = new URL(link.replaceAll("&amp;", "&"), BASE_URL + path);
        if (url.origin !== BASE_URL) return [];
        const fragment = url.hash.slice(1);
        const isThere =
          paths.has(url.pathname) &&
          (fragment === "" || PAGES.get(url.pathname)?.includes(` id="${fragment}"`));
        return isThere ? [] : [`${path} -> ${link}`];
      }),
    );
    expect(lost).toEqual([]);
  });

  it("link relatively, so that a site works below any path", () => {
    const rooted = [...PAGES]
      .filter(([, page]) => /(?:href|src)="\//.test(page))
      .map(([path]) => path);
    // answers any path, and is below that of the base address
    expect(rooted).toEqual(["/not-found"]);
  });

  it("say on each that the names of the game belong to its publisher", () => {
    const silent = [...PAGES].filter(
      ([, page]) => !page.includes("belong to Blizzard Entertainment"),
    );
    expect(silent).toEqual([]);
  });

  it("have each its own title, a description, one heading, and its address", () => {
    const titles = [...PAGES.values()].map((page) => /<title>(.*?)<\/title>/.exec(page)?.[1]);
    expect(titles.filter((title) => !title)).toEqual([]);
    for (const [path, page] of PAGES) {
      expect(page.match(/<h1[ >]/g)).toHaveLength(1);
      expect(page).toMatch(/<meta name="description" content="[^"]{10,}"/);
      const canonical = path === "/patches/latest" ? `/patches/${newestPatch(DATA)}` : path;
      expect(page).toContain(`<link rel="canonical" href="${BASE_URL}${canonical}"`);
    }
  });

  it("hold nothing inline that the policy would refuse", () => {
    const refused = [...PAGES].filter(([, page]) =>
      /<style|<script(?! src=)|\sstyle="|\son[a-z]+="|javascript:/.test(page),
    );
    expect(refused.map(([path]) => path)).toEqual([]);
  });

  it("use each id once", () => {
    for (const [path, page] of PAGES) {
      const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
      expect([path, ids.length]).toEqual([path, new Set(ids).size]);
    }
  });

  it("name no host of their own and no clock", () => {
    // [00:00:00] is of a match log
    const found = [...PAGES].filter(([, page]) =>
      /127\.0\.0\.1|localhost|(?<!\[)\d{2}:\d{2}:\d{2}/.test(page),
    );
    expect(found.map(([path]) => path)).toEqual([]);
  });

  it("can be made as of every patch on offer", () => {
    const oldest = offeredPatches(DATA).at(-1)?.id ?? "";
    const pages = pagesOf({ patch: oldest });
    expect(pages.has("/heroes/doctrine")).toBe(false); // was added later
    expect(pageAt("/", pages)).toContain(`patches/${oldest}`);
  });
});

describe("the page of a hero", () => {
  it.each(DATA.heroes.map(({ id }) => id))("shows every fact of %s", (id) => {
    const hero = DATA.heroes.find((one) => one.id === id);
    if (hero === undefined) throw new Error(`no hero ${id}`);
    const text = textAt(`/heroes/${id}`);
    const { standard, armor, shields } = hero.health;
    expect(text).toContain(`${standard + armor + shields} health`);
    for (const [amount, kind] of [
      [armor, "armor"],
      [shields, "shields"],
    ] as const) {
      expect(text.includes(`${amount} ${kind}`)).toBe(amount > 0);
    }
    for (const name of Object.values(hero.names)) expect(text).toContain(name);
    for (const { name, description, cooldown } of hero.abilities) {
      expect(text).toContain(name);
      expect(text).toContain(description);
      if (cooldown !== null) expect(text).toMatch(new RegExp(`cooldown ${cooldown} s`));
    }
    for (const spelling of heroSpellings(hero))
      expect(fold(text)).toContain(fold(spelling.replace(/\s+/g, " ")));
    expect(text).toContain(`curl "${BASE_URL}/v1/overwatch/heroes/${id}"`);
  });

  it("has the kit in the order of its slots", () => {
    expect(textAt("/heroes/dmon")).toMatch(
      /Propulsors Ability 1 .*Fusion Repeater Ability 2 .*Limit Break Ultimate/,
    );
  });

  it("marks each spelling with its language", () => {
    const page = pageAt("/heroes/lucio");
    expect(page).toContain('<b lang="ko">루시우</b>');
    expect(page).toMatch(/<dd lang="ja"><ul><li>ルシオ<\/li>/);
    expect(page).toMatch(/<dd lang="ru"><ul><li>Лусио<\/li>/);
    expect(textAt("/heroes/cassidy")).toMatch(
      /English Cassidy Korean 캐서디 .* Also accepted .*McCree/,
    );
  });

  it("reports every change of it, and by which patch", () => {
    const text = textAt("/heroes/dmon");
    expect(text).toMatch(/Hotfix: D\.Mon nerfs 17 Sep 2026 .*Health armor 325 → 275/);
    expect(text).toMatch(/Hotfix: D\.Mon buffs 12 Aug 2026 .*Fusion Repeater cooldown 6 → 4 s/);
  });

  it("leads to its document and its feed", () => {
    const page = pageAt("/heroes/ana");
    expect(page).toContain(
      'rel="alternate" type="application/json" title="Ana as JSON" ' +
        'href="../v1/overwatch/heroes/ana"',
    );
    expect(page).toContain(
      'rel="alternate" type="application/atom+xml" title="Ana in patches" ' +
        'href="../feeds/heroes/ana.atom"',
    );
  });
});

describe("the page of a map", () => {
  it.each(DATA.maps.map(({ id }) => id))("shows every fact of %s", (id) => {
    const map = DATA.maps.find((one) => one.id === id);
    if (map === undefined) throw new Error(`no map ${id}`);
    const text = textAt(`/maps/${id}`);
    for (const variant of map.variants)
      expect(text).toContain(`${variant.name} in the API ${id}-${variant.id}`);
    for (const spelling of mapSpellings(map))
      expect(fold(text)).toContain(fold(spelling.replace(/\s+/g, " ")));
    expect(text).toContain(`curl "${BASE_URL}/v1/overwatch/maps/${id}"`);
  });

  it("has a spelling once, whatever its letter case, and those of a variant below it", () => {
    const [, own = "", ofVariant = ""] =
      / Names (.*) King's Row \(Winter\) (English.*) In code /.exec(textAt("/maps/kings-row")) ??
      [];
    expect(own).toMatch(/Also accepted kings-row King’s Row Kings Row KINGS_ROW Kral Yolu$/);
    expect(ofVariant).toMatch(/Also accepted kings-row-winter King's Row Winter KINGS_ROW_WINTER /);
  });
});

describe("the page of a patch", () => {
  it.each(DATA.patches.map(({ id }) => id))("has a row for each change of %s", (id) => {
    const changes = DATA.patches.find((one) => one.id === id)?.changes ?? [];
    const rows = pageAt(`/patches/${id}`).match(/<p class="sides">/g) ?? [];
    const arrivals = changes.filter(
      ({ target, from }) => from === undefined && /^(heroes|maps|modes|roles)\/[^/]+$/.test(target),
    ); // a card shows those
    const cooldowns = changes.flatMap(({ from, to }) =>
      Array.isArray(from) && Array.isArray(to)
        ? from.filter((old) => to.some((b) => b.id === old.id && b.cooldown !== old.cooldown))
        : [],
    ); // the kit shows only its abilities
    expect(rows).toHaveLength(changes.length - arrivals.length + cooldowns.length);
  });

  it("has the cooldowns that a new kit changes below it, as buffs and nerfs", () => {
    expect(textAt("/patches/2024-02-13")).toMatch(
      /Kit Jet Dash .*nerf: Jump Jet cooldown 10 → 14 .*buff: Concussive Blast cooldown 9/,
    );
  });

  it.each([
    ["2018-06-26", true],
    ["2024-02-13", true],
    ["2026-08-12", false],
    ["2026-10-06", false],
  ])("says whether heroes had other roles: %s %s", (id, isSaid) => {
    const text = textAt(`/patches/${id}`);
    expect(text.includes("Heroes are listed by their role today.")).toBe(isSaid);
  });

  it.each(["/patches/2017-03-21", "/seasons/2017"])("has a new hero as it arrived: %s", (path) => {
    expect(pageAt(path)).toMatch(
      /New tank hero with 400 health: (<!-- -->)?Fortify, Protective Barrier, Supercharger, /,
    );
  });

  it.each([
    ["/seasons/5", /A Grim Doctrine Since 6 Oct 2026 /],
    ["/seasons/2018", /2018: Overwatch 1 Heroes are listed by their role today\. /],
    ["/heroes", /shows the last 10 seasons, Season 16 to Season 5: /],
  ])("says on %s which time it is about", (path, words) => {
    expect(textAt(path)).toMatch(words);
  });

  it("is on the one matrix of a site of Overwatch 1, by years", () => {
    const facts = factsOf(referenceAsOf(DATA, "2018-06-26", LINKS), DATA, LINKS);
    expect(facts.seasons.map(({ name }) => name)).toEqual(["2016", "2017", "2018"]);
    expect(matrixPages(facts).map(({ path }) => path)).toEqual(["/matrix"]);
  });

  it("leaves maps that are gone to the log checker, which knows them without a page", () => {
    const { maps } = JSON.parse(madeSite().textOf("explorer/names.json"));
    expect(maps).toContainEqual(
      expect.objectContaining({ id: "hanamura", name: "Hanamura", isGone: true }),
    );
    expect(PAGES.has("/maps/hanamura")).toBe(false);
  });

  it("is on the line of seasons, with the heroes and maps that were added", () => {
    const page = pageAt("/");
    for (const [to, name] of [
      ["heroes/doctrine", "Doctrine"],
      ["maps/watchpoint-grimsvotn", "Watchpoint: Grímsvötn"],
    ])
      expect(page).toMatch(new RegExp(`<a href="${to}"><svg [^>]*><title>${name} arrives</title>`));
    expect(page).toContain('<a href="patches/2026-10-06" aria-label="Season 5: A Grim Doctrine: ');
  });

  it("is found by its buffs or nerfs only where the filter leaves a hero", () => {
    const index = searchIndexOf(
      factsOf(referenceAsOf(DATA, newestPatch(DATA), LINKS), DATA, LINKS),
      [],
      [],
    );
    const filtered = index.pages.flatMap(([path]) => {
      const [, page = "", side = ""] = /^(patches\/[^?]+)\?side=(\w+)$/.exec(path) ?? [];
      return page === ""
        ? []
        : [{ path, isEmpty: !new RegExp(`data-side="[^"]*${side}`).test(pageAt(`/${page}`)) }];
    });
    expect(filtered.length).toBeGreaterThan(20);
    expect(filtered.filter(({ isEmpty }) => isEmpty)).toEqual([]);
    expect(index.pages.filter(([, , , words]) => /\bnull\b/.test(words))).toEqual([]);
  });
});

describe("what is not sure", () => {
  const evidence = evidenceOf(DATA, newestPatch(DATA));
  const pages = pagesOf({ evidence });
  const changed = DATA.patches.flatMap(({ id, changes }) =>
    changes.map(({ target }) => ({ id, path: `patches/${id}/changes/${target}` })),
  );
  const unsure = changed.flatMap(({ id, path }) =>
    evidence.gaps.filter((gap) => gap.path === path).map(({ reason }) => ({ id, reason })),
  );

  it("of a change has its reason in the row of the change, beside the one of the patch", () => {
    const wrong = unsure.filter(
      ({ id, reason }) => plain(pageAt(`/patches/${id}`, pages)).split(reason).length < 3,
    );
    expect(wrong).toEqual([]);
    expect(unsure.length).toBeGreaterThan(10);
  });

  it("of a passive, of all maps and of all patches has its reason on the page it is on", () => {
    for (const [path, start] of [
      ["/roles", "roles/"],
      ["/maps", "maps/*"],
      ["/patches", "patches/*"],
    ] as const) {
      const ofNow = evidence.gaps.filter(({ before }) => before === undefined);
      for (const gap of ofNow.filter((one) => one.path.startsWith(start)))
        expect(plain(pageAt(path, pages))).toContain(gap.reason);
    }
  });

  it.each(["/roles", "/maps", "/heroes/ana", "/maps/ilios"])(
    "leads from %s to where its values were read",
    (path) => {
      expect(pageAt(path, pages)).toMatch(/<ul class="sources"><li><a href="https:/);
    },
  );
});

describe("the matrix", () => {
  it("has a row for each hero, and leads from a change to its place in the patch", () => {
    const [patches = "", seasons = ""] = pageAt("/matrix").split("matrix seasons");
    for (const table of [patches, seasons])
      expect(table.match(/<th scope="row">/g)).toHaveLength(DATA.heroes.length);
    expect(patches).toContain('href="patches/2026-08-12#heroes-dmon"');
    expect(seasons).toContain('href="heroes/dmon#patch-2026-09-17"');
  });
});

describe("the page of roles", () => {
  it("has every sub-role with its passive and its heroes", () => {
    const text = textAt("/roles");
    for (const { name, passive } of DATA.roles.flatMap(({ subroles }) => subroles)) {
      expect(text).toContain(name);
      expect(text).toContain(passive);
    }
    expect(text).toMatch(/Medic .* Kiriko .*Lifeweaver .*Mercy .*Moira/);
  });
});

describe("pictures", () => {
  it("are the site's own where the operator provides none, whatever path the site is below", () => {
    const [...sources] = [...PAGES.values()].flatMap((page) => page.match(/<img [^>]*>/g) ?? []);
    expect(sources.filter((image) => !/ src="(\.\/|\.\.\/)assets\//.test(image))).toEqual([]);
  });

  it("appear, and are allowed, where the operator provides them", () => {
    const pages = pagesOf({ hasImages: true });
    expect(pageAt("/heroes/ana", pages)).toMatch(
      /<img [^>]*src="https:\/\/images\.example\.org\/ow\/heroes\/ana\.png" alt /,
    );
    expect(pageAt("/maps/kings-row", pages)).toContain(
      "https://images.example.org/ow/maps/kings-row-winter.jpg",
    );
    expect(pageAt("/heroes/ana", pages)).toContain("img-src 'self' https://images.example.org;");
  });
});

/** What a page may weigh on the wire, in brotli as the build makes it. */
describe("the budget", () => {
  const LARGE = new Set([
    ...["/", "/heroes", "/matrix", "/search", "/patches", "/patches/2026-02-10", "/gaps"],
    ...["/seasons/1", "/seasons/9"],
    ...DATA.heroes.map(({ id }) => `/heroes/${id}`),
  ]);
  const weigh = (text: string) => compress(Buffer.from(text)).br.length;

  it.each([...PAGES.keys()].filter((path) => !LARGE.has(path)))("of 12 KB holds for %s", (path) => {
    expect(weigh(pageAt(path))).toBeLessThan(12_000);
  });

  it.each([...LARGE])("of 16 KB holds for %s, which shows much", (path) => {
    expect(weigh(pageAt(path))).toBeLessThan(16_000);
  });

  it("of 25 KB holds for the start page with everything that it loads", () => {
    const files: Readonly<Record<string, string>> = loadBrowserFiles();
    const page = pageAt("/");
    const loaded = [...page.matchAll(/(?:src|href)="\.\/explorer\/([\w-]+\.(?:js|css))"/g)];
    expect(loaded.map(([, name]) => name).sort()).toEqual(["site.js", "style.css", "theme.js"]);
    const sizes = loaded.map(([, name = ""]) => weigh(files[name] ?? ""));
    expect(page).not.toContain("<img");
    expect(sizes.reduce((sum, size) => sum + size, weigh(page))).toBeLessThan(25_000);
  });

  it("of 12 KB holds for what every page loads: style and script", () => {
    const files = loadBrowserFiles();
    expect(weigh(files["style.css"]) + weigh(files["site.js"])).toBeLessThan(12_000);
  });

  it("is 60 KB for the search index, 10 KB for what reads it, 25 KB for the log checker", () => {
    const { textOf } = madeSite();
    expect(weigh(textOf("explorer/index.json"))).toBeLessThan(60_000);
    expect(weigh(textOf("explorer/search.js"))).toBeLessThan(10_000);
    const checker = ["check.js", "check-worker.js", "names.json"]; // its own budget is 25 KB
    const sum = checker.reduce((all, file) => all + weigh(textOf(`explorer/${file}`)), 0);
    expect(sum).toBeLessThan(25_000);
  });
});
