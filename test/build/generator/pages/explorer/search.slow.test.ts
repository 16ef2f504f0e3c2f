import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hasNoBrowser, openPage } from "../../../../helpers/browser.ts";
import { launchBrowser } from "../../../../helpers/chromium.ts";
import { startProxy } from "../../../../helpers/proxy.ts";

describe.skipIf(hasNoBrowser)("the search", () => {
  const site = inject("realSite");
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it("has a page of results by the address, which the box writes", async () => {
    const { url } = await startProxy(site);
    const { page, faults } = await openPage(browser, `${url}/?q=escort+maps`);
    await page.waitForURL(`${url}/search?q=escort%20maps`);
    const first = page.locator("#results li a").first();
    await first.waitFor();
    expect(await first.getAttribute("href")).toBe(`${url}/maps#escort`);
    await page.fill("#find", "qqqqqq");
    await page.locator("#results p", { hasText: "Nothing was found for “qqqqqq”" }).waitFor();
    expect(page.url()).toBe(`${url}/search?q=qqqqqq`);
    expect((await page.locator("#results").boundingBox())?.height).toBeLessThan(200);
    await page.fill("#find", "names");
    await page.locator("#results li", { hasText: "Guide" }).first().waitFor();
    expect(faults).toEqual([]);
  });

  it("lists everything as links where no scripts run, or the index does not load", async () => {
    const { url } = await startProxy(site);
    const { page } = await openPage(browser, `${url}/search`, { javaScriptEnabled: false });
    expect(await page.isVisible("main >> text=King's Row")).toBe(true);
    expect(await page.locator("main a[href='heroes/ana#sleep-dart']").count()).toBe(1);
    const other = await openPage(browser, `${url}/search`);
    await other.page.route("**/index.json", (route) => route.abort());
    await other.page.goto(`${url}/search?q=ana`);
    await other.page.locator("#results", { hasText: "The index did not load" }).waitFor();
    expect(await other.page.isVisible("main >> text=King's Row")).toBe(true);
  });
});
