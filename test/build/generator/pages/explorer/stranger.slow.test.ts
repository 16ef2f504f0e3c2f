import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hasNoBrowser, openPage } from "../../../../helpers/browser.ts";
import { launchBrowser } from "../../../../helpers/chromium.ts";
import { LOGS } from "../../../../helpers/match-logs.ts";
import { startProxy } from "../../../../helpers/proxy.ts";
import { BASE_URL } from "../../../../helpers/real-site.ts";

/**
 * What somebody does who has never seen the project: by clicks from the start page, and a few
 * words.
 */
describe.skipIf(hasNoBrowser)("who comes to the start page for the first time", () => {
  const site = inject("realSite");
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function atTheStart() {
    const { url } = await startProxy(site);
    return { url, ...(await openPage(browser, url, { viewport: { width: 1280, height: 800 } })) };
  }

  it("checks a log in two steps", async () => {
    const { page, faults } = await atTheStart();
    await page.locator("main a", { hasText: "Check your match log" }).click();
    const log = Buffer.from(LOGS["Korean, two matches, one without an end"]);
    await page.setInputFiles("#logs", { name: "log.txt", mimeType: "text/plain", buffer: log });
    await page.locator("#progress-status", { hasText: "Done: 6 names, 1 unknown." }).waitFor();
    expect(await page.locator(".found-names .unknown").textContent()).toContain("소젼");
    expect(faults).toEqual([]);
  });

  it("finds Sleep Dart in two steps", async () => {
    const { page, url, faults } = await atTheStart();
    await page.fill("#find", "sleep dart");
    await page.locator("#found [role=option]").first().click();
    await page.waitForURL(`${url}/heroes/ana#sleep-dart`);
    const place = page.locator("#sleep-dart").first();
    await place.waitFor();
    expect(await page.textContent("main")).toContain("Sleep Dart");
    expect(faults).toEqual([]);
  });

  it("copies a call, on the page itself and in the reference, and it works", async () => {
    const { page, url, faults } = await atTheStart();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const answerOfCopied = async (): Promise<unknown> => {
      await page.locator(".code button.copy").first().click();
      await page.locator(".code button.copy", { hasText: "Copied" }).first().waitFor();
      const call = `${await page.evaluate("navigator.clipboard.readText()")}`;
      expect(call).toMatch(/^curl /);
      const typed = call.replace(BASE_URL, url);
      const { stdout } = await promisify(execFile)("bash", ["-c", `${typed} --silent`]);
      return JSON.parse(stdout);
    };
    expect(await answerOfCopied()).toMatchObject({ id: "ana", name: "Ana" });
    await page.locator("nav[aria-label=Site] a", { hasText: "API" }).click();
    await page.locator(".operations a[href='docs/getHero']").click();
    await page.waitForURL(`${url}/docs/getHero`);
    expect(await answerOfCopied()).toMatchObject({ id: "lucio", name: "Lúcio" });
    expect(faults).toEqual([]);
  });
});
