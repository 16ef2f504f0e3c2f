import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { isInstalled } from "../../../../harness/programs.ts";
import {
  drawnOn,
  hasNoBrowser,
  KINDS_OF_PAGE,
  type PageOptions,
  pagesOfBrowser,
} from "../../../../helpers/browser.ts";
import { realManifest } from "../../../../helpers/built-site.ts";
import { startProxy } from "../../../../helpers/proxy.ts";

const PHONE = { width: 320, height: 740 };
const DESK = { width: 1280, height: 900 };

/** The score of layout shifts from which on a reader sees something jump; "good" is up to 0.1. */
const MOST_MOVED = 0.02;

describe.skipIf(hasNoBrowser)("in a real browser", () => {
  const site = inject("realSite");
  const pages = realManifest()
    .pages.filter(({ type }) => type.startsWith("text/html"))
    .map(({ path }) => path);
  const openPage = pagesOfBrowser();

  /** A window of its own on a page of the site, and all that goes wrong in it. */
  async function openSite(path: string, options: PageOptions = {}) {
    const { url } = await startProxy(site);
    return {
      ...(await openPage(url + path, {
        viewport: DESK,
        reducedMotion: "reduce",
        ...options,
      })),
      url,
    };
  }

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

  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

  /** The rules whose verdict depends on the window. */
  const ON_A_PHONE =
    '{ runOnly: ["color-contrast", "target-size", "scrollable-region-focusable", ' +
    '"meta-viewport"], resultTypes: ["violations"] }';

  /** Of what repeats, axe judges the first few: judging all of it takes minutes. */
  const repeated = [
    ".cards > :nth-child(n+3)",
    ".patch-card:nth-child(n+5)",
    "tbody tr:nth-child(n+4)",
    ".tile-grid > :nth-child(n+3)",
    "li:nth-child(n+6)",
    ".gaps details:nth-child(n+6)",
  ];

  it("every kind of page keeps still, is accessible in both themes, and fits a phone", {
    timeout: 240_000,
  }, async () => {
    const { page, url, faults } = await openSite("/problems/forbidden", { colorScheme: "light" });
    await page.addInitScript(ADD_UP_MOVES);
    await page.route("**/explorer/*.js", async (route) => {
      await setTimeout(100); // scripts come after the first picture
      await route.continue();
    });
    const wrong: string[] = [];
    const judge = async (path: string, options: string) => {
      const found: { id: string; nodes: { html: string }[] }[] = await page.evaluate(
        `axe.run({ exclude: ${JSON.stringify(repeated)} }, ${options}).then((result) => ` +
          "result.violations)",
      );
      wrong.push(...found.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`));
    };
    for (const [at, path] of KINDS_OF_PAGE.entries()) {
      await page.setViewportSize(at % 2 === 0 ? PHONE : DESK);
      await page.goto(url + path, { waitUntil: "load" });
      const moved = Number(await page.evaluate(MOVED));
      if (moved > MOST_MOVED) wrong.push(`${path} moves: ${moved}`);
      const awaited = drawnOn(path);
      if (awaited !== undefined) await page.waitForSelector(awaited);
      await page.setViewportSize(DESK);
      if (path === "/") await search(page, "an");
      await page.evaluate(axe);
      await judge(path, '{ resultTypes: ["violations"] }');
      await page.emulateMedia({ colorScheme: "dark" });
      await page.setViewportSize(PHONE);
      await judge(`${path} on a phone in dark`, ON_A_PHONE);
      if (await page.evaluate("document.documentElement.scrollWidth > innerWidth"))
        wrong.push(`${path} is too wide for a phone`);
      await page.emulateMedia({ colorScheme: "light" });
    }
    const missing = /Failed to load resource: the server responded with a status of 404/;
    expect({ wrong, faults: faults.filter((fault) => !missing.test(fault)) }).toEqual({
      wrong: [],
      faults: [],
    });
  });

  it("all other pages of the same kinds fit a phone", { timeout: 120_000 }, async () => {
    const { page, url } = await openSite("/problems/forbidden", { viewport: PHONE });
    const tooWide: string[] = [];
    for (const kind of ["heroes/ana", "patches/2026-10-06", "maps/ilios", "seasons/5"]) {
      const others = pages.filter((path) => path.startsWith(`/${kind.split("/")[0]}/`));
      await page.goto(`${url}/${kind}`);
      tooWide.push(...(await page.evaluate<string[]>(widePages(others))));
    }
    expect(tooWide).toEqual([]);
  });

  /** Types into the search box, and waits until the list has answered. */
  async function search(page: Page, query: string) {
    await page.fill("#find", "");
    await page.fill("#find", query);
    await page.locator("#result-count:not(:empty)").waitFor({ state: "attached" });
  }

  it.each(["/heroes/ana#%E0%A4%A", "/search?q=constructor"])(
    "nothing fails at the address %s",
    async (path) => {
      const { page, faults } = await openSite(path);
      await page.waitForLoadState("networkidle");
      expect(faults).toEqual([]);
    },
  );

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
    const { page } = await openPage(pathToFileURL(join(site, "index.html")).href);
    await page.click("header.site >> text=Heroes");
    await page.waitForURL(/heroes\.html$/);
    await page.click("main >> text=Ana >> nth=0");
    await page.waitForURL(/heroes\/ana\.html$/);
    expect(await page.isVisible("text=Biotic Grenade >> nth=0")).toBe(true);
    await page.selectOption("[data-goes-to]", "mercy");
    await page.waitForURL(/compare\/heroes\.html\?h=ana,mercy$/);
    await page.goBack();
    expect(await page.inputValue("[data-goes-to]")).toBe("");
    await page.click("header.site >> text=Compare");
    await page.locator("#differences", { hasText: "needs a server" }).waitFor();
  });

  it("heroes are filtered by the address, and by chips that write it", async () => {
    const { page, url, faults } = await openSite("/heroes?role=tank");
    const shown = (field: string): Promise<string[]> =>
      page.evaluate(
        '[...document.querySelectorAll(".hero-card")].filter((card) => ' +
          `card.checkVisibility()).map((card) => card.dataset.${field})`,
      );
    expect(new Set(await shown("role"))).toEqual(new Set(["tank"]));
    await page.click(".chips >> text=Support");
    expect(page.url()).toBe(`${url}/heroes?role=support`);
    expect(new Set(await shown("role"))).toEqual(new Set(["support"]));
    await page.click(".chips >> text=All");
    expect(page.url()).toBe(`${url}/heroes`);
    expect(new Set(await shown("role"))).toEqual(new Set(["tank", "damage", "support"]));
    expect(faults).toEqual([]);
  });

  it("heroes are compared key by key, and an unknown one is named", async () => {
    const { page, url, faults } = await openSite("/compare/heroes?h=ana,anna");
    expect(await page.textContent("[role=alert]")).toBe("There is no hero called anna.");
    await page.locator("#side-by-side th >> text=Now choose a second hero.").waitFor();
    await page.click("#picker >> text=Juno");
    expect(page.url()).toBe(`${url}/compare/heroes?h=ana,juno`);
    await page.waitForSelector("#side-by-side .slot");
    const row = (label: string) => page.locator(`#side-by-side tr:has(th:text-is("${label}"))`);
    expect(await row("Cooldown").allInnerTexts()).toContainEqual(
      expect.stringMatching(/14\ss\s+6\ss\s+8\ss less better\s*$/),
    );
    // 75 over 0.59 s and 7.5 per bullet do not count the same.
    expect(await row("Damage").first().innerText()).not.toMatch(/more|less|same/);
    await page.click("[aria-label='Remove Ana']");
    expect(page.url()).toBe(`${url}/compare/heroes?h=juno`);
    await page.goto(`${url}/compare/heroes?h=sombra,mercy`);
    await row("Ability 1").waitFor();
    expect(await row("Cooldown").allInnerTexts()).toContainEqual(
      expect.stringMatching("not known"),
    );
    expect(faults).toEqual([]);
  });

  it("the matrix is one tab stop, and the keys of a grid move in it", async () => {
    const { page } = await openSite("/matrix");
    const stops = await page.evaluate(
      `[...document.querySelectorAll("a, button, input, select, summary, [tabindex='0']")]
        .filter((one) => one.tabIndex >= 0 && one.checkVisibility()).length`,
    );
    expect(stops).toBeLessThan(40);
    const rows: string[] = await page.evaluate(
      "[...document.querySelectorAll('.matrix tbody th[scope=row]')].map((one) => one.innerText)",
    );
    await page.locator(".matrix a[tabindex='0']").focus();
    const place = () =>
      page.evaluate(`(() => {
        const cell = document.activeElement.closest("td, th");
        return [cell.parentElement.cells[0].innerText, cell.cellIndex];
      })()`);
    expect(await place()).toEqual([rows[0], 0]);
    for (const row of rows.slice(1)) {
      await page.keyboard.press("ArrowDown");
      expect(await place()).toEqual([row, 0]);
    }
    await page.keyboard.press("End");
    expect(await page.evaluate("document.activeElement.closest('td') !== null")).toBe(true);
    await page.keyboard.press("Home");
    expect(await place()).toEqual([rows.at(-1), 0]);
  });

  it("the head of a page is one row that cuts no word, from 320 to 1,920 px", {
    timeout: 60_000,
  }, async () => {
    const { page } = await openSite("/compare");
    const cut: number[] = [];
    for (let width = 320; width <= 1920; width += 10) {
      await page.setViewportSize({ width, height: 800 });
      const isWhole = await page.evaluate(`(() => {
        const nav = document.querySelector("header.site nav");
        const find = document.querySelector("header.site .find").getBoundingClientRect();
        const isRow = nav.closest("header").offsetHeight <= 64 && find.width > 100;
        return isRow && nav.scrollWidth <= nav.clientWidth && [...nav.children].every(
          (link) => link.getBoundingClientRect().right <= find.left || !link.checkVisibility(),
        );
      })()`);
      if (isWhole !== true) cut.push(width);
    }
    expect(cut).toEqual([]);
  });

  const hasNoReader = !isInstalled("pdftotext") && process.env["CI"] !== "true";

  it.skipIf(hasNoReader)(
    "on paper, every kind of page has the heads and rows that it shows",
    {
      timeout: 120_000,
    },
    async () => {
      const { page, url } = await openSite("/");
      const wordsIn = (text: string) => text.normalize("NFKC").replaceAll(/\s/g, "");
      const lost: string[] = [];
      for (const path of KINDS_OF_PAGE) {
        await page.goto(url + path);
        const awaited = drawnOn(path);
        if (awaited !== undefined) await page.waitForSelector(awaited);
        if (path === "/check") {
          await page.click("text=Try a sample");
          await page.locator("#progress-status", { hasText: "Done" }).waitFor();
        }
        const shown: string[] = await page.evaluate(
          "[...document.querySelectorAll('main :is(h1, h2, h3, th[scope=row]):not(.vh)')]" +
            // A tile, which is not printed, has a line of its own.
            ".filter((one) => one.checkVisibility()).map((one) => one.innerText.split('\\n').at(-1))",
        );
        const printed = execFileSync("pdftotext", ["-raw", "-", "-"], {
          input: await page.pdf(),
          encoding: "utf8",
        });
        const isLost = (text: string) => !wordsIn(printed).includes(wordsIn(text));
        lost.push(...shown.filter(isLost).map((text) => `${path}: ${text}`));
      }
      expect(lost).toEqual([]);
    },
  );

  it("on paper, folds are open, with what values rest on", async () => {
    const { page } = await openSite("/heroes/ana");
    expect(await page.isVisible(".notes li")).toBe(false);
    await page.emulateMedia({ media: "print" });
    for (const place of [".notes li", ".year li"]) expect(await page.isVisible(place)).toBe(true);
  });

  it("on paper, the names of the matrix lie over no value", async () => {
    const { page } = await openSite("/matrix");
    await page.emulateMedia({ media: "print" });
    const places = await page.evaluate(
      "[...new Set([...document.querySelectorAll('.matrix :is(thead, th, td)')]" +
        ".map((one) => getComputedStyle(one).position))]",
    );
    expect(places).toEqual(["static"]);
  });

  it("differences of two patches are filtered by the address, also by unknown names", async () => {
    const { page, url, faults } = await openSite(
      "/compare?from=2026-08-11&to=2026-10-06&side=nerfs&role=support",
    );
    await page.waitForSelector("#differences details");
    const effects = await page.evaluate(
      "[...new Set([...document.querySelectorAll('#differences .changes > li')].map((row) " +
        "=> row.classList[0]))]",
    );
    expect(effects).toEqual(["nerf"]);
    await page.selectOption("#differences select", "kiriko");
    expect(page.url()).toContain("&hero=kiriko");
    expect(await page.locator(".differences .with-emblem").allInnerTexts()).toEqual([
      expect.stringMatching(/Kiriko$/),
    ]);
    await page.goto(`${url}/compare?from=2016-01-01&to=2026-10-06&hero=nobody`);
    expect(await page.locator("[role=alert]").allTextContents()).toEqual([
      "There is no patch called 2016-01-01.",
      "There is no hero called nobody.",
    ]);
    await page.goto(`${url}/compare?from=2016-06-14&to=2026-10-06&hero=roadhog`);
    expect(await page.textContent("#differences .row p")).toMatch(
      / [\d,]+ more changes that no patch explains are not listed\.$/,
    );
    await page.click("#swap");
    expect(page.url()).toContain("from=2026-10-06&to=2016-06-14");
    expect(await page.textContent("#differences .row p")).toMatch(/, going back\. /);
    expect(faults).toEqual([]);
  });

  it("a patch's cards are filtered by effect, role and hero", async () => {
    const { page, url } = await openSite("/patches/2026-10-06?role=support");
    const shown = page.locator(".patch-cards [data-item]:visible");
    const cards = page.locator(".patch-cards [data-role~=support]");
    expect(await shown.count()).toBe(await cards.count());
    await page.selectOption("[data-filter=hero]", "mercy");
    expect(page.url()).toBe(`${url}/patches/2026-10-06?role=support&hero=mercy`);
    expect(await shown.allInnerTexts()).toEqual([
      expect.stringMatching(/Mercy\s*1 shared nerf/),
      expect.stringMatching(/Mercy hit volume/),
    ]);
    await page.goto(`${url}/patches/2026-10-06?side=nerfed`);
    // A hero who got a buff as well is shown with the nerf alone.
    expect(await page.locator(".patch-card:has(li.buff) li.nerf:visible").count()).toBeGreaterThan(
      0,
    );
    expect(await page.locator(".patch-card li.buff:visible").count()).toBe(0);
    expect(await page.locator("details[open]:visible:not(:has(li:visible))").count()).toBe(0);
    await page.click(".chips >> text=Tank");
    const [shownTanks] = await page.locator("[data-value=tank] small").allTextContents();
    expect(`${await page.locator(":is(.patch-card, .sharing li):visible").count()}`).toBe(
      shownTanks,
    );
    await page.goto(`${url}/patches/2026-10-06?hero=pharah`);
    expect(await page.locator("select:has-text('Pharah: no changes')").count()).toBe(1);
    await page.click("text=Show all");
    expect(await page.locator(".patch-card[data-hero=ana]").isVisible()).toBe(true);
  });

  it("an address leads to a place in a fold, and opens it", async () => {
    const { page } = await openSite("/heroes/roadhog#patch-2024-02-13");
    const { y } = (await page.locator("#patch-2024-02-13").boundingBox()) ?? {};
    expect(y).toBeLessThan(DESK.height / 2);
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
    const { page, url } = await openSite("/");
    await page.click(".code >> text=Python");
    await page.goto(`${url}/docs/getMap`);
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
