import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { HeroDetails } from "../../../../../build/core/schema/details.ts";
import { type Manifest, ManifestSchema } from "../../../../../build/core/schema/manifest.ts";
import { GUIDES } from "../../../../../build/generator/pages/guides.tsx";
import { hasNoBrowser, openPage, type PageOptions } from "../../../../helpers/browser.ts";
import { launchBrowser } from "../../../../helpers/chromium.ts";
import { startProxy } from "../../../../helpers/proxy.ts";

const PHONE = { width: 320, height: 740 };
const DESK = { width: 1280, height: 900 };

/** The score of layout shifts from which on a reader sees something jump; "good" is up to 0.1. */
const MOST_MOVED = 0.02;

describe.skipIf(hasNoBrowser)("in a real browser", () => {
  const site = inject("realSite");
  const manifest: Manifest = ManifestSchema.parse(
    JSON.parse(readFileSync(join(site, "manifest.json"), "utf8")),
  );
  const pages = manifest.pages
    .filter(({ type }) => type.startsWith("text/html"))
    .map(({ path }) => path);
  const kinds = [
    "/",
    "/heroes",
    "/heroes/vendetta",
    "/maps",
    "/maps/kings-row",
    "/roles",
    "/patches",
    "/patches/2026-10-06",
    "/matrix",
    "/competitive",
    "/compare",
    "/values",
    "/compare/heroes?h=ana,mercy",
    "/check",
    "/search?q=ana",
    "/search?q=zzzzzz",
    "/search?q=sleep+dart+cooldown",
    "/seasons/5",
    "/subscribe",
    "/status",
    "/guides",
    ...GUIDES.slice(0, 1).map((id) => `/guides/${id}`), // all have one layout
    "/docs",
    "/docs/listPatches",
    "/docs/getHeroDetails",
    "/problems/not-found",
    "/gaps",
    "/no-such-page",
  ];
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** A window of its own on a page of the site, and all that goes wrong in it. */
  async function openSite(
    path: string,
    options: PageOptions = {},
  ): Promise<{ page: Page; url: string; faults: string[] }> {
    const { url } = await startProxy(site);
    return {
      ...(await openPage(browser, url + path, {
        viewport: DESK,
        reducedMotion: "reduce",
        ...options,
      })),
      url,
    };
  }

  /**
   * Lays everything out, also what is below the fold: a sheet made by script, as the pages
   * allow no inline one.
   */
  const LAY_OUT = `(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets.push(sheet);
  })()`;

  /** Adds up in `moved` how far things move once the page can be read whole. */
  const ADD_UP_MOVES = `globalThis.moved = 0;
    new PerformanceObserver((list) => {
      const readable = performance.getEntriesByType("navigation")[0].domInteractive;
      for (const { value, startTime } of list.getEntries())
        if (document.readyState !== "loading" && startTime > readable) moved += value;
    }).observe({ type: "layout-shift", buffered: true });`;

  /** How far things have moved, after two frames: then shifts of what was drawn are on record. */
  const MOVED =
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(moved))))";

  /** Puts what each page shows in the place of what this one shows; returns what is too wide. */
  const widePages = (paths: readonly string[]) => `(async () => {
    const wide = [];
    for (const path of ${JSON.stringify(paths)}) {
      const page = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
      document.querySelector("main").replaceWith(page.querySelector("main"));
      if (document.documentElement.scrollWidth > innerWidth) wide.push(path);
    }
    return wide;
  })()`;

  it.each([
    ["a desk", DESK],
    ["a phone", PHONE],
  ])(
    "nothing moves on %s, even where scripts come after the first picture",
    async (_, viewport) => {
      // Another page first: the same one again would be a reload, which paints what it has so far.
      const { page, url } = await openSite("/status", { viewport });
      await page.addInitScript(ADD_UP_MOVES);
      await page.route("**/explorer/*.js", async (route) => {
        await setTimeout(100);
        await route.continue();
      });
      const moving: string[] = [];
      for (const path of kinds) {
        await page.goto(url + path, { waitUntil: "load" });
        const moved = await page.evaluate(MOVED);
        if (Number(moved) > MOST_MOVED) moving.push(`${path}: ${moved}`);
      }
      expect(moving).toEqual([]);
    },
    120_000,
  );

  it("every page loads without an error, asks no one else and fits a phone", {
    timeout: 120_000,
  }, async () => {
    const { page, url, faults } = await openSite("/status", { viewport: PHONE });
    const tooWide: string[] = [];
    // Hundreds of patches have one layout, so that all are measured, and a part is loaded.
    const patches = pages.filter((path) => /^\/patches\/\d/.test(path));
    const others = patches.filter((path, at) => at % 20 > 0 && !kinds.includes(path));
    const loaded = pages.filter((path) => !others.includes(path));
    for (const path of [...loaded, ...kinds.filter((kind) => kind.includes("?"))]) {
      await page.goto(url + path, { waitUntil: "load" });
      await page.evaluate(LAY_OUT);
      if (await page.evaluate("document.documentElement.scrollWidth > innerWidth"))
        tooWide.push(path);
    }
    await page.goto(`${url}${patches[0]}`);
    await page.evaluate(LAY_OUT);
    tooWide.push(...(await page.evaluate<string[]>(widePages(others))));
    expect({ faults, tooWide }).toEqual({ faults: [], tooWide: [] });
  });

  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

  /** The rules whose verdict depends on the window. */
  const ON_A_PHONE =
    '{ runOnly: ["color-contrast", "target-size", "scrollable-region-focusable", ' +
    '"meta-viewport"] }';

  /** Of what repeats, axe judges the first few: judging all of it takes minutes. */
  const repeated = [
    ...[".cards > :nth-child(n+3)", ".patch-card:nth-child(n+5)", "tbody tr:nth-child(n+4)"],
    ...[".tile-grid > :nth-child(n+3)", ".addresses li:nth-child(n+4)", "li:nth-child(n+6)"],
  ];

  it("axe finds no violation, in light and in dark, on a desk and on a phone", {
    timeout: 240_000,
  }, async () => {
    const { page, url } = await openSite("/status", { colorScheme: "light" });
    const violations: string[] = [];
    const judge = async (path: string, options: string) => {
      const found: { id: string; nodes: { html: string }[] }[] = await page.evaluate(
        `axe.run({ exclude: ${JSON.stringify(repeated)} }, ${options}).then((result) => ` +
          "result.violations)",
      );
      violations.push(...found.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`));
    };
    for (const path of kinds) {
      await page.goto(url + path, { waitUntil: "load" });
      if (path === "/compare") await page.waitForSelector("#differences .changes");
      if (path.startsWith("/compare/heroes")) await page.waitForSelector("#side-by-side table");
      if (path === "/") await search(page, "an");
      if (path.includes("cooldown")) await page.waitForSelector("#answer article");
      if (path.startsWith("/search")) await page.locator("#results:not([hidden])").waitFor();
      await page.evaluate(LAY_OUT);
      await page.evaluate(axe);
      await judge(path, "{}");
      await page.emulateMedia({ colorScheme: "dark" });
      await judge(`${path} in dark`, '{ runOnly: ["color-contrast"] }');
      await page.setViewportSize(PHONE);
      await judge(`${path} on a phone in dark`, ON_A_PHONE);
      await page.emulateMedia({ colorScheme: "light" });
      if (/^\/(matrix|compare)/.test(path))
        // which show a phone something else
        await judge(`${path} on a phone`, '{ runOnly: ["color-contrast"] }');
      await page.setViewportSize(DESK);
    }
    expect(violations).toEqual([]);
  });

  /** Types into the search box, and waits until the list has answered. */
  async function search(page: Page, query: string): Promise<void> {
    await page.fill("#find", "");
    await page.fill("#find", query);
    await page.locator("#result-count:not(:empty)").waitFor({ state: "attached" });
  }

  it("the search works by keyboard alone, and shows where it is", async () => {
    const { page } = await openSite("/heroes/ana");
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement.id")).toBe("find");
    await search(page, "so");
    expect(await page.getAttribute("#find", "aria-expanded")).toBe("true");
    const active = () => page.getAttribute("#find", "aria-activedescendant");
    expect(await active()).toBe("found-0");
    await page.keyboard.press("ArrowDown");
    expect(await active()).toBe("found-1");
    expect(await page.getAttribute("#found-1", "aria-selected")).toBe("true");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await active()).toBe(
      `found-${(await page.locator("#found [role=option]").count()) - 1}`,
    );
    await page.keyboard.press("Escape");
    expect(await page.getAttribute("#find", "aria-expanded")).toBe("false");
    expect(await page.isVisible("#found")).toBe(false);
    expect(await page.inputValue("#find")).toBe("so");
    await page.keyboard.press("Escape");
    expect(await page.inputValue("#find")).toBe("");
  });

  it("pages can be read from a disk, and tools say that they need a server", async () => {
    const { page } = await openPage(browser, pathToFileURL(join(site, "index.html")).href);
    await page.click("header.site >> text=Heroes");
    await page.waitForURL(/heroes\.html$/);
    await page.click("main >> text=Ana >> nth=0");
    await page.waitForURL(/heroes\/ana\.html$/);
    expect(await page.isVisible("text=Biotic Grenade >> nth=0")).toBe(true);
    await page.click("header.site >> text=Compare");
    await page.locator("#differences", { hasText: "needs a server" }).waitFor();
  });

  it("heroes are filtered and sorted by the address, and by chips that write it", async () => {
    const { page, url, faults } = await openSite("/heroes?role=tank&sort=health");
    const shown = (field: string): Promise<string[]> =>
      page.evaluate(
        '[...document.querySelectorAll(".hero-card")].filter((card) => ' +
          `card.checkVisibility()).map((card) => card.dataset.${field})`,
      );
    expect(new Set(await shown("role"))).toEqual(new Set(["tank"]));
    const health = (await shown("health")).map(Number);
    expect(health).toEqual(health.toSorted((a, b) => b - a));

    await page.click(".chips >> text=Support");
    expect(page.url()).toBe(`${url}/heroes?role=support&sort=health`);
    expect(new Set(await shown("role"))).toEqual(new Set(["support"]));
    await page.selectOption("[data-filter=subrole]", "medic");
    expect(new Set(await shown("subrole"))).toEqual(new Set(["medic"]));
    await page.click(".chips >> text=All");
    expect(page.url()).toBe(`${url}/heroes`);
    expect(new Set(await shown("role"))).toEqual(new Set(["tank", "damage", "support"]));
    expect(faults).toEqual([]);
  });

  it("a hero is taken out of a comparison, and an unknown one is named", async () => {
    const { page, url, faults } = await openSite("/compare/heroes?h=ana,mercy,anna");
    expect(await page.textContent("[role=alert]")).toBe("There is no hero called anna.");
    await page.click("[data-remove=mercy]");
    expect(page.url()).toBe(`${url}/compare/heroes?h=ana,anna`);
    expect(faults).toEqual([]);
  });

  it("a hero is next to its own earlier state, as that day's document has it", async () => {
    const { page, url, faults } = await openSite("/compare/heroes?h=ana&as-of=2026-08-11");
    const then: HeroDetails = JSON.parse(
      readFileSync(join(inject("earlierSite"), "details/heroes/ana.json"), "utf8"),
    );
    const figureThen = (ability: string, field: string) =>
      then.abilities
        .find(({ id }) => id === ability)
        ?.figures.find((figure) => figure.field === field)?.value;
    const columns = page.locator("#side-by-side thead .label");
    expect(await columns.allTextContents()).toEqual(["after 11 Aug 2026", "now"]);
    const row = (label: string) =>
      page.locator("#side-by-side tr", { hasText: label }).first().locator("td b");
    const [cooldown] = await row("cooldown").allTextContents();
    expect(cooldown).toBe(`${figureThen("sleep-dart", "cooldown")}\u202fs`);
    await page.selectOption("[data-as-of]", "2026-03-10");
    expect(page.url()).toBe(`${url}/compare/heroes?h=ana&as-of=2026-03-10`);
    const grenade = page.locator("#side-by-side tbody", { hasText: "Biotic Grenade" }).first();
    const change = grenade.locator("tr", { hasText: "cooldown" }).locator("td b");
    expect(await change.allTextContents()).toEqual(["14\u202fs", "12\u202fs"]);
    expect(await page.getAttribute("#side-by-side .copy", "data-copy")).toContain(
      "\tAna, after 10 Mar 2026\tAna, now\n",
    );
    expect(faults).toEqual([]);
  });

  it("differences of two patches are filtered by the address, also by unknown names", async () => {
    const { page, url, faults } = await openSite(
      "/compare?from=2026-08-11&to=2026-10-06&side=nerfs&role=support",
    );
    await page.waitForSelector("#differences section");
    const effects = await page.evaluate(
      "[...new Set([...document.querySelectorAll('#differences .changes > li')].map((row) " +
        "=> row.classList[0]))]",
    );
    expect(effects).toEqual(["nerf"]);
    await page.selectOption("#differences select", "ana");
    expect(page.url()).toContain("&hero=ana");
    expect(await page.locator("#differences section h3").allTextContents()).toEqual(["Ana"]);
    await page.goto(`${url}/compare?from=2016-01-01&to=2026-10-06&hero=nobody`);
    expect(await page.locator("[role=alert]").allTextContents()).toEqual([
      "There is no patch called 2016-01-01.",
      "There is no hero called nobody.",
    ]);
    await page.goto(`${url}/compare?from=2016-06-14&to=2026-10-06&hero=roadhog`);
    expect(await page.locator("#differences > details summary").allTextContents()).toEqual([
      expect.stringMatching(/^Not listed: [\d,]+ changes that no patch explains, on \d+ days$/),
    ]);
    const spread = page.locator(".changes li", { hasText: "Scrap Gun spread" });
    expect(await spread.allTextContents()).toEqual([
      "buff: Scrap Gun spread25 → 6°some steps in between are not recorded ",
    ]);
    expect(faults).toEqual([]);
  });

  it("a patch's cards are filtered by effect, role and hero", async () => {
    const { page, url } = await openSite("/patches/2026-10-06?role=support");
    const shown = page.locator(".patch-card:visible");
    expect(await shown.count()).toBe(await page.locator("[data-role=support]").count());
    await page.selectOption("[data-filter=hero]", "ana");
    expect(page.url()).toBe(`${url}/patches/2026-10-06?role=support&hero=ana`);
    expect(await shown.locator("h2").allTextContents()).toEqual(["Ana"]);
    await page.goto(`${url}/patches/2026-10-06?side=nerfed`);
    // A hero who got a buff as well is shown with the nerf alone.
    expect(await page.locator(".patch-card:has(li.buff) li.nerf:visible").count()).toBeGreaterThan(
      0,
    );
    expect(await page.locator(".patch-card li.buff:visible").count()).toBe(0);
    await page.goto(`${page.url()}&hero=ana&role=tank`);
    expect(await page.isVisible("text=No changes match these filters.")).toBe(true);
  });

  it("the matrix shows seasons on a phone, and of one season its patches", async () => {
    const { page, url } = await openSite("/matrix", { viewport: PHONE });
    const seasons = page.locator(".matrix.seasons");
    expect(await seasons.isVisible()).toBe(true);
    expect(await page.isVisible(".matrix-box")).toBe(false);
    expect(await page.evaluate("document.querySelector('.seasons').scrollWidth")).toBeLessThan(320);
    await page.click(".chips >> text=Support");
    expect(await seasons.locator("text=Reinhardt").isVisible()).toBe(false);
    const newest = await seasons.locator("thead a").last().getAttribute("href");
    expect(newest).toMatch(/^\?season=2\d{3}-/);
    await seasons.locator("thead a").last().click();
    await page.waitForURL(`${url}/matrix${newest}`);
    expect(await page.isVisible(".matrix-box")).toBe(true);
    expect(await seasons.isVisible()).toBe(false);
    await page.goto(`${url}/matrix`);
    await seasons.locator("a[aria-label^='Ana in Season 5']").click();
    await page.waitForURL(`${url}/heroes/ana#patch-2026-10-06`);
  });

  it("the menu of a hero leads to a section, though those above it were not laid out", async () => {
    const { page } = await openSite("/heroes/roadhog");
    await page.click('.in-page a[href$="#history"]');
    const { y } = (await page.locator("#history").boundingBox()) ?? {};
    expect(y).toBeLessThan(DESK.height / 4);
    expect(y).toBeGreaterThan(0);
  });

  it("the reader's theme stands above the system's, and is remembered", async () => {
    const { page, url } = await openSite("/heroes", { colorScheme: "light" });
    const scheme = () => page.evaluate("getComputedStyle(document.documentElement).colorScheme");
    await page.click("button.theme");
    expect(await scheme()).toBe("dark");
    await page.goto(`${url}/maps`);
    expect(await scheme()).toBe("dark");
    await page.click("button.theme");
    expect(await scheme()).toBe("light");
  });

  it("code is shown in the language that was chosen before", async () => {
    const { page, url } = await openSite("/heroes/ana");
    await page.click(".code >> text=Python");
    await page.goto(`${url}/maps/ilios`);
    expect(await page.isVisible("pre:has-text('urllib')")).toBe(true);
  });

  it("the address of the newest patch leads to its page, with query and place", async () => {
    const { page, url, faults } = await openSite("/patches/latest?side=nerfed#sources");
    await page.waitForURL(/\/patches\/\d{4}-\d{2}-\d{2}[^?]*\?side=nerfed#sources$/);
    const plain = await openSite("/", { javaScriptEnabled: false });
    await plain.page.goto(`${url}/patches/latest`);
    await plain.page.waitForURL(/\/patches\/\d{4}-/);
    expect(faults).toEqual([]);
  });

  it("any two patches are compared, whichever is named first", async () => {
    const { page, url, faults } = await openSite("/compare?from=2026-08-11&to=2026-08-14");
    const saber = page.locator("#heroes-dmon li", { hasText: "Fusion Repeater cooldown" });
    expect(await saber.locator(".sides").textContent()).toBe("6 → 4\u202fs");
    await page.selectOption("#from", "2026-10-06");
    expect(await page.inputValue("#from")).toBe("2026-08-14");
    expect(await page.inputValue("#to")).toBe("2026-10-06");
    expect(page.url()).toBe(`${url}/compare?from=2026-08-14&to=2026-10-06`);
    expect(await saber.locator(".sides").textContent()).toBe("4 → 5\u202fs");
    // any date: the newest patch on or before it
    await page.goto(`${url}/compare?from=2026-08-18&to=2026-09-01`);
    expect(await page.inputValue("#from")).toBe("2026-08-14");
    expect(await page.inputValue("#to")).toBe("2026-08-20");
    expect(faults).toEqual([]);
  });

  it("without scripts, nothing is shown that needs them; the page says what they do", async () => {
    const { page, url } = await openSite("/heroes/ana", { javaScriptEnabled: false });
    expect(await page.isVisible("#find")).toBe(false);
    expect(await page.isVisible("text=Biotic Grenade >> nth=0")).toBe(true);
    await page.goto(url);
    expect(await page.isVisible("noscript p")).toBe(true);
    await page.goto(`${url}/compare`);
    expect(await page.isVisible("#from")).toBe(false);
    expect(await page.isVisible("noscript pre")).toBe(true);
  });
});
