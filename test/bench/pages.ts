import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { isChromiumThere, launchBrowser } from "../helpers/chromium.ts";
import { inTurns, type Measurement, type Row, secondsRow } from "./measure.ts";
import { startProxy } from "./servers.ts";

/** A page of each kind. */
const KINDS = {
  "start page": "/",
  heroes: "/heroes",
  hero: "/heroes/ana",
  map: "/maps/kings-row",
  maps: "/maps",
  patch: "/patches/2026-10-06",
  matrix: "/matrix",
  "comparison of heroes": "/compare/heroes?h=ana,mercy",
  "reference of a call": "/docs/getHero",
  guide: "/guides/first-call",
  "log checker": "/check",
  search: "/search?q=ana",
};

const BARE = "<!doctype html><html lang=en><title>Bare</title><h1>A page</h1><p>Nothing else.</p>";

/**
 * Measures the time to the largest paint at a first visit with an empty cache, compared with a page
 * of two lines. Gives no rows if there is no Chromium.
 */
export async function measurePages({ rounds }: Measurement): Promise<Row[]> {
  if (!isChromiumThere()) return [];
  const bare = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8").end(BARE);
  }).listen(0, "127.0.0.1");
  await once(bare, "listening");
  const { port } = bare.address() as AddressInfo;
  const [proxy, browser] = await Promise.all([startProxy({}), launchBrowser()]);
  const urls = [
    ["bare", `http://127.0.0.1:${port}/`],
    ...Object.entries(KINDS).map(([kind, path]) => [kind, proxy.url + path]),
  ];
  const visits = new Map(urls.map(([name = "", url = ""]) => [name, () => paint(browser, url)]));
  try {
    await inTurns(1, visits); // loads files, fonts and code into memory
    const samples = await inTurns(rounds, visits);
    const yardstick = { name: "a page of two lines", values: samples.get("bare") };
    // 300 ms if the page of two lines takes 60.
    return Object.keys(KINDS).map((kind) =>
      secondsRow("pages", `${kind}, largest paint`, 5, samples.get(kind), yardstick),
    );
  } finally {
    await browser.close();
    bare.close();
  }
}

/** The time of the largest paint of a page, in seconds from the start of the visit. */
async function paint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(
      `globalThis.painted = new Promise((done) => new PerformanceObserver((list) => {
         for (const { startTime } of list.getEntries()) { globalThis.latest = startTime; done(); }
       }).observe({ type: "largest-contentful-paint", buffered: true }));`,
    );
    await page.goto(url, { waitUntil: "load" });
    // A later paint may be larger. It is reported at the latest two frames after the load.
    const latest = await page.evaluate(
      "painted.then(() => new Promise((done) => requestAnimationFrame(() => " +
        "requestAnimationFrame(() => setTimeout(() => done(latest), 50)))))",
    );
    return Number(latest) / 1000;
  } finally {
    await context.close();
  }
}
