import { describe, expect, it, onTestFinished } from "vitest";
import {
  drawnOn,
  hasNoBrowser,
  KINDS_OF_PAGE,
  pagesOfBrowser,
} from "../../../../helpers/browser.ts";
import { realProxy } from "../../../../helpers/built-site.ts";
import { OTHER_BROWSERS, type Window } from "../../../../helpers/other-browsers.ts";
import { startServer } from "../../../../helpers/server.ts";

/** The narrowest window of WebKit's has 447 px. */
const SIZES = [
  { width: 1280, height: 900 },
  { width: 447, height: 800 },
];

/** How many pixels higher or lower than in Chromium a thing may lie. */
const MOST_MOVED = 8;

/** Where things may lie elsewhere, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "Firefox: /heroes at 447 px": "a list to choose from is wider and has a line of its own",
  "Firefox: /seasons/5 at 447 px": "a list to choose from is wider and has a line of its own",
  "WebKit: /seasons/5 at 447 px": "the tags of a role are wider and break into two lines",
};

/** What the scripts of a page do not catch goes to a list. */
const RECORDER = `globalThis.faults = [];
addEventListener("error", ({ message }) => faults.push(message), true);
addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));`;

/**
 * What is wrong with a page, and where the things of its first screen begin when each text has one
 * line, since every browser breaks lines at another word, and no bars to scroll with.
 */
const MEASURE = `(() => {
  const { scrollWidth, scrollHeight, clientWidth } = document.documentElement;
  const footer = document.querySelector("body > footer").getBoundingClientRect();
  const blank = Math.round(scrollHeight - scrollY - footer.bottom);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(\`* {
    white-space: nowrap !important;
    font-family: "DejaVu Sans" !important;
    scrollbar-width: none !important;
  }\`);
  document.adoptedStyleSheets.push(sheet);
  const kinds = ["h1", "h2", "h3", "input", "select", "button", "[class$=card]"];
  const places = kinds.flatMap((kind) =>
    [...document.querySelectorAll(kind)].map((thing, at) => {
      const { top, height } = thing.getBoundingClientRect();
      const isSeen = thing.checkVisibility() && height > 1;
      return [kind + " " + (at + 1), isSeen ? Math.round(top + scrollY) : -1];
    }),
  ).filter(([, top]) => top >= 0 && top < innerHeight);
  return { faults, isTooWide: scrollWidth > clientWidth, blank, places };
})()`;

type Measured = {
  faults: string[];
  isTooWide: boolean;
  blank: number;
  places: [thing: string, top: number][];
};

describe.skipIf(hasNoBrowser)("pages in every browser", () => {
  const openPage = pagesOfBrowser();

  /** Serves the site with the recorder as the first script of each page. */
  async function startRecordedSite() {
    const { url } = await realProxy();
    const recorded = await startServer(async ({ url: path = "", headers }, response) => {
      if (path === "/recorder.js") {
        response.setHeader("Content-Type", "text/javascript");
        response.end(RECORDER);
        return;
      }
      const page = await fetch(url + path, { headers: { Accept: headers.accept ?? "" } });
      response.setHeader("Content-Type", page.headers.get("Content-Type") ?? "");
      const body = Buffer.from(await page.arrayBuffer());
      const isPage = page.headers.get("Content-Type")?.startsWith("text/html");
      const script = '<script src="/recorder.js"></script>';
      response.end(isPage ? `${body}`.replace("<head>", `<head>${script}`) : body);
    });
    return recorded.url;
  }

  /** Measures each kind of page in each size. */
  async function measure(window: Window, url: string) {
    const found = new Map<string, Measured>();
    for (const size of SIZES) {
      await window.resize(size.width, size.height);
      for (const path of KINDS_OF_PAGE) {
        await window.open(url + path);
        const drawn = JSON.stringify(drawnOn(path) ?? "footer");
        while ((await window.evaluate(`document.querySelector(${drawn}) !== null`)) !== true);
        const measured = (await window.evaluate(MEASURE)) as Measured;
        found.set(`${path} at ${size.width} px`, measured);
      }
    }
    return found;
  }

  async function measureInChromium(url: string) {
    const { page } = await openPage(url);
    return measure(
      {
        resize: (width, height) => page.setViewportSize({ width, height }),
        open: (url) => page.goto(url),
        evaluate: (expression) => page.evaluate(expression),
        close: async () => {},
      },
      url,
    );
  }

  it("no script fails, nothing is cut or blank, and things lie where they do in Chromium", {
    timeout: 180_000,
  }, async ({ skip }) => {
    const browsers = OTHER_BROWSERS.filter(({ isMissing }) => !isMissing);
    if (browsers.length === 0) skip();
    const url = await startRecordedSite();
    const expected = await measureInChromium(url);
    const wrong = await Promise.all(
      browsers.map(async ({ name, start }) => {
        const window = await start();
        onTestFinished(window.close);
        const found = await measure(window, url);
        return [...found].flatMap(([place, { faults, isTooWide, blank, places }]) => {
          const { height = 0 } = SIZES.find(({ width }) => place.endsWith(` ${width} px`)) ?? {};
          const there = new Map(expected.get(place)?.places);
          const moved = places.flatMap(([thing, top]) => {
            const expectedTop = there.get(thing) ?? top;
            const isMoved = Math.abs(top - expectedTop) > MOST_MOVED;
            return isMoved ? [`${thing} is at ${top}, not ${expectedTop}`] : [];
          });
          const at = `${name}: ${place}`;
          return [
            ...faults,
            ...(isTooWide ? ["scrolls sideways"] : []),
            ...(blank > height ? [`${blank} px of nothing below the footer`] : []),
            ...(EXCEPTIONS[at] === undefined ? moved.slice(0, 2) : []),
          ].map((fault) => `${at}: ${fault}`);
        });
      }),
    );
    expect(wrong.flat()).toEqual([]);
  });
});
