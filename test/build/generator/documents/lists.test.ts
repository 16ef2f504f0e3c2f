import { expect, it } from "vitest";
import { NamesByDay } from "../../../../build/cli/terminal/names-of-day.ts";
import { namesOf } from "../../../../build/client/names.ts";
import { byId } from "../../../../build/core/by-id.ts";
import { healthOf, stateAsOf } from "../../../../build/core/game/state-as-of.ts";
import { isSure } from "../../../../build/core/game/words.ts";
import type {
  ChangeList,
  HeroHistoryList,
  HeroList,
  MapList,
  ModeList,
  NameList,
  OtherMapList,
  PatchList,
} from "../../../../build/core/schema/lists.ts";
import { Site } from "../../../../build/core/site/site.ts";
import { heroSpellings } from "../../../../build/core/spelling/spellings.ts";
import { addLists } from "../../../../build/generator/documents/lists.ts";
import { fullGameAsOf } from "../../../../build/generator/full/full-game.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";
import { ADDRESSES, REAL_GAME } from "../../../helpers/real-game.ts";

function listsOf(game: typeof REAL_GAME) {
  const site = new Site();
  addLists(site, game);
  return <List>(path: string) => site.documentAt(path) as List;
}

const listAt = listsOf(REAL_GAME);
const HEROES = listAt<HeroList>("/lists/heroes.json");

it("heroes are listed with names, role, release and last change", () => {
  const { patch } = byId(REAL_GAME.heroes, "ana");
  expect(byId(HEROES.data, "ana")).toEqual({
    id: "ana",
    name: "Ana",
    names: { en: "Ana", ko: "아나", zh: "安娜" },
    role: "support",
    subrole: "tactician",
    monogram: "An",
    patch,
    release: { date: "2016-07-19", number: 22 },
  });
  expect(HEROES.meta).toEqual({ patch: REAL_GAME.patch, count: REAL_GAME.heroes.length });
});

it("maps have the patch that brought them, or none, and their stages", () => {
  const { data } = listAt<MapList>("/lists/maps.json");
  expect(byId(data, "aatlis")).toMatchObject({
    release: { date: "2025-06-24", patch: "2025-06-24" },
    stages: [],
  });
  expect(byId(data, "ilios")).toMatchObject({ release: null });
  const names = { en: "Ilios Well", de: "Ilios – Brunnen" };
  expect(byId(data, "ilios")).toMatchObject({
    country: "GR",
    stages: [{ name: "Lighthouse" }, { name: "Ruins" }, { id: "well", name: "Well", names }],
  });
  const staged = data.filter(({ stages }) => stages.length > 0);
  expect(new Set(staged.map(({ mode, stages }) => `${mode}: ${stages.length}`))).toEqual(
    new Set(["control: 3"]),
  );
});

it("modes and other maps are those that match logs name", () => {
  const { data: modes, sources } = listAt<ModeList>("/lists/modes.json");
  expect(sources.map(({ family }) => family)).toEqual(["overfast", "Zezombye/overpy"]);
  expect(modes.filter(({ core }) => core).map(({ id }) => id)).toEqual(
    REAL_GAME.modes.map(({ id }) => id),
  );
  expect(byId(modes, "assault")).toMatchObject({ name: "Assault", core: false });
  expect(byId(modes, "control")).toMatchObject({ names: { en: "Control", ko: "쟁탈" } });
  const { data: maps } = listAt<OtherMapList>("/lists/other-maps.json");
  expect(byId(maps, "hanamura")).toMatchObject({
    names: { en: "Hanamura", ja: "HANAMURA" },
    until: "2022-10-04",
  });
  expect(maps.filter(({ id }) => REAL_GAME.maps.some((map) => map.id === id))).toEqual([]);
});

it("patches are listed with their season, and how many changes they have beside whole kits", () => {
  const { data } = listAt<PatchList>("/lists/patches.json");
  const { changes } = byId(REAL_GAME.patches, "2023-11-14");
  expect(byId(data, "2023-11-14").changes).toBe(changes.length - 1);
  expect(byId(data, "2026-09-08")).toMatchObject({ season: "2026-08-11" });
  expect(byId(data, "2016-06-14")).toMatchObject({ season: "2016-05-24" });
});

it("changes have no more of a kit than names, and names of what is gone", () => {
  const { data, names, gone } = listAt<ChangeList>("/lists/changes.json");
  const { changes } = byId(data, "2026-10-06");
  const kit = changes.find(({ target }) => target === "heroes/roadhog/abilities");
  expect(kit?.to).toContainEqual({ name: "Chain Hook" });
  expect(changes.find(({ target }) => target === "heroes/doctrine")?.to).toEqual({});
  expect(changes.find(({ target }) => target === "heroes/doctrine")).toMatchObject({ gap: true });
  expect(gone).toEqual(expect.arrayContaining(["maps/hanamura", "roles/offense"]));
  expect(names).toMatchObject({
    "heroes/dva": "D.Va",
    "maps/temple-of-anubis": "Temple of Anubis",
  });
});

it("names mean the same to readers of documents and to gamedata lookup", () => {
  const { heroes } = REAL_GAME;
  const list = listAt<NameList>("/lists/names.json");
  const read = namesOf({ ...list, heroes });
  const { names } = new NamesByDay(REAL_DATA).of(undefined);
  const asked = [...heroes.flatMap(heroSpellings), ...list.absent.map(({ name }) => name)].filter(
    (_, at) => at % 40 === 0,
  ); // each takes its time
  expect(asked.map(read.meanings)).toEqual(asked.map(names.meanings));
});

it("names have variants and stages with theirs, and what is absent", () => {
  const { heroes, maps, absent, logNames } = listAt<NameList>("/lists/names.json");
  expect(byId(heroes, "cassidy").aliases).toContain("McCree");
  const [winter] = byId(maps, "kings-row").variants;
  expect(winter?.aliases).toContain("왕의 길 겨울");
  const { variants } = byId(REAL_GAME.maps, "kings-row");
  expect(variants[0]?.aliases).toContain("왕의 길 (겨울)"); // in details, with every form
  expect(byId(byId(maps, "ilios").stages ?? [], "ruins").aliases).toContain("Ilios Ruins");
  expect(absent.map(({ path }) => path)).toContain("heroes/orisa/abilities/halt");
  expect(logNames?.teams["1"]).toContain("1팀");
});

it.each(["2018-01-01", "2023-06-20", REAL_GAME.patch])(
  "kits of all heroes have the numbers of their histories: %s",
  (day) => {
    const { data } = listAt<HeroHistoryList>("/history/heroes.json");
    for (const history of REAL_GAME.histories().heroes) {
      const [kit, whole] = [stateAsOf(byId(data, history.id), day), stateAsOf(history, day)];
      expect(kit?.patch).toBe(whole?.patch);
      expect(kit && healthOf(kit.health)).toEqual(whole && healthOf(whole.health));
      expect(kit?.health.map(({ gap }) => gap === true)).toEqual(
        whole?.health.map(({ gap, sure }) => gap !== undefined || !isSure(sure)),
      );
      const numbers = whole?.abilities.map(({ figures }) =>
        figures.flatMap(({ field, unit, value, gap, sure }) =>
          typeof value === "number"
            ? [[field, unit, value, gap !== undefined || !isSure(sure)]]
            : [],
        ),
      );
      const listed = kit?.abilities.map(({ figures }) =>
        figures.map(({ field, unit, value, gap }) => [field, unit, value, gap === true]),
      );
      expect(listed).toEqual(numbers);
    }
  },
);

it("what is not known has its field, and the day up to which nothing is known to have changed", () => {
  const { data, labels, checkedUntil } = listAt<HeroHistoryList>("/history/heroes.json");
  expect(labels).toMatchObject({ ammo: "ammunition", fireRate: "rate of fire" });
  expect(checkedUntil).toBe(REAL_DATA.game.lastChecked);
  const sombra = stateAsOf(byId(data, "sombra"), REAL_GAME.patch);
  expect(sombra?.abilities.flatMap(({ unknown = [] }) => unknown)).toContain("cooldown");
  const then = listsOf(fullGameAsOf(REAL_DATA, "2021-07-20", ADDRESSES));
  expect(then<HeroHistoryList>("/history/heroes.json").checkedUntil).toBe("2021-07-20");
  expect(then<OtherMapList>("/lists/other-maps.json").data.map(({ id }) => id)).not.toContain(
    "hanamura",
  );
});
