import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { PROBLEM_TYPES } from "../../../../../build/core/schema/problems.ts";
import { fold } from "../../../../../build/core/spelling/fold.ts";
import { heroSpellings, mapSpellings } from "../../../../../build/core/spelling/spellings.ts";
import { newestPatch } from "../../../../../build/generator/data/game-data.ts";
import { heroPage } from "../../../../../build/generator/pages/explorer/hero.tsx";
import { matrixPages } from "../../../../../build/generator/pages/explorer/matrix.tsx";
import { renderPage } from "../../../../../build/generator/pages/layout.tsx";
import { realManifest } from "../../../../helpers/built-site.ts";
import { REAL_DATA as DATA } from "../../../../helpers/real-data.ts";
import { factsAsOf, REAL_GAME } from "../../../../helpers/real-game.ts";
import { BASE_URL } from "../../../../helpers/real-site.ts";
import { wordsOf } from "../../../../helpers/words-of.ts";

const SITE = inject("realSite");
const manifest = realManifest();

/** The pages of the site for people, by path. */
const ALL_PAGES = new Map(
  manifest.pages
    .filter(({ type }) => type.startsWith("text/html"))
    .map(({ path, file }) => [path, readFileSync(join(SITE, file), "utf8")] as const),
);

/** Those without guides and the reference of the API. */
const PAGES = new Map([...ALL_PAGES].filter(([path]) => !/^\/(docs|guides)/.test(path)));

function pageAt(path: string) {
  const page = PAGES.get(path);
  if (page === undefined) throw new Error(`there is no page ${path}`);
  return page;
}

/** A page as of `EARLIER`, which is the first day of Season 4. Later patches do not change it. */
function earlierPageAt(path: string) {
  const file = path === "/" ? "/index" : path;
  return readFileSync(join(inject("earlierSite"), `${file}.html`), "utf8");
}

/** The pages that do not keep a promise. */
function wrong(keeps: (page: string, path: string) => boolean) {
  return [...PAGES].filter(([path, page]) => !keeps(page, path)).map(([path]) => path);
}

/** The words of the main part of a page. */
function textAt(path: string, page = pageAt(path)) {
  const [, main = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(page) ?? [];
  return wordsOf(main);
}

describe("the pages", () => {
  it("are one for each hero, map, patch and problem type, and their indexes", () => {
    const expected = [
      "/",
      "/compare",
      "/check",
      "/compare/heroes",
      "/gaps",
      "/heroes",
      "/maps",
      "/not-found",
      "/matrix",
      "/matrix/earlier",
      "/matrix/overwatch-1",
      "/patches",
      "/patches/latest",
      "/roles",
      "/search",
      "/values",
      ...DATA.heroes.map(({ id }) => `/heroes/${id}`),
      ...DATA.maps.map(({ id }) => `/maps/${id}`),
      ...DATA.patches.map(({ id }) => `/patches/${id}`),
      ...Array.from({ length: 20 }, (_, at) =>
        at < 5 ? `${at + 1}-202${at < 2 ? 2 : 3}` : `${at + 1}`,
      ).map((id) => `/seasons/${id}`),
      ...DATA.patches.flatMap(({ id, season }) =>
        season === undefined || id < "2026" ? [] : [`/seasons/${season.number}`],
      ),
      ...Array.from({ length: 7 }, (_, at) => `/seasons/${2016 + at}`),
      ...Object.keys(PROBLEM_TYPES).map((type) => `/problems/${type}`),
    ];
    expect([...PAGES.keys()].sort()).toEqual(expected.sort());
  });

  it("lead only to what the site has, down to the place in the page", () => {
    const paths = new Set([
      ...manifest.documents.flatMap(({ spellings }) => spellings),
      ...manifest.pages.map(({ path }) => path),
      "/manifest.json",
    ]);
    const lost = [...ALL_PAGES].flatMap(([path, page]) =>
      [...page.matchAll(/(?:href|src)="([^"]*)"/g)].flatMap(([, link = ""]) => {
        const url = new URL(link.replaceAll("&amp;", "&"), BASE_URL + path);
        if (url.origin !== BASE_URL) return [];
        const fragment = url.hash.slice(1);
        const isThere =
          paths.has(url.pathname) &&
          (fragment === "" || (ALL_PAGES.get(url.pathname) ?? "").includes(` id="${fragment}"`));
        return isThere ? [] : [`${path} -> ${link}`];
      }),
    );
    expect(lost).toEqual([]);
  });

  it("link relatively, so that a site works below any path", () => {
    // not-found answers any path, and is below that of the base address
    expect(wrong((page) => !/(?:href|src)="\//.test(page))).toEqual(["/not-found"]);
  });

  it("say on each whose game it is, which patch is the newest, and where programs go on", () => {
    const newest = DATA.patches.find(({ id }) => id === newestPatch(DATA))?.name ?? "";
    const says = (page: string) =>
      page.includes("belong to Blizzard Entertainment") &&
      page.includes("llms.txt") &&
      wordsOf(page).includes(`Newest patch: ${newest}`);
    expect(wrong(says)).toEqual([]);
  });

  it("have each its own title, a description, one heading, and its address", () => {
    const hasHead = (page: string, path: string) => {
      const canonical = path === "/patches/latest" ? `/patches/${newestPatch(DATA)}` : path;
      return (
        /<title>.+<\/title>/.test(page) &&
        /<meta name="description" content="[^"]{10,}"/.test(page) &&
        page.match(/<h1[ >]/g)?.length === 1 &&
        page.includes(`<link rel="canonical" href="${BASE_URL}${canonical}"`)
      );
    };
    expect(wrong(hasHead)).toEqual([]);
  });

  it("hold nothing inline that the policy would refuse, no host of their own and no clock", () => {
    const inline = /<style|<script(?! src=)|\sstyle="|\son[a-z]+="|javascript:/;
    // [00:00:00] is of a match log
    const own = /127\.0\.0\.1|localhost|(?<!\[)\d{2}:\d{2}:\d{2}/;
    expect(wrong((page) => !inline.test(page) && !own.test(page))).toEqual([]);
  });

  it("use each id once", () => {
    const ids = (page: string) => [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(wrong((page) => ids(page).length === new Set(ids(page)).size)).toEqual([]);
  });
});

describe("the page of a hero", () => {
  it.each(DATA.heroes)("shows every fact of $id", (hero) => {
    const text = textAt(`/heroes/${hero.id}`).replace(/[\d.]+ → /g, "");
    const { standard, armor, shields } = hero.health;
    const kit = hero.abilities.flatMap(({ name, description, cooldown }) => [
      name,
      description ?? "",
      cooldown === null ? "" : `cooldown ${cooldown} s`,
    ]);
    const known = [
      `${standard + armor + shields} health`,
      armor > 0 ? `${armor} armor` : "",
      shields > 0 ? `${shields} shields` : "",
      ...kit,
      `JSON of this page ${BASE_URL}/details/heroes/${hero.id}.json`,
    ];
    expect(known.filter((fact) => !text.includes(fact))).toEqual([]);
    const spellings = heroSpellings(hero).map((one) => fold(one.replace(/\s+/g, " ")));
    expect(spellings.filter((one) => !fold(text).includes(one))).toEqual([]);
  });

  it("marks each spelling with its language", () => {
    const page = pageAt("/heroes/lucio");
    expect(page).toContain('<b lang="ko">루시우</b>');
    expect(page).toContain('<li lang="ja">ルシオ</li>');
    expect(textAt("/heroes/cassidy")).toMatch(/Korean 캐서디 .*McCree/);
  });

  it("leads to its document and its feed", () => {
    const page = pageAt("/heroes/ana");
    const link = 'rel="alternate" type="application/';
    expect(page).toContain(`${link}json" title="Ana as JSON" href="../v1/overwatch/heroes/ana"`);
    expect(page).toContain(
      `${link}atom+xml" title="Ana in patches" href="../feeds/heroes/ana.atom"`,
    );
  });
});

describe("the page of a map", () => {
  it.each(DATA.maps)("shows every fact of $id", (map) => {
    const text = textAt(`/maps/${map.id}`);
    const known = [
      ...map.variants.map((variant) => variant.name),
      `JSON of this page ${BASE_URL}/details/maps/${map.id}.json`,
    ];
    expect(known.filter((fact) => !text.includes(fact))).toEqual([]);
    const spellings = mapSpellings(map).map((one) => fold(one.replace(/\s+/g, " ")));
    expect(spellings.filter((one) => !fold(text).includes(one))).toEqual([]);
  });

  it("has a spelling once, whatever its letter case", () => {
    expect(pageAt("/maps/kings-row").match(/>king's row</gi)).toEqual([">King's Row<"]);
  });
});

describe("the page of a patch", () => {
  it("has one row for each change, and says once what many heroes share", () => {
    const missing = REAL_GAME.patches.filter(({ id, changes }) => {
      const rows =
        pageAt(`/patches/${id}`).match(
          // Filters show rows with `shared` again.
          /<li class="(?![a-z ]* shared")[a-z ]+"[^>]*><p><span class="vh">/g,
        ) ?? [];
      const arrivals = changes.filter(
        ({ target, from }) => from === undefined && target.split("/").length === 2,
      ); // a card shows those
      const rules = changes.filter(
        ({ target, from, to }) =>
          target.startsWith("modes/") &&
          changes.some(
            ({ rule }) =>
              rule &&
              changes.every((one) => one.rule !== rule || (one.from === from && one.to === to)),
          ),
      ); // what heroes share shows those
      return rows.length !== changes.length - arrivals.length - rules.length;
    });
    expect(missing.map(({ id }) => id)).toEqual([]);
    const said = /all ultimates cost 10% more( 39 heroes)?/gi;
    const all = "All ultimates cost 10% more 39 heroes";
    expect(textAt("/patches/2024-02-13").match(said)).toEqual([all]);
  });

  it("says that the current season is not over", () => {
    const page = textAt("/seasons/4", earlierPageAt("/seasons/4"));
    expect(page).toContain("Heroes of Busan Since 11 Aug 2026 ");
  });

  it.each([
    ["/seasons/4", /Heroes of Busan 11 Aug 2026 to 5 Oct 2026 /],
    ["/patches/2018-06-26", /6v6\. Heroes are listed by their role today\. /],
    ["/seasons/2018", /2018: Overwatch 1 Heroes are listed by their role today\. /],
  ])("says on %s which time it is about", (path, words) => {
    expect(textAt(path)).toMatch(words);
  });

  it("is on the one matrix of a site of Overwatch 1, by years", () => {
    const facts = factsAsOf(DATA, "2018-06-26");
    expect(facts.seasons.map(({ name }) => name)).toEqual(["2016", "2017", "2018"]);
    expect(matrixPages(facts).map(([path]) => path)).toEqual(["/matrix"]);
  });

  it("is on the line of seasons", () => {
    expect(earlierPageAt("/")).toContain(
      '<a href="patches/2026-08-11" aria-label="Season 4: Heroes of Busan: ',
    );
  });
});

it("the search leads only to pages of the site", () => {
  const { pages } = JSON.parse(readFileSync(join(SITE, "explorer/index.json"), "utf8"));
  const paths = new Set(manifest.pages.map(({ path }) => path));
  const lost = pages.filter(([, path]: string[]) => !paths.has(`/${path?.split(/[?#]/)[0]}`));
  expect(lost).toEqual([]);
});

describe("what is not sure", () => {
  const changed = DATA.patches.flatMap(({ id, changes }) =>
    changes.map(({ target }) => ({ id, path: `patches/${id}/changes/${target}` })),
  );
  const unsure = changed.flatMap(({ id, path }) =>
    DATA.gaps.filter((gap) => gap.path === path).map(({ reason }) => ({ id, reason })),
  );

  it("of a change has its reason in the row of the change", () => {
    const wrong = unsure.filter(
      ({ id, reason }) => !wordsOf(pageAt(`/patches/${id}`)).includes(reason),
    );
    expect(wrong).toEqual([]);
    expect(unsure.length).toBeGreaterThan(10);
  });

  it("is on the page of gaps by hero and patch, after what matters most", () => {
    const text = textAt("/gaps");
    expect(text).toMatch(/How to help: .* What matters most .* By hero .* All [\d,]+ gaps/);
    for (const { id, names } of DATA.heroes)
      if (DATA.gaps.some(({ path }) => path.startsWith(`heroes/${id}/`)))
        expect(text).toMatch(new RegExp(`${names.en} \\d+ (Today|Remarks|Before) `));
    expect(text).toMatch(/11 Aug 2026 Season 4: Heroes of Busan \d+ Remarks /);
  });

  it.each(["/roles", "/maps", "/heroes/ana", "/maps/ilios"])(
    "leads from %s to where its values were read",
    (path) => {
      expect(pageAt(path)).toMatch(/ id="sources"><summary>.*?<\/summary><ul><li><a href="https:/);
    },
  );
});

it("the page of roles has every sub-role with its passive and its heroes", () => {
  const text = textAt("/roles");
  for (const { name, passive } of DATA.roles.flatMap(({ subroles }) => subroles)) {
    expect(text).toContain(name);
    expect(text).toContain(passive);
  }
  expect(text).toMatch(/Medic .* Kiriko .*Lifeweaver .*Mercy .*Moira/);
});

describe("pictures", () => {
  it("are the site's own where the operator provides none, whatever path the site is below", () => {
    const images = [...PAGES.values()].flatMap((page) => page.match(/<img [^>]*>/g) ?? []);
    expect(images.length).toBeGreaterThan(50);
    expect(images.filter((image) => !/ src="(\.\/|\.\.\/)assets\//.test(image))).toEqual([]);
  });

  it("appear, and are allowed, where the operator provides them", () => {
    const options = {
      baseUrl: BASE_URL,
      assetsUrl: "https://images.example.org/ow",
      hasImages: true,
    };
    const facts = factsAsOf(DATA, newestPatch(DATA), options);
    const [hero] = facts.heroes;
    if (hero === undefined) throw new Error("there is no hero");
    const page = renderPage("/heroes/ana", heroPage(hero, facts), options);
    expect(page).toMatch(
      /<img [^>]*src="https:\/\/images\.example\.org\/ow\/heroes\/ana\.png" alt /,
    );
    expect(page).toContain("img-src 'self' https://images.example.org;");
  });
});

/** What a page may weigh on the wire, in brotli as the build makes it. */
describe("the budget", () => {
  const LARGE =
    /^\/($|heroes|matrix|patches$|patches\/(2026-10-06|2026-02-10|2024-02-13|2022-10-04)|seasons\/(1|9))/;
  const weigh = (file: string) => readFileSync(join(SITE, `${file}.br`)).length;
  const fileOf = (path: string) => manifest.pages.find((page) => page.path === path)?.file ?? "";

  it("of 12 KB holds for pages, of 16 KB for those that show much, of 34 KB for all gaps", () => {
    const limitOf = (path: string) =>
      path === "/gaps" ? 34_000 : LARGE.test(path) ? 16_000 : 12_000;
    expect(wrong((_, path) => weigh(fileOf(path)) < limitOf(path))).toEqual([]);
  });

  it("of 25 KB holds for the start page with everything that it loads", () => {
    const page = pageAt("/");
    const loaded = [...page.matchAll(/(?:src|href)="\.\/explorer\/([\w-]+\.(?:js|css))"/g)];
    expect(loaded.map(([, name]) => name).sort()).toEqual(["site.js", "style.css", "theme.js"]);
    const sizes = loaded.map(([, name]) => weigh(`explorer/${name}`));
    expect(page).not.toContain("<img");
    expect(sizes.reduce((sum, size) => sum + size, weigh("index.html"))).toBeLessThan(25_000);
  });

  it.each([
    [12_000, ["style.css", "site.js"]],
    [88_000, ["index.json"]],
    [10_500, ["search.js"]],
    [42_000, ["check.js", "check-worker.js", "../lists/names.json"]],
    [3_000, ["../lists/heroes.json"]],
    [3_000, ["../lists/maps.json"]],
    [13_000, ["../lists/patches.json"]],
    [60_000, ["../lists/changes.json"]],
    [72_000, ["../history/heroes.json"]],
  ])("of %i bytes holds for %j", (limit, files) => {
    const sum = files.reduce((all, file) => all + weigh(`explorer/${file}`), 0);
    expect(sum).toBeLessThan(limit);
  });
});
