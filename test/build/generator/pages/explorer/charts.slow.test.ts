import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hasNoBrowser, openPage } from "../../../../helpers/browser.ts";
import { launchBrowser } from "../../../../helpers/chromium.ts";
import { startProxy } from "../../../../helpers/proxy.ts";

/** The charts of each page. What a rule of style does not reach is painted black. */
const CHARTS = [
  ["/heroes/ana", ".series", [".step .buff", ".step .nerf"]],
  ["/heroes/ana", ".ribbon", []],
  ["/heroes/ana", ".rank", []],
  ["/heroes/sombra", ".series", [".step .buff", ".step .nerf"]],
  ["/heroes", ".strip", [".strip .buff", ".strip .nerf"]],
  ["/", ".balance", [".balance rect.buff", ".balance rect.nerf"]],
  ["/patches/2026-10-06", ".patch-balance", [".patch-balance .buff", ".patch-balance .nerf"]],
  ["/matrix", ".matrix", []],
] as const;

/** The largest share of a chart that is painted in the colour of text. */
const MOST_INK = 1 / 7;

/** Painted pixels that make a mark visible: a triangle of 11 px has some 50. */
const FEWEST_OF_A_MARK = 20;

/** Desks and phones. */
const VIEWPORTS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

describe.skipIf(hasNoBrowser)("charts as a person sees them", () => {
  let browser: Browser;
  let canvas: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
    canvas = await browser.newPage();
  });
  afterAll(() => browser?.close());

  /** How many pixels of a picture there are, and how many have each of the colours. */
  async function countPixels(
    part: Locator,
    colours: Readonly<Record<string, string>>,
  ): Promise<{ all: number; of: Record<string, number> }> {
    const png = (await part.screenshot({ animations: "disabled" })).toString("base64");
    return canvas.evaluate(`(async () => {
      const picture = new Image();
      picture.src = "data:image/png;base64,${png}";
      await picture.decode();
      const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, picture.width, picture.height);
      const of = {};
      for (const [name, colour] of Object.entries(${JSON.stringify(colours)})) {
        const [red, green, blue] = colour.match(/[0-9.]+/g).map(Number);
        const isNear = (value, wanted) => Math.abs(value - wanted) < 10;
        of[name] = 0;
        for (let at = 0; at < data.length; at += 4)
          if (isNear(data[at], red) && isNear(data[at + 1], green) && isNear(data[at + 2], blue))
            of[name] += 1;
      }
      return { all: data.length / 4, of };
    })()`);
  }

  /** The colours of the theme, as the page computes them. */
  function coloursOf(page: Page): Promise<Record<string, string>> {
    return page.evaluate(`Object.fromEntries(["ink", "buff", "nerf"].map((name) => {
      const probe = document.body.appendChild(document.createElement("i"));
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("body > i:last-child { color: var(--" + name + ") }");
      document.adoptedStyleSheets = [sheet];
      const { color } = getComputedStyle(probe);
      probe.remove();
      document.adoptedStyleSheets = [];
      return [name, color];
    }))`);
  }

  describe.each(Object.entries(VIEWPORTS))("on a %s", (_, viewport) => {
    it.each(["light", "dark"] as const)(
      "no chart is a block of ink, and marks have the colour of their effect (%s)",
      async (colorScheme) => {
        const { url } = await startProxy(inject("realSite"));
        const { page } = await openPage(browser, url, { viewport, colorScheme });
        const wrong: string[] = [];
        let colours: Record<string, string> | undefined;
        for (const [path, selector, marks] of CHARTS) {
          if (page.url() !== url + path) await page.goto(url + path, { waitUntil: "load" });
          const chart = page.locator(`${selector}:visible`).first();
          await chart.scrollIntoViewIfNeeded();
          colours ??= await coloursOf(page); // of the theme, the same on all pages
          const { all, of } = await countPixels(chart, colours);
          const ink = of["ink"] ?? 0;
          if (ink > all * MOST_INK) wrong.push(`${path} ${selector}: ${ink} of ${all} are ink`);
          for (const mark of marks) {
            const effect = mark.endsWith("buff") ? "buff" : "nerf";
            if ((await chart.page().locator(mark).count()) === 0) continue;
            if ((of[effect] ?? 0) < FEWEST_OF_A_MARK) wrong.push(`${path} ${mark}: no ${effect}`);
          }
        }
        expect(wrong).toEqual([]);
      },
    );

    it("the line of a value ends before the label of its change", async () => {
      const { url } = await startProxy(inject("realSite"));
      const { page } = await openPage(browser, `${url}/heroes/sombra`, { viewport });
      await page.locator(".series").scrollIntoViewIfNeeded();
      const crossed = await page.evaluate(`[...document.querySelectorAll(".step")].filter((chart) =>
        chart.querySelector("text").getBoundingClientRect().left <
          chart.querySelector(".line").getBoundingClientRect().right ||
        chart.querySelector("text").getBoundingClientRect().right >
          document.documentElement.clientWidth,
      ).length`);
      expect(crossed).toBe(0);
    });
  });
});
