import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hasNoBrowser, openPage } from "../../../../helpers/browser.ts";
import { launchBrowser } from "../../../../helpers/chromium.ts";
import { startProxy } from "../../../../helpers/proxy.ts";

/** What people come for, each by at most one action from the start page. */
describe.skipIf(hasNoBrowser)("one action from the start page", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function start(): Promise<{ page: Page; url: string; copied: () => Promise<string> }> {
    const { url } = await startProxy(inject("realSite"));
    const { page } = await openPage(browser, `${url}/`, { reducedMotion: "reduce" });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    return { page, url, copied: () => page.evaluate("navigator.clipboard.readText()") };
  }

  it("shows which heroes the newest patch nerfed", async () => {
    const { page, url } = await start();
    await page.click("text=Which heroes were nerfed?");
    await page.waitForURL(`${url}/patches/*?side=nerfed`);
    const shown = page.locator(".patch-card:visible");
    // The values of a new hero are not nerfs.
    const nerfed = page.locator('.patch-card:has(li.nerf):not(:has-text("new hero"))');
    expect(await shown.count()).toBe(await nerfed.count());
    // A hero who got a buff as well is shown with the nerf alone.
    expect(await page.locator(".patch-card:has(li.buff) li.nerf:visible").count()).toBeGreaterThan(
      0,
    );
    expect(await page.locator(".patch-card li.buff:visible").count()).toBe(0);
    await page.goto(`${page.url()}&hero=ana&role=tank`);
    expect(await page.isVisible("text=No changes match these filters.")).toBe(true);
  });

  it("shows what changed for Mercy this season", async () => {
    const { page } = await start();
    await page.click('section[aria-labelledby=heroes] a[href="heroes/mercy"]');
    const answer = page.locator(".summary > div", { hasText: "This season" });
    await answer.waitFor();
    expect(await answer.locator("dd").textContent()).toMatch(
      /(Unchanged|\d+ (buff|nerf|other)).*Season \d+: /,
    );
    const box = await answer.boundingBox();
    expect(box?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
  });

  it("shows when Ana's health last changed", async () => {
    const { page } = await start();
    await page.click('section[aria-labelledby=heroes] a[href="heroes/ana"]');
    const answer = page.locator(".summary > div", { hasText: "Health changed" });
    expect(await answer.locator("dd").textContent()).toBe("13 Feb 2024Season 9: Champions");
  });

  it("shows which support has the longest cooldowns, and who has not changed", async () => {
    const { page } = await start();
    await page.click("nav[aria-label=Site] >> text=Values");
    await page.click(".chip >> text=Support");
    const answer = page.locator("#all-values .lead");
    expect(await answer.textContent()).toMatch(/^Mercy has the highest cooldown of 15 support /);
    await page.click(".chip >> text=Not changed for 6 months");
    const days = await page.locator(".values td:last-child").allTextContents();
    expect(days.filter((day) => /(May|Jun|Jul|Aug|Sep|Oct) 2026/.test(day))).toEqual([]);
    await page.goBack();
    expect(await answer.textContent()).toMatch(/^Mercy /);
  });
});
