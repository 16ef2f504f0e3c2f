import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";

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
  return async (
    url: string,
    options: PageOptions = {},
  ): Promise<{ page: Page; faults: string[] }> => {
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
