import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { isChromiumThere, launchBrowser } from "../helpers/chromium.ts";
import { inTurns, ratios, seriesOf } from "./measure.ts";
import type { Row } from "./report.ts";
import { startProxy } from "./servers.ts";

/** A page of each kind. */
const KINDS = new Map([
  ["start page", "/"],
  ["heroes", "/heroes"],
  ["hero", "/heroes/ana"],
  ["map", "/maps/kings-row"],
  ["maps", "/maps"],
  ["patch", "/patches/2026-10-06"],
  ["matrix", "/matrix"],
  ["comparison of heroes", "/compare/heroes?h=ana,mercy"],
  ["reference of a call", "/docs/getHero"],
  ["guide", "/guides/first-call"],
  ["log checker", "/check"],
  ["search", "/search?q=ana"],
  ["subscribing", "/subscribe"],
  ["status", "/status"],
]);

const BARE = "<!doctype html><html lang=en><title>Bare</title><h1>A page</h1><p>Nothing else.</p>";

/**
 * Measures the time to the largest paint at a first visit with an empty cache, compared with a page
 * of two lines. Gives no rows if there is no Chromium.
 */
export async function measurePages({ rounds }: { rounds: number }): Promise<Row[]> {
  if (!isChromiumThere()) return [];
  const bare = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8").end(BARE);
  });
  await new Promise<void>((listening) => bare.listen(0, "127.0.0.1", listening));
  const { port } = bare.address() as AddressInfo;
  const [proxy, browser] = await Promise.all([startProxy({}), launchBrowser()]);
  const visits = new Map([
    ["bare", () => largestPaint(browser, `http://127.0.0.1:${port}/`)],
    ...[...KINDS].map(
      ([kind, path]) => [kind, () => largestPaint(browser, proxy.url + path)] as const,
    ),
  ]);
  try {
    await inTurns(1, visits); // loads files, fonts and code into memory
    const samples = await inTurns(rounds, visits);
    const yardstick = samples.get("bare") ?? [];
    return [...KINDS.keys()].map((kind) => rowOf(kind, samples.get(kind) ?? [], yardstick));
  } finally {
    await browser.close();
    proxy.stop();
    bare.close();
  }
}

function rowOf(kind: string, values: number[], yardstick: number[]): Row {
  const median = (list: number[]) => `${seriesOf(list).median.toFixed(0)} ms`;
  return {
    part: "pages",
    what: `${kind}, largest paint`,
    yardstick: "a page of two lines",
    goal: { bound: "at most", value: 5 }, // 300 ms if the page of two lines takes 60
    ratio: ratios(values, yardstick),
    measured: `${median(values)} to ${median(yardstick)}`,
  };
}

/** The time of the largest paint of a page, in milliseconds from the start of the visit. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
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
    return Number(
      await page.evaluate(
        "painted.then(() => new Promise((done) => requestAnimationFrame(() => " +
          "requestAnimationFrame(() => setTimeout(() => done(latest), 50)))))",
      ),
    );
  } finally {
    await context.close();
  }
}
