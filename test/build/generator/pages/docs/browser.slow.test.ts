import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { issueKey } from "../../../../../build/cli/keys/edit-keys.ts";
import { hasNoBrowser, type PageOptions, pagesOfBrowser } from "../../../../helpers/browser.ts";
import { temporaryFolder } from "../../../../helpers/data.ts";
import { startProxy } from "../../../../helpers/proxy.ts";

const site = inject("realSite");

/** Sends the call of the page with what is filled in, and gives the status that it shows. */
async function run(page: Page) {
  await page.click("form.inputs button");
  await page.waitForSelector(".answer b");
  return page.textContent(".answer b");
}

describe.skipIf(hasNoBrowser)("a call that is run in its page", () => {
  const openPage = pagesOfBrowser();

  /** A page of the reference on a site of its own, and all that goes wrong in it. */
  async function openDocs(path: string, options?: PageOptions, env = {}) {
    const { url } = await startProxy(site, env);
    return { url, ...(await openPage(`${url}/docs${path}`, options)) };
  }

  it("goes to the page's server, as filled in, and shows status, headers and body", async () => {
    const { page, faults, url } = await openDocs("/getHero");
    await page.fill("input[name=hero]", "Soldier: 76");
    const answer = page.waitForResponse(/heroes/);
    expect(await run(page)).toBe("200 OK");
    expect((await answer).url()).toBe(`${url}/v1/overwatch/heroes/Soldier%3A%2076`);
    expect(await page.innerText(".code pre >> nth=0")).toMatch(/\/heroes\/Soldier%3A%2076"$/);
    expect(await page.innerText(".answer")).toMatch(
      /^200 OK \d+ ms, [\d,]+ bytes\s.*Answer\s+Copy\s.*"id": "soldier-76".* lines\s.*Headers\s.*ratelimit-limit: 60\s/s,
    );
    expect(faults).toEqual([]);
  });

  it("and what is a picture alone violate no policy", async () => {
    const { page, faults, url } = await openDocs("");
    for (const path of ["/docs/getHero", "/assets/heroes/ana.svg", "/favicon.svg", "/preview.png"])
      await page.goto(url + path);
    expect(faults.filter((fault) => !fault.includes("status of 404"))).toEqual([]);
  });

  it("sends filters that are filled in, and shows a refusal as it is", async () => {
    const { page, url } = await openDocs("/getPatch?patch=1999-01-01");
    expect(await run(page)).toBe("404 Not Found");
    await page.goto(`${url}/docs/listPatches?since=2026-01-01`);
    expect(await page.inputValue("input[type=date] >> nth=0")).toBe("2026-01-01");
    await page.fill("input[name=since]", "");
    await page.selectOption("select[name=kind]", "hotfix");
    const answer = page.waitForResponse(/patches\?/);
    await page.click("form.inputs button");
    expect((await answer).url()).toBe(`${url}/v1/overwatch/patches?kind=hotfix`);
  });

  it("takes a key, which stays in the tab and is never in an address", async () => {
    const file = join(temporaryFolder(), "keys.json");
    const { key } = issueKey(file, { prefix: "gdr_", name: "reader" }, new Date());
    const { page, faults, url } = await openDocs("/listGames", {}, { API_KEYS_FILE: file });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.fill("input[type=password]", key);
    expect(await run(page)).toBe("200 OK");
    expect(await page.innerText(".answer")).toContain("ratelimit-limit: 1000");
    await page.goto(`${url}/docs/getMap`);
    expect(await page.inputValue("input[type=password]")).toBe(key);
    expect(asked.filter((one) => one.includes(key))).toEqual([]);
    expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain(key);
    expect(faults).toEqual([]);
  });

  it("goes to the site's own root, where the site is below a path", async () => {
    const { url } = await startProxy(site);
    const { page, faults } = await openPage(`${url}/problems/forbidden`);
    const asked: string[] = [];
    await page.route("**/mirror/**", (route) => {
      asked.push(route.request().url());
      return route.continue({ url: route.request().url().replace("/mirror", "") });
    });
    await page.goto(`${url}/mirror/docs/getHero`);
    expect(await run(page)).toBe("200 OK");
    expect(asked.at(-1)).toBe(`${url}/mirror/v1/overwatch/heroes/lucio`);
    expect(faults).toEqual([]);
  });

  it("says so where no answer comes", async () => {
    const { page } = await openDocs("/getHero");
    await page.route("**/heroes/*", (route) => route.abort());
    await page.click("form.inputs button");
    await page.getByText("There was no response").waitFor();
  });

  it("is not offered without scripts, with the reason; the rest is", async () => {
    const { page } = await openDocs("/getHero", { javaScriptEnabled: false });
    expect(await page.isVisible("form.inputs")).toBe(false);
    expect(await page.textContent("section:has(#run) noscript p")).toContain("sent by JavaScript");
    await page.click("text=Python");
    expect(await page.isVisible("text=urlopen >> nth=0")).toBe(true);
    expect(await page.isVisible("#shape-Hero")).toBe(true);
  });
});
