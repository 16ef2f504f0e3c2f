import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hasNoBrowser, openPage } from "../../../../helpers/browser.ts";
import { launchBrowser } from "../../../../helpers/chromium.ts";
import { LOGS } from "../../../../helpers/match-logs.ts";
import { startProxy } from "../../../../helpers/proxy.ts";

const LOG = Buffer.from(LOGS["Korean, two matches, one without an end"]);

/** One action of a reader. The search takes the first result. */
const click = (selector: string) => (page: Page) => page.click(selector);
const choose = (selector: string, index: number) => (page: Page) =>
  page.selectOption(selector, { index });
const give = (selector: string) => (page: Page) =>
  page.setInputFiles(selector, { name: "log.txt", mimeType: "text/plain", buffer: LOG });
const find = (words: string) => async (page: Page) => {
  await page.fill("#find", words);
  await page.locator("#found-0").click();
};

const hero = (id: string) => `section[aria-labelledby=heroes] a[href="heroes/${id}"]`;
const section = (name: string) => `nav[aria-label=Site] >> text=${name}`;

/** A question, the most actions for it, the actions, where the answer is, and its words. */
const QUESTIONS: [
  string,
  number,
  ((page: Page) => Promise<unknown>)[],
  selector: string,
  answer: RegExp,
][] = [
  [
    "which heroes the newest patch nerfed",
    1,
    [click("text=Which heroes were nerfed?")],
    ".patch-card:visible h2 >> nth=0",
    /^Roadhog$/,
  ],
  [
    "what happened to Mercy this season",
    1,
    [click(hero("mercy"))],
    ".summary > div:has-text('This season') dd",
    /(Unchanged|\d+ (buff|nerf|other)).*Season 5: A Grim Doctrine$/s,
  ],
  [
    "when Ana's health last changed",
    1,
    [click(hero("ana"))],
    ".summary > div:has-text('Health changed') dd",
    /^13 Feb 2024\s*Season 9: Champions$/,
  ],
  [
    "a call in one of five languages",
    2,
    [click(".code >> text=C#"), click(".code button.copy >> nth=0")],
    ".code:has-text('Copied') pre:visible",
    /^using System\.Net\.Http\.Json;.*heroes\/ana/s,
  ],
  [
    "which names of a match log are unknown",
    2,
    [click("main >> text=Check your match log"), give("#logs")],
    ".found-names .unknown",
    /소젼/,
  ],
  [
    "two heroes side by side",
    2,
    [find("ana vs mercy")],
    "#side-by-side tr:has-text('Health') >> nth=0",
    /^Health\s*250\s*225$/,
  ],
  [
    "how to get a key",
    1,
    [click(section("API"))],
    "section:has(#start)",
    /You cannot get a key here yourself\. 60 requests a minute work without one\./,
  ],
  [
    "how to follow one hero, also in Discord and a calendar",
    2,
    [click("main >> text=Subscribe to a hero"), click("#ana button")],
    "#ana:has-text('Copied')",
    /Feed\s*JSON feed\s*Calendar/,
  ],
  [
    "which support has the longest cooldowns on average",
    2,
    [click(section("Values")), click(".chip >> text=Support")],
    "#all-values .lead",
    /^Mercy has the highest cooldown of 15 support heroes: 14\.5 s on average of 3/,
  ],
  [
    "Sombra's whole kit two patches ago",
    2,
    [click(hero("sombra")), choose("#as-of", 2)],
    ".of-then:has(#kit)",
    /After 14 Apr 2026.* values differ.*Virus.*EMP.*25\s*%\s*20% today.*Stealth/s,
  ],
  [
    "which maps are in which mode",
    1,
    [click(section("Maps"))],
    "section:has(#escort)",
    /^Escort.*Dorado.*Route 66/s,
  ],
  [
    "nerfs of tanks against damage heroes this season",
    1,
    [find("this season nerfs")],
    ".summary",
    /Tank.*\d+ nerf.*Damage.*\d+ nerf/s,
  ],
  [
    "Lúcio and his ultimate in Korean",
    1,
    [find("lucio ultimate korean")],
    "main[lang=ko], main:has(h1[lang=ko])",
    /루시우.*소리 방벽\s*Ultimate/s,
  ],
  [
    "whether the 14 s of Sleep Dart are certain, and who says so",
    2,
    [click(hero("ana")), click("#sleep-dart >> text=How sure is this?")],
    "#sleep-dart details dl",
    /^cooldown 14\ss\s*two independent sources or more; since 6 Dec 2022/,
  ],
  [
    "which heroes have not changed for six months",
    2,
    [click(section("Values")), click(".chip >> text=Not changed for 6 months")],
    ".values tbody",
    /^(?!.*(May|Jun|Jul|Aug|Sep|Oct) 2026).*\d+ \w+ 20\d\d/s,
  ],
];

describe.skipIf(hasNoBrowser)("from the start page, a reader finds", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function start() {
    const { url } = await startProxy(inject("realSite"));
    const opened = await openPage(browser, `${url}/`, { reducedMotion: "reduce" });
    await opened.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    return opened;
  }

  it.each(QUESTIONS)("%s, in at most %i actions", async (_, most, actions, selector, answer) => {
    const { page, faults } = await start();
    for (const act of actions) await act(page);
    const place = page.locator(selector);
    await place.waitFor();
    expect(await place.innerText()).toMatch(answer);
    expect(actions.length).toBeLessThanOrEqual(most);
    expect(faults).toEqual([]);
  });

  it("everything as CSV, in one action", async () => {
    const { page } = await start();
    const answer = page.context().waitForEvent("response", (one) => /\.csv$/.test(one.url()));
    await page.click("footer >> text=All values as CSV");
    expect((await answer).status()).toBe(200);
  });
});
