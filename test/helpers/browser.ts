import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { GUIDES } from "../../build/generator/pages/guides.tsx";

const EXECUTABLE = "/usr/bin/chromium";

/**
 * What Chromium brings beside the page. A new window loads two pages of its own for the list below
 * the address bar, which take as long as one of ours. Of two such options the last one holds, so
 * what Playwright turns off is here again.
 */
const NOT_OURS = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--font-render-hinting=none",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${NOT_OURS.join(",")}`,
];

/** Without a browser its tests are skipped; on CI they fail. */
export const hasNoBrowser = !existsSync(EXECUTABLE) && process.env["CI"] !== "true";

export type PageOptions = Parameters<Browser["newContext"]>[0];

/**
 * Opens pages in a browser that the tests around it share. A page comes with what went wrong in it:
 * errors and warnings of the console, and requests to another origin than `url`.
 */
export function pagesOfBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });
  });
  afterAll(() => browser?.close());
  return async (url: string, options: PageOptions = {}) => {
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
    });
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== "data:" && protocol !== "blob:" && origin !== new URL(url).origin)
        faults.push(request.url());
    });
    await page.goto(url);
    return { page, faults };
  };
}

/** A page of each kind. */
export const KINDS_OF_PAGE = [
  "/",
  "/heroes",
  "/heroes/vendetta",
  "/maps",
  "/maps/kings-row",
  "/roles",
  "/patches",
  "/patches/2026-10-06",
  "/matrix",
  "/compare",
  "/values",
  "/compare/heroes?h=ana,mercy",
  "/check",
  "/search?q=ana",
  "/search?q=zzzzzz",
  "/seasons/5",
  "/guides",
  ...GUIDES.slice(0, 1).map((id) => `/guides/${id}`), // all have one layout
  "/docs",
  "/docs/listPatches",
  "/docs/getHeroDetails",
  "/problems/not-found",
  "/gaps",
  "/no-such-page",
];

/** What a script draws on pages that begin so. */
const DRAWN: readonly (readonly [start: string, selector: string])[] = [
  ["/compare/heroes", "#side-by-side table"],
  ["/compare", "#differences details"],
  ["/search", "#results:not([hidden])"],
  ["/values", "table.values"],
];

/** What has to be there before a page is judged; undefined where no script draws it. */
export function drawnOn(path: string) {
  return DRAWN.find(([start]) => path.startsWith(start))?.[1];
}
