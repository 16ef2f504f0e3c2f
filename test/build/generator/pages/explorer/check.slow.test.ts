import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { hasNoBrowser, type PageOptions, pagesOfBrowser } from "../../../../helpers/browser.ts";
import { LOGS } from "../../../../helpers/match-logs.ts";
import { startProxy } from "../../../../helpers/proxy.ts";

const KOREAN = LOGS["Korean, two matches, one without an end"];

describe.skipIf(hasNoBrowser)("the log checker", () => {
  const site = inject("realSite");
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const openPage = pagesOfBrowser();

  /** The page on a site of its own, and all that goes wrong in it. */
  async function openCheck(options?: PageOptions) {
    const { url } = await startProxy(site);
    return openPage(`${url}/check`, options);
  }

  const said = (page: Page, hasText: string) =>
    page.locator("#progress-status", { hasText }).waitFor();

  async function choose(page: Page, ...logs: Buffer[]) {
    await page.setInputFiles(
      "#logs",
      logs.map((buffer, at) => ({ name: `log-${at}.txt`, mimeType: "text/plain", buffer })),
    );
    await said(page, "Done");
  }

  /** Drops a log on the page: a text so many times. */
  async function drop(page: Page, log: string, times = 1) {
    const dataTransfer = await page.evaluateHandle(
      ([text, amount]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text.repeat(amount)], "dropped.txt"));
        return transfer;
      },
      [log, times] as const,
    );
    await page.dispatchEvent("#drop", "drop", { dataTransfer });
  }

  const isInSight = (element: Element) => element.getBoundingClientRect().bottom < innerHeight;

  const violationsOf = (page: Page): Promise<string[]> =>
    page.evaluate("axe.run().then(({ violations }) => violations.map(({ id }) => id))");

  it("shows names, matches and who played what, and sends nothing", async () => {
    const { page, faults } = await openCheck({
      viewport: { width: 320, height: 740 },
      colorScheme: "light",
    });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(`${request.method()} ${request.url()}`));
    await choose(page, Buffer.from(KOREAN), gzipSync(KOREAN));

    const rows = page.locator(".verdict tbody tr");
    expect(await rows.first().locator("th, td").allTextContents()).toEqual([
      "소젼",
      "✗ unknown hero", // two letters are too few for a suggestion
      "2 times",
      "log-0.txt: line 7 and 1 other log",
    ]);
    const matches = page.locator("[aria-labelledby=matches] tbody tr");
    expect(await matches.count()).toBe(4);
    expect(await matches.first().innerText()).toContain("\nPlayer1: Cassidy 4:00, Sojourn 1:00\n");

    expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
    await page.evaluate(axe);
    expect(await violationsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violationsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
    expect(
      asked.filter(
        (request) =>
          !/^GET .*\/((explorer|lists|history)\/[\w-]+\.(js|json)|favicon\.svg)$|^GET blob:/.test(
            request,
          ),
      ),
    ).toEqual([]);
  });

  it("takes the sample, a dropped log and a pasted one", async () => {
    const { page, faults } = await openCheck();
    await page.click("text=Try a sample");
    await said(page, "Done");
    expect(await page.textContent("#verdict")).toBe("1 of 5 names is unknown");
    const abilities = page.locator("[aria-labelledby^=abilities]");
    expect(await abilities.innerText()).toContain(", if Ashee is meant");
    const wrong = await page.inputValue("#text");
    expect(wrong).toContain("match_start");
    expect(await page.locator("#verdict").evaluate(isInSight)).toBe(true);
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.click("text=Save corrected logs"),
    ]);
    const corrected = readFileSync(await saved.path(), "utf8");
    expect(corrected).toHaveLength(wrong.length - 4); // a letter less in each of four places

    await page.fill("#text", KOREAN);
    await page.click("button >> text=Check");
    await page.getByText("of 6 names").waitFor();

    await drop(page, LOGS["an older mode, with semicolons"]);
    await page.getByText("All 2 names are known").waitFor();
    expect(faults).toEqual([]);
  });

  it("names abilities as of the day in a log's name, or of the day that is given", async () => {
    const { page, faults } = await openCheck();
    const buffer = Buffer.from("[00:01:43] ,ability_2_used,8.26,Team 1,P1,Cassidy,0,0\n");
    const log = { name: "Log-2023-06-20-20-14-44.txt", mimeType: "text/plain", buffer };
    await page.setInputFiles("#logs", log);
    const ability = page.locator("[aria-labelledby^=abilities] tbody td").first();
    await ability.waitFor();
    expect(await ability.textContent()).toBe("Magnetic Grenade");
    await page.selectOption("#day", "2019-05-07");
    await page.locator("td", { hasText: "Flashbang" }).waitFor();
    await page.click("td >> text=Flashbang");
    await page.locator("#kit", { hasText: "Kit" }).waitFor();
    expect(await page.locator(".then .lead").textContent()).toContain("named McCree");
    expect(faults).toEqual([]);
  });

  it("says how far it is in a long log, and the page goes on meanwhile", async () => {
    const { page } = await openCheck();
    await page.evaluate(`
      const bar = document.querySelector("#progress");
      globalThis.shares = new Set();
      globalThis.turns = 0;
      new MutationObserver(() => shares.add(bar.value / bar.max)).observe(bar, { attributes: true });
      setInterval(() => { if (!bar.hidden) turns += 1; }, 0);
    `);
    await drop(page, KOREAN, 20_000);
    await page.getByText("1 of 6 names is unknown").waitFor();
    expect(
      await page.evaluate("[...shares].filter((share) => share > 0 && share < 1)"),
    ).not.toEqual([]);
    expect(await page.evaluate("turns")).toBeGreaterThan(2);
  });

  it("says what it cannot read, and that a text is not a log", async () => {
    const { page } = await openCheck();
    await choose(page, Buffer.from("[00:00:09] ,hero_spawn,0,A,\xff,Mei,0,0\n", "latin1"));
    expect(await page.textContent(".faults")).toContain("is neither UTF-8 nor UTF-16");
    await choose(page, Buffer.from("hello\n"));
    await page.locator("text=No hero and no map is named here").waitFor();
  });

  it("names the command line where no scripts run", async () => {
    const { page } = await openCheck({ javaScriptEnabled: false });
    expect(await page.isVisible("text=gamedata resolve match.txt >> nth=0")).toBe(true);
    expect(await page.isVisible("#logs")).toBe(false);
  });
});
