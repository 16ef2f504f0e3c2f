import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { resolveLog } from "../../../../../build/client/match-log/resolve-log.ts";
import { namesOf } from "../../../../../build/client/names.ts";
import { byId } from "../../../../../build/core/by-id.ts";
import { healthOf, stateAsOf } from "../../../../../build/core/game/state-as-of.ts";
import { describeSure } from "../../../../../build/core/game/words.ts";
import type {
  HeroDetails,
  HeroDetailsCollection,
  PatchDetails,
  SeasonList,
} from "../../../../../build/core/schema/details.ts";
import type { HeroHistory } from "../../../../../build/core/schema/history.ts";
import type {
  HeroList,
  MapList,
  NameList,
  PatchList,
} from "../../../../../build/core/schema/lists.ts";
import { count, shortDate } from "../../../../../build/generator/pages/explorer/format.ts";
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

/** Reads a document of the site that the page is of. */
type Read = <Value>(path: string) => Promise<Value>;

/** The texts that an answer has, from documents. */
type Answer = (read: Read, url: string) => Promise<readonly string[]>;

/** A question, how many actions are the most for it, and the actions. */
function ask(question: string, most: number, ...actions: Act[]) {
  const asked = { question, most, actions };
  return {
    /** A place of the page has these texts. */
    at: (place: string, answer: Answer) => ({ ...asked, place, answer, isList: false }),
    /** These texts are all that is at such places, in any order. */
    lists: (place: string, answer: Answer) => ({ ...asked, place, answer, isList: true }),
  };
}

const heroIn = (read: Read, id: string) => read<HeroDetails>(`/details/heroes/${id}.json`);

async function patchIn(read: Read, id?: string) {
  const { data } = await read<PatchList>("/lists/patches.json");
  return read<PatchDetails>(`/details/patches/${id ?? data[0]?.id}.json`);
}

/** The longest cooldown of a hero, and since when it is; none without any. */
function longestOf({ name, monogram, abilities, perks, onRecordSince }: HeroDetails) {
  const all = [...abilities, ...perks].flatMap(({ figures }) =>
    figures.flatMap(({ field, value, since, onRecordSince: first = onRecordSince }) =>
      field === "cooldown" ? [{ name, monogram, value: Number(value), since: since ?? first }] : [],
    ),
  );
  return all.sort((a, b) => a.value - b.value).slice(-1);
}

const QUESTIONS = [
  ask("which heroes the newest patch nerfed", 1, click("text=Which heroes were nerfed?")).lists(
    "[id^=heroes-]:visible h3",
    async (read) => {
      const nerfed = (await patchIn(read)).heroes.filter(
        ({ side, own, shared }) => side !== "new" && (own.nerf ?? shared.nerf),
      );
      return nerfed.map(({ name }) => name);
    },
  ),
  ask("what happened to Mercy this season", 1, click(hero("mercy"))).at("main", async (read) => {
    const { patch } = await heroIn(read, "mercy");
    const { name, heroes } = await patchIn(read, patch);
    return [name, shortDate(patch), byId(heroes, "mercy").summary];
  }),
  ask("when Ana's health last changed", 1, click(hero("ana"))).at(
    ".vitals p:has-text('Last changed')",
    async (read) => {
      const { health } = await heroIn(read, "ana");
      const since = health.flatMap((figure) => figure.since ?? []).sort();
      return [`Last changed ${shortDate(since.at(-1) ?? "")}`];
    },
  ),
  ask(
    "a call in one of three languages",
    2,
    click(".code >> text=Python"),
    click(".code .copy"),
  ).at(".code:has-text('Copied') pre:visible", async (read) => {
    const { data } = await read<{ data: { id: string }[] }>("/v1/games");
    return ["import", `/v1/${data[0]?.id}/heroes/ana`];
  }),
  ask("unknown names of a log", 2, click("main >> text=Check your match log"), give("#logs")).lists(
    ".found-names .unknown b",
    async (read) => {
      const names = await read<NameList>("/lists/names.json");
      const heroes = names.heroes.map((one) => ({ ...one, abilities: [] }));
      const log = await resolveLog(LOG.toString().split("\n"), namesOf({ ...names, heroes }));
      return log.names.flatMap(({ id, name }) => (id === null ? name : []));
    },
  ),
  ask("two heroes side by side", 2, click(hero("ana")), compareWith("mercy")).at(
    "#side-by-side tr:has(th:text-is('Health'))",
    async (read) => {
      const heroes = [await heroIn(read, "ana"), await heroIn(read, "mercy")];
      const [ana = 0, mercy = 0] = heroes.map(({ health }) => healthOf(health).total);
      return [`${ana}`, `${mercy}`, mercy < ana ? `${ana - mercy} less` : `${mercy - ana} more`];
    },
  ),
  ask("how to get a key", 1, click(section("API"))).at("section:has(#start)", async (_, url) => {
    const limit = (await fetch(`${url}/health`)).headers.get("ratelimit-limit");
    return [`${limit} requests a minute work without a key.`, "Only the operator"];
  }),
  ask("how to follow a hero", 2, click(hero("ana"))).at(
    "a[href$='feeds/heroes/ana.atom']:visible",
    async (read) => [`Follow ${(await heroIn(read, "ana")).name} in a feed reader`],
  ),
  ask("who has the longest cooldowns", 2, click(section("Values")), click(chip("Support"))).at(
    "#all-values .lead",
    async (read) => {
      const { data } = await read<HeroDetailsCollection>("/details/heroes.json");
      const all = data.filter(({ role }) => role === "support").flatMap(longestOf);
      const longest = Math.max(...all.map(({ value }) => value));
      const heroes = all.filter(({ value }) => value === longest).map(({ name }) => name);
      return [`Highest cooldown: ${longest} s, ${heroes.join(", ")}. `, `${all.length} heroes`];
    },
  ),
  ask("Sombra's whole kit two patches ago", 2, click(hero("sombra")), choose("#as-of", 2)).at(
    ".of-then:has(#kit)",
    async (read) => {
      const history = await read<HeroHistory>("/history/heroes/sombra.json");
      const day = history.states[2]?.since ?? "";
      const kit = stateAsOf(history, day)?.abilities ?? [];
      return [`After ${shortDate(day)}`, ...kit.map(({ name }) => name)];
    },
  ),
  ask("which maps are in which mode", 1, click(section("Maps"))).at("#escort", async (read) => {
    const { data } = await read<MapList>("/lists/maps.json");
    return data.flatMap(({ mode, name }) => (mode === "escort" ? name : []));
  }),
  ask("nerfs of tanks against damage heroes this season", 1, find("this season nerfs")).at(
    ".patch-cards h2",
    async (read) => {
      const { data } = await read<HeroList>("/lists/heroes.json");
      const heroes = (await read<SeasonList>("/seasons.json")).seasons.at(-1)?.heroes ?? [];
      return ["Tank", "Damage"].map((role) => {
        const ofRole = heroes.filter(({ id }) => byId(data, id).role === role.toLowerCase());
        const nerfs = ofRole.reduce((sum, { own }) => sum + (own.nerf ?? 0), 0);
        return `heroes ${count(nerfs, "nerf")}`;
      });
    },
  ),
  ask("Lúcio and his ultimate in Korean", 1, type("lucio ultimate korean")).at(
    "#found-0",
    async (read) => {
      const { names, abilities } = await heroIn(read, "lucio");
      const ultimate = abilities.find(({ kind }) => kind === "ultimate");
      return [`${names.ko}, ${ultimate?.names["ko"]}`];
    },
  ),
  ask("how sure the 14 s of Sleep Dart are", 2, click(hero("ana")), click(HOW_SURE)).at(
    "section:has(#kit)",
    async (read) => {
      const { figures } = byId((await heroIn(read, "ana")).abilities, "sleep-dart");
      const cooldown = figures.find(({ field }) => field === "cooldown");
      return [`Cooldown ${cooldown?.value} s`, describeSure(cooldown?.sure)];
    },
  ),
  ask(
    "whose longest cooldown is unchanged for six months",
    2,
    click(section("Values")),
    click(chip("Not changed")),
  ).lists(".values tbody th", async (read) => {
    const { data, meta } = await read<HeroDetailsCollection>("/details/heroes.json");
    const limit = new Date(meta.patch.slice(0, "2026-08-11".length));
    limit.setUTCMonth(limit.getUTCMonth() - 6);
    const all = data.flatMap(longestOf);
    const stable = all.filter(({ since }) => since < limit.toISOString().slice(0, 10));
    return stable.map(({ monogram, name }) => `${monogram} ${name}`);
  }),
];

describe.skipIf(hasNoBrowser)("from the start page, a reader finds what documents say:", () => {
  const openPage = pagesOfBrowser();

  async function start() {
    const { url } = await startProxy(inject("earlierSite"));
    const opened = await openPage(`${url}/`, { reducedMotion: "reduce" });
    await opened.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    return { ...opened, url };
  }

  it.each(QUESTIONS)("$question, in at most $most", async (question) => {
    const { most, actions, place, answer, isList } = question;
    const { page, url, faults } = await start();
    for (const act of actions) await act(page);
    await page.locator(place).first().waitFor();
    const texts = (await page.locator(place).allInnerTexts()).map((text) =>
      text.replace(/\s+/g, " ").trim(),
    );
    const read: Read = async (path) => (await fetch(url + path)).json();
    const expected = await answer(read, url);
    expect(expected.length).toBeGreaterThan(0);
    if (isList) expect(texts.toSorted()).toEqual(expected.toSorted());
    else for (const text of expected) expect(texts.join()).toContain(text);
    expect(actions.length).toBeLessThanOrEqual(most);
    expect(faults).toEqual([]);
  });

  // Its rows are compared with the documents in details.test.ts.
  it("everything as CSV, in one action", async () => {
    const { page } = await start();
    const answer = page.context().waitForEvent("response", (one) => /\.csv$/.test(one.url()));
    await page.click("footer >> text=All values as CSV");
    expect((await answer).status()).toBe(200);
  });
});
