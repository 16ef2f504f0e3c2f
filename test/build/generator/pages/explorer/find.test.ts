import { beforeAll, describe, expect, it } from "vitest";
import { byId } from "../../../../../build/core/by-id.ts";
import {
  createFind,
  type Find,
} from "../../../../../build/generator/pages/explorer/browser/find.ts";
import { searchIndexOf } from "../../../../../build/generator/pages/explorer/search-index.ts";
import type { Facts } from "../../../../../build/generator/pages/facts.ts";
import { REAL_DATA as data } from "../../../../helpers/real-data.ts";
import { factsAsOf, REAL_FACTS } from "../../../../helpers/real-game.ts";

const indexOf = (facts: Facts) =>
  searchIndexOf(
    facts,
    [
      { path: "/compare/heroes", title: "Compare heroes", description: "Heroes side by side." },
      { path: "/check", title: "Check a match log", description: "Which names a log has." },
    ],
    [
      {
        path: "/guides/limits",
        title: "Limits",
        about: "How many calls a caller may make & when.",
        headings: [{ id: "retry", title: "When to try again" }],
      },
      { path: "/guides/patches", title: "Following patches", about: "", headings: [] },
      { path: "/docs/getHero", title: "A hero, by id, name or alias", about: "", headings: [] },
    ],
  );

/** The game as of a patch whose facts no later patch changes. */
const FROZEN = "2026-10-06";
const frozen = factsAsOf(data, FROZEN);

describe("the search", () => {
  let find: Find;
  let findToday: Find;
  beforeAll(async () => {
    find = await createFind(indexOf(frozen));
    findToday = await createFind(indexOf(REAL_FACTS));
  });
  const first = (query: string) => find(query).found[0];

  it.each([
    ["sleep dart", "Ability 1 of Ana"],
    ["a-36", "Ability of Bastion"], // second in the kit, and played by another key
  ])("says which slot an ability has in match logs: %s", (query, what) => {
    expect(first(query)?.what.split(" · ")[0]).toBe(what);
  });

  it.each(["constructor", "toString", "__proto__"])(
    "takes %s for a word like any other",
    (word) => {
      expect(find(word)).toMatchObject({ found: expect.any(Array) });
    },
  );

  it.each([
    // heroes and maps in any language, by former names, in any letter case
    ["루시", "heroes/lucio"],
    ["d.va", "heroes/dva"],
    ["冬季 国王大道", "maps/kings-row"],
    // abilities and perks
    ["sleep dart", "heroes/ana#sleep-dart"],
    ["수면총", "heroes/ana#sleep-dart"],
    ["betaubungspfeil", "heroes/ana#sleep-dart"],
    ["ana grenade", "heroes/ana#biotic-grenade"],
    ["ultimate of ana", "heroes/ana#nano-boost"],
    ["zarya bubble", "heroes/zarya#particle-barrier"],
    ["sombra perks", "heroes/sombra#perks"],
    // places of pages
    ["mercy kit", "heroes/mercy#kit"],
    ["mercy nerfs", "seasons/5?hero=mercy"],
    ["juno nerfs", "heroes/juno#history"],
    ["ana feed", "feeds/heroes/ana.atom"],
    ["medic", "roles#medic"],
    // patches
    ["a grim doctrine nerfs", "patches/2026-10-06?side=nerfed"],
    ["2026-10-06", "patches/2026-10-06"],
    ["6 oct 2026", "patches/2026-10-06"],
    // guides, operations, problems, pages
    ["try again", "guides/limits#retry"],
    ["get hero", "docs/getHero"],
    ["404", "problems/not-found"],
    ["match log", "check"],
    // questions that an entry answers
    ["season 5 nerfs", "seasons/5?side=nerfed"],
    ["nerfed tanks", "seasons/5?hero=roadhog"],
    ["damage nerfs", "seasons/5?hero=genji"], // not D.Mon, whose damage a patch nerfed
    ["hit volume", "seasons/5?hero=emre"],
    ["latest patch", "patches/2026-10-06"],
    ["new hero", "heroes/doctrine"],
    ["sombra this season", "seasons/5?hero=sombra"],
    ["compare ana", "compare/heroes?h=ana"],
    ["longest support cooldown", "values?value=cooldown&role=support"],
    ["api key", "docs#start"],
    ["rate limit", "guides/limits"],
    ["what changed in the last patch", "patches/2026-10-06"],
    ["newest patch", "patches/2026-10-06"],
    ["who was buffed in the last patch", "seasons/5?side=buffed"],
    ["what changed for tracer", "seasons/5?hero=tracer"],
    ["reaper buffs this season", "seasons/5?side=buffed&hero=reaper"],
    ["who has the most health", "values?value=health"],
    ["ana perks", "heroes/ana#perks"], // not Anarchic Zeal of Hazard
    ["post patch to discord", "guides/patches"],
  ])("has for %s first %s", (query, path) => {
    expect(first(query)?.path).toBe(path);
    expect(find(query).isGuess).toBe(false);
  });

  it.each([
    ["sleep dart cooldown", "Ana Sleep Dart cooldown: 14\u202fs"],
    ["수면총 cd", "Ana Sleep Dart cooldown: 14\u202fs"],
    ["how much hp does ana have", "Ana health: 250"],
    ["brigitte armor", "Brigitte health: 250, including 75 armor"],
    ["rein health", "Reinhardt health: 700, including 300 armor"],
    ["nade cooldown", "Ana Biotic Grenade cooldown: 12\u202fs"],
    ["hog hook cooldown", "Roadhog Chain Hook cooldown: 6\u202fs"],
    ["ana this season", "Ana, changed otherwise in Season 5"],
    ["roadhog ultimate", "Roadhog Whole Hog ultimate cost: 2700"],
    ["lucio korean", "Lúcio in Korean: 루시우, 소리 방벽"],
    ["lucio ultimate korean", "Lúcio in Korean: 루시우, 소리 방벽"],
  ])("shows the answer to %s in the list itself: %s", (query, name) => {
    expect(first(query)?.name).toBe(name);
  });

  it("finds every hero, map and patch of today by its name first", () => {
    const lost = [
      ...data.heroes.map(({ id, names }) => [names.en, `heroes/${id}`]),
      ...data.heroes.map(({ id, names }) => [names.ko, `heroes/${id}`]),
      ...data.maps.map(({ id, name }) => [name, `maps/${id}`]),
      ...data.patches.map(({ id }) => [id, `patches/${id}`]),
    ].filter(([name = "", path]) => findToday(name).found[0]?.path !== path);
    expect(lost).toEqual([]);
  });

  it("has every hero of a role with a nerf, those with nerfs of their own first", () => {
    expect(find("tank nerfs").found.map(({ path }) => path.replace("seasons/5?hero=", ""))).toEqual(
      ["roadhog", "mauga", "dva", "wrecking-ball", "junker-queen"],
    );
  });

  it("tells two seasons of one number apart, and takes no day for the number", () => {
    const rows = find("season 5").found;
    const texts = rows.map(({ name, what }) => `${name} ${what}`);
    expect(new Set(texts).size).toBe(rows.length);
    expect(texts).toEqual(
      expect.arrayContaining(["Season 5 Season of 2026", "Season 5 Season of 2023"]),
    );
    const others = find("season 4", 99).found.filter(({ name }) => !name.includes("Season 4"));
    expect(others).toEqual([]);
  });

  it("finds every ability of today by its name and hero", () => {
    const lost = data.heroes.flatMap(({ id, names, abilities }) =>
      abilities
        .filter((ability) => {
          const { found } = findToday(`${names.en} ${ability.name}`);
          return !found.some(({ path }) => path === `heroes/${id}#${ability.id}`);
        })
        .map((ability) => `${id} ${ability.name}`),
    );
    expect(lost).toEqual([]);
  });

  it("says by which spelling it found, and none where the name itself was typed", () => {
    expect(first("ルシオ")).toMatchObject({ name: "Lúcio", spelling: "ルシオ" });
    expect(first("冬季")).toMatchObject({ spelling: expect.stringContaining("冬季") });
    expect(first("LÚCIO".normalize("NFD"))).toMatchObject({ name: "Lúcio", spelling: undefined });
  });

  it.each([
    ["hazard nerfs season 4", "seasons/4?side=nerfed&hero=hazard", "Hazard, nerfs, Season 4"],
    ["mercy season 3", "seasons/3?hero=mercy", "Mercy, Season 3"],
    ["tank nerfs season 2", "seasons/2?side=nerfed&role=tank", "Tank, nerfs, Season 2"],
    ["dva damage nerfs", "heroes/dva?side=nerfed#history", "D.Va, nerfs"],
  ])("says what it understood of %s", (query, path, understood) => {
    expect(find(query)).toMatchObject({ isGuess: false, understood });
    expect(first(query)?.path).toBe(path);
  });

  it("has the kit of a hero after its name, before names that only begin so", () => {
    const kit = byId(data.heroes, "ana").abilities.map(({ id }) => `heroes/ana#${id}`);
    const paths = find("ana").found.map(({ path }) => path);
    expect(paths.slice(0, 1 + kit.length)).toEqual(["heroes/ana", ...kit]);
  });

  it("takes a single letter for a whole word where others follow it", () => {
    const heroes = find("d.va", 99).found.flatMap(({ hero }) => hero?.monogram ?? []);
    expect(new Set(heroes)).toEqual(new Set(["Dv", "Dm"]));
    expect(first("sleep d")?.path).toBe("heroes/ana#sleep-dart");
  });

  it("has heroes first that begin so", () => {
    expect(
      find("an")
        .found.slice(0, 2)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(["heroes/ana", "heroes/anran"]);
  });

  it("guesses what was meant, and says that it is a guess", () => {
    for (const [query, path] of [
      ["renihardt", "heroes/reinhardt"],
      ["counter to genji", "heroes/genji"], // what of it has a page
      ["torbjron", "heroes/torbjorn"],
      ["biotic granade", "heroes/ana#biotic-grenade"],
      // as the API suggests, by edits, days and parts of names
      ["루시오", "heroes/lucio"],
      ["2026-10-07", "patches/2026-10-06"],
      ["soldier 67", "heroes/soldier-76"],
    ] as const) {
      expect(find(query).isGuess).toBe(true);
      expect(first(query)?.path).toBe(path);
    }
  });

  it.each(["", "zzzzzzzz", "x".repeat(5000), "!?", "pythom", "pick rate", "doctor"])(
    "finds nothing for %j",
    (query) => {
      expect(find(query).found).toEqual([]);
      expect(find(query).isGuess).toBe(false);
    },
  );
});
