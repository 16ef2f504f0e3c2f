import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { hasNoBrowser, pagesOfBrowser } from "../../../../helpers/browser.ts";
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

const type = (words: string) => (page: Page) => page.fill("#find", words);
const compareWith = (id: string) => (page: Page) => page.selectOption("select[data-goes-to]", id);

const hero = (id: string) => `section[aria-labelledby=heroes] a[href="heroes/${id}"]`;
const HOW_SURE = "text=How sure is this?";
const chip = (name: string) => `.chip >> text=${name}`;
const section = (name: string) => `nav[aria-label=Site] >> text=${name}`;

type Act = (page: Page) => Promise<unknown>;

/** A question, how many actions are the most for it, and the actions. */
function ask(question: string, most: number, ...actions: Act[]) {
  return {
    at: (place: string, answer: RegExp) => ({ question, most, actions, place, answer }),
  };
}

const QUESTIONS = [
  ask("which heroes the newest patch nerfed", 1, click("text=Which heroes were nerfed?")).at(
    ".patch-card:visible h3 >> nth=0",
    /^Hazard$/,
  ),
  ask("what happened to Mercy this season", 1, click(hero("mercy"))).at(
    ".latest",
    /^Season \d: .*, \d+ \w+ 2026: .+\.$/s,
  ),
  ask("when Ana's health last changed", 1, click(hero("ana"))).at(
    ".vitals p:has-text('Last changed')",
    /^Last changed 13 Feb 2024$/,
  ),
  ask(
    "a call in one of three languages",
    2,
    click(".code >> text=Python"),
    click(".code .copy"),
  ).at(".code:has-text('Copied') pre:visible", /^import.*heroes\/ana/s),
  ask("unknown names of a log", 2, click("main >> text=Check your match log"), give("#logs")).at(
    ".found-names .unknown",
    /소젼/,
  ),
  ask("two heroes side by side", 2, click(hero("ana")), compareWith("mercy")).at(
    "#side-by-side tr:has(th:text-is('Health'))",
    /^Health\s*250\s*better\s*225\s*−25$/,
  ),
  ask("how to get a key", 1, click(section("API"))).at(
    "section:has(#start)",
    /You cannot get a key here yourself\. 60 requests a minute work without one\./,
  ),
  ask("how to follow a hero", 2, click(hero("ana"))).at(
    "a[href$='feeds/heroes/ana.atom']:visible",
    /^Follow Ana in a feed reader$/,
  ),
  ask("who has the longest cooldowns", 2, click(section("Values")), click(chip("Support"))).at(
    "#all-values .lead",
    /^Mercy has the highest cooldown .*: 30\ss, Resurrect\. On average, without perks, Baptiste has the highest: 17\ss\./,
  ),
  ask("Sombra's whole kit two patches ago", 2, click(hero("sombra")), choose("#as-of", 2)).at(
    ".of-then:has(#kit)",
    /After 10 Feb 2026.*What differs today is marked.*Virus.*EMP.*Stealth/s,
  ),
  ask("which maps are in which mode", 1, click(section("Maps"))).at(
    "#escort",
    /^Escort.*Dorado.*Route 66/s,
  ),
  ask("nerfs of tanks against damage heroes this season", 1, find("this season nerfs")).at(
    ".summary",
    /Tank.*\d+ nerf.*Damage.*\d+ nerf/s,
  ),
  ask("Lúcio and his ultimate in Korean", 1, type("lucio ultimate korean")).at(
    "#found-0",
    /루시우, 소리 방벽/,
  ),
  ask("how sure the 14 s of Sleep Dart are", 2, click(hero("ana")), click(HOW_SURE)).at(
    "section:has(#kit)",
    /cooldown\s*14\s*s\s*\[13\].*printed by the publisher and 2 others: [\w-]+ 6 Dec 2022/s,
  ),
  ask(
    "who is unchanged for six months",
    2,
    click(section("Values")),
    click(chip("Not changed")),
  ).at(".values tbody", /^(?!.*(May|Jun|Jul|Aug|Sep|Oct) 2026).*\d+ \w+ 20\d\d/s),
];

describe.skipIf(hasNoBrowser)("from the start page, a reader finds", () => {
  const openPage = pagesOfBrowser();

  async function start() {
    const { url } = await startProxy(inject("earlierSite"));
    const opened = await openPage(`${url}/`, { reducedMotion: "reduce" });
    await opened.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    return opened;
  }

  it.each(QUESTIONS)("$question, in at most $most", async ({ most, actions, place, answer }) => {
    const { page, faults } = await start();
    for (const act of actions) await act(page);
    await page.locator(place).waitFor();
    expect(await page.locator(place).innerText()).toMatch(answer);
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
