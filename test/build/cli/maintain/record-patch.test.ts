import { describe, expect, it } from "vitest";
import type { Baseline } from "../../../../build/cli/maintain/baseline.ts";
import { parseValue } from "../../../../build/cli/maintain/given-changes.ts";
import { RecordError } from "../../../../build/cli/maintain/record-error.ts";
import {
  type Recording,
  type RecordOptions,
  recordPatch,
} from "../../../../build/cli/maintain/record-patch.ts";
import type { Ability, HeroFile } from "../../../../build/core/schema/hero.ts";
import type { PatchFile } from "../../../../build/core/schema/patch.ts";
import { heroStateOf } from "../../../../build/generator/data/hero-state.ts";
import { type GameData, newestPatch, stateOf } from "../../../../build/generator/data/reference.ts";
import { sortFigures } from "../../../../build/generator/history/draft.ts";
import { REAL_DATA as REAL } from "../../../helpers/real-data.ts";

const ANA = heroOf(REAL, "ana");
const HEALTH = "heroes/ana/health/standard";
const DAMAGE = "heroes/ana/hitVolume/head";

/** A day after every recorded patch. */
const DAY = "2099-01-01";
const WISH: RecordOptions = { patch: DAY, kind: "hotfix", name: "Hotfix: Ana" };

type Edit = (data: GameData) => void;

function find<T extends { id: string }>(list: readonly T[], id: string): T {
  const found = list.find((element) => element.id === id);
  if (found === undefined) throw new Error(`the real data has no ${id}`);
  return found;
}

function heroOf(data: GameData, id: string): HeroFile {
  return find(data.heroes, id);
}

/** A kit of Ana's as patches record it. */
function kitOf(abilities: HeroFile["abilities"]) {
  return heroStateOf({ ...ANA, abilities }).abilities;
}

/** The figures of an ability of Ana's that goes: they go before it. */
function figuresGone({ id, figures = {} }: HeroFile["abilities"][number]): object[] {
  return Object.entries(sortFigures(figures)).map(([field, from]) => ({
    target: `heroes/ana/abilities/${id}/${field}`,
    from,
  }));
}

/** A copy of data, edited as a maintainer edits the files. */
function edited(change: Edit, data = REAL): GameData {
  const { patches, ...rest } = data; // no edit changes a patch that is recorded
  const copy = { ...structuredClone(rest), patches: [...patches] };
  change(copy);
  return copy;
}

function baselineOf(data: GameData): Baseline {
  const { patches, corrections } = data;
  return { label: "the last commit", state: structuredClone(stateOf(data)), patches, corrections };
}

/** Records an edit of the real data, which is the baseline. */
function record(change: Edit, wish: Partial<RecordOptions> = {}): Recording {
  return recordPatch(edited(change), baselineOf(REAL), { ...WISH, ...wish });
}

/** Data in which a recorded patch has been written down. */
function withPatch(data: GameData, patch: PatchFile): GameData {
  return {
    ...data,
    patches: [...data.patches.filter(({ id }) => id !== patch.id), structuredClone(patch)],
  };
}

/** Records an edit, then another one onto what was recorded, as two runs before one commit. */
function recordTwice(
  first: Edit,
  second: Edit,
  wish: Partial<RecordOptions> = {},
  touch: (patch: PatchFile) => void = () => {},
) {
  const data = edited(first);
  const { patch } = recordPatch(data, baselineOf(REAL), WISH);
  touch(patch);
  return recordPatch(edited(second, withPatch(data, patch)), baselineOf(REAL), {
    ...WISH,
    ...wish,
  });
}

/** What the maintainer is told instead of a recording. */
function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof RecordError) return error.message;
    throw error;
  }
  throw new Error("it was not refused");
}

const setHealth =
  (standard: number): Edit =>
  (data) => {
    heroOf(data, "ana").health.standard = standard;
  };

const setCooldown =
  (cooldown: number | null): Edit =>
  (data) => {
    find(heroOf(data, "ana").abilities, "sleep-dart").cooldown = cooldown;
  };

const nothing: Edit = () => {};
const COOLDOWN = "heroes/ana/abilities/sleep-dart/cooldown";
const cooldownOfToday = find(ANA.abilities, "sleep-dart").cooldown;
const TEA: Ability = { id: "tea", kind: "passive", name: "Tea", description: null, cooldown: null };

describe("a recorded patch", () => {
  it("has the id, date, kind and name that it is told, and one change per changed value", () => {
    const { patch } = record(setHealth(1), {
      source: "https://example.org/notes",
      summary: "Ana is frail.",
    });
    expect(patch).toEqual({
      $schema: "../schemas/patch.json",
      id: DAY,
      date: DAY,
      kind: "hotfix",
      name: "Hotfix: Ana",
      sourceUrl: "https://example.org/notes",
      summary: "Ana is frail.",
      completeness: {
        state: "partial",
        missing: "nobody has said yet that the official notes were read whole",
      },
      changes: [{ target: HEALTH, from: ANA.health.standard, to: 1 }],
    });
  });

  it("has its keys in the order of the other patch files", () => {
    const { patch } = record(setHealth(1), {
      source: "https://example.org/notes",
      summary: "Ana is frail.",
    });
    expect(Object.keys(patch)).toEqual([
      "$schema",
      "id",
      "date",
      "kind",
      "name",
      "sourceUrl",
      "summary",
      "completeness",
      "changes",
    ]);
    expect(patch.changes.map((change) => Object.keys(change))).toEqual([["target", "from", "to"]]);
  });

  it("has null for the source and the summary that were not given", () => {
    expect(record(setHealth(1)).patch).toMatchObject({ sourceUrl: null, summary: null });
  });

  it("has the changes of several values in the order of the data", () => {
    const { patch } = record((data) => {
      find(find(data.roles, "tank").subroles, "bruiser").passive = "Hits harder.";
      find(data.maps, "ilios").mode = "push";
      heroOf(data, "zenyatta").role = "tank";
      heroOf(data, "zenyatta").subrole = "stalwart";
      heroOf(data, "ana").names.zh = "安";
      setCooldown(null)(data);
    });
    const { role, subrole } = heroOf(REAL, "zenyatta");
    expect(patch.changes).toEqual([
      { target: "heroes/ana/names/zh", from: ANA.names.zh, to: "安" },
      { target: COOLDOWN, from: cooldownOfToday, to: null },
      { target: "heroes/zenyatta/role", from: role, to: "tank" },
      { target: "heroes/zenyatta/subrole", from: subrole, to: "stalwart" },
      { target: "maps/ilios/mode", from: "control", to: "push" },
      {
        target: "roles/tank/subroles/bruiser/passive",
        from: find(find(REAL.roles, "tank").subroles, "bruiser").passive,
        to: "Hits harder.",
      },
    ]);
  });

  it("is said to be new, with every change as one that was added", () => {
    const { patch, added, isNew } = record(setHealth(1));
    expect(isNew).toBe(true);
    expect(added).toEqual(patch.changes);
  });

  it.each<[what: string, edit: (kit: Ability[]) => unknown]>([
    ["came", (kit) => kit.push(TEA)],
    ["went", (kit) => kit.pop()],
    ["moved", (kit) => kit.push(...kit.splice(3, 1))],
  ])("has one change of the whole kit where an ability %s", (_what, edit) => {
    const kit = structuredClone(ANA.abilities);
    edit(kit);
    const { patch } = record((data) => {
      heroOf(data, "ana").abilities = kit;
    });
    const gone = ANA.abilities.filter(({ id }) => !kit.some((ability) => ability.id === id));
    expect(patch.changes).toEqual([
      ...gone.flatMap(figuresGone),
      { target: "heroes/ana/abilities", from: kitOf(ANA.abilities), to: kitOf(kit) },
    ]);
  });

  it("has a new hero with its whole state, without aliases and sources", () => {
    const state = heroStateOf(ANA);
    const { patch } = record(({ heroes }) =>
      heroes.push({ ...ANA, id: "amari", aliases: ["Horus"] }),
    );
    expect(patch.changes).toEqual([{ target: "heroes/amari", to: { ...state, id: "amari" } }]);
  });

  it("has a hero that is gone with its whole state before", () => {
    const state = heroStateOf(ANA);
    const { patch } = record((data) => {
      data.heroes = data.heroes.filter(({ id }) => id !== "ana");
    });
    expect(patch.changes).toEqual([{ target: "heroes/ana", from: state }]);
  });

  it("has a new map with its whole state, without aliases, variants and sources", () => {
    const { patch } = record(({ maps }) =>
      maps.push({ ...find(maps, "ilios"), id: "harbor", name: "Harbor" }),
    );
    expect(patch.changes).toEqual([
      { target: "maps/harbor", to: { id: "harbor", name: "Harbor", mode: "control" } },
    ]);
  });

  it("has no change for what is ours: aliases, variants and sources", () => {
    const { patch } = record(
      (data) => {
        heroOf(data, "ana").aliases.push("Nana");
        find(data.maps, "ilios").variants.push({ id: "winter", name: "Ilios (Winter)" });
        find(data.maps, "ilios").sources.push({ url: "https://example.org" });
      },
      { empty: true },
    );
    expect(patch.changes).toEqual([]);
  });

  it("may be without changes where that is said", () => {
    expect(record(nothing, { empty: true })).toMatchObject({
      patch: { id: DAY, changes: [] },
      added: [],
      isNew: true,
    });
  });
});

describe("recording again", () => {
  it("adds to the same patch, after what is in it", () => {
    const { patch, added, isNew } = recordTwice(setCooldown(99), setHealth(1));
    expect(isNew).toBe(false);
    expect(patch.changes.map(({ target }) => target)).toEqual([COOLDOWN, HEALTH]);
    expect(added).toEqual([{ target: HEALTH, from: ANA.health.standard, to: 1 }]);
  });

  it("keeps the notes, the scope and the source of a change whose value changed again", () => {
    const about = { note: "As tested.", scope: "5v5" as const, source: "https://example.org/ana" };
    const { patch } = recordTwice(setHealth(1), setHealth(2), {}, ({ changes: [change] }) => {
      Object.assign(change ?? {}, about);
    });
    expect(patch.changes).toEqual([{ target: HEALTH, from: ANA.health.standard, to: 2, ...about }]);
  });

  it("keeps the changes of values that the resources do not model", () => {
    const { patch } = recordTwice(setHealth(1), setCooldown(99), {}, ({ changes }) => {
      changes.unshift({ target: DAMAGE, from: 75, to: 80, note: "As tested." });
    });
    expect(patch.changes.map(({ target }) => target)).toEqual([DAMAGE, HEALTH, COOLDOWN]);
    expect(patch.changes[0]).toEqual({ target: DAMAGE, from: 75, to: 80, note: "As tested." });
  });

  it("drops a change whose value went back", () => {
    const both: Edit = (data) => {
      setHealth(1)(data);
      setCooldown(99)(data);
    };
    const { patch, dropped } = recordTwice(both, setHealth(ANA.health.standard));
    expect(patch.changes.map(({ target }) => target)).toEqual([COOLDOWN]);
    expect(dropped.map(({ target }) => target)).toEqual([HEALTH]);
  });

  it("puts a whole kit in the place of the change of its part", () => {
    const { patch } = recordTwice(setCooldown(99), (data) =>
      heroOf(data, "ana").abilities.push(TEA),
    );
    expect(patch.changes.map(({ target }) => target)).toEqual(["heroes/ana/abilities"]);
    expect(patch.changes[0]?.from).toEqual(kitOf(ANA.abilities));
  });

  it("puts a part's change in the place of the whole kit's, once the new ability is gone", () => {
    const { patch } = recordTwice(
      (data) => heroOf(data, "ana").abilities.push(TEA),
      (data) => {
        heroOf(data, "ana").abilities.pop();
        setCooldown(99)(data);
      },
    );
    expect(patch.changes).toEqual([{ target: COOLDOWN, from: cooldownOfToday, to: 99 }]);
  });

  it("updates a whole hero that came with this patch", () => {
    const { patch } = recordTwice(
      ({ heroes }) => heroes.push({ ...structuredClone(ANA), id: "amari" }),
      (data) => {
        heroOf(data, "amari").health.armor = 42;
      },
    );
    expect(patch.changes.map(({ target }) => target)).toEqual(["heroes/amari"]);
    expect(patch.changes[0]?.to).toMatchObject({ health: { ...ANA.health, armor: 42 } });
  });

  it("keeps the source, the summary and the further sources that are not given again", () => {
    const known = {
      sourceUrl: "https://example.org/1",
      summary: "One.",
      sources: [{ url: "https://example.org/2" }],
    };
    const { patch } = recordTwice(setHealth(1), setHealth(2), {}, (written) =>
      Object.assign(written, known),
    );
    expect(patch).toMatchObject(known);
  });

  it("takes the kind, the source and the summary that are given now", () => {
    const about = { source: "https://example.org/3", summary: "Three." };
    const now = { kind: "season", rename: true, ...about };
    const { patch } = recordTwice(setHealth(1), setHealth(2), now);
    expect(patch).toMatchObject({
      kind: "season",
      sourceUrl: "https://example.org/3",
      summary: "Three.",
    });
  });

  it("adds a source that was forgotten, where nothing else has changed", () => {
    const { patch, added } = recordTwice(setHealth(1), nothing, {
      source: "https://example.org/notes",
    });
    expect(patch.sourceUrl).toBe("https://example.org/notes");
    expect(added).toEqual([]);
  });

  it("works the same once the patch is committed", () => {
    const data = edited(setHealth(1));
    const committed = withPatch(data, recordPatch(data, baselineOf(REAL), WISH).patch);
    const { patch } = recordPatch(edited(setHealth(2), committed), baselineOf(committed), WISH);
    expect(patch.changes).toEqual([{ target: HEALTH, from: ANA.health.standard, to: 2 }]);
  });

  it("is refused where nothing has changed since", () => {
    expect(refusal(() => recordTwice(setHealth(1), nothing))).toBe(
      `nothing to record: nothing has changed since patch ${DAY} was recorded (compared ` +
        "with the last commit)",
    );
  });

  it("leaves no change where every value went back", () => {
    const { patch, dropped } = recordTwice(setHealth(1), setHealth(ANA.health.standard));
    expect(patch.changes).toEqual([]);
    expect(dropped.map(({ target }) => target)).toEqual([HEALTH]);
  });
});

describe("a second patch of the day", () => {
  /** The real data with a patch on each of these names, on one day, nothing of it committed. */
  function dayWith(...names: string[]): GameData {
    return names.reduce((data, name, at) => {
      const next = edited(setHealth(1000 + at), data);
      return withPatch(next, recordPatch(next, baselineOf(REAL), { ...WISH, name }).patch);
    }, REAL);
  }

  const recordOn = (data: GameData, wish: Partial<RecordOptions>) =>
    recordPatch(edited(setCooldown(99), data), baselineOf(REAL), { ...WISH, ...wish });

  it("gets the suffix -b by its other name", () => {
    expect(recordOn(dayWith("One"), { name: "Two" }).patch).toMatchObject({
      id: `${DAY}-b`,
      date: DAY,
    });
  });

  it("gets the suffix -c where there are two", () => {
    expect(recordOn(dayWith("One", "Two"), { name: "Three" }).patch).toMatchObject({
      id: `${DAY}-c`,
      date: DAY,
    });
  });

  it("starts from the state that the first one led to", () => {
    const { patch } = recordPatch(edited(setHealth(2), dayWith("One")), baselineOf(REAL), {
      ...WISH,
      name: "Two",
    });
    expect(patch.changes).toEqual([{ target: HEALTH, from: 1000, to: 2 }]);
  });

  it("is found again by its name", () => {
    const { patch, isNew } = recordOn(dayWith("One", "Two"), { name: "Two" });
    expect(isNew).toBe(false);
    expect(patch.id).toBe(`${DAY}-b`);
  });

  it("may be named by its suffix", () => {
    expect(recordOn(dayWith("One"), { patch: `${DAY}-b`, name: "Two" })).toMatchObject({
      patch: { id: `${DAY}-b`, date: DAY },
      isNew: true,
    });
  });

  it("may be renamed by its suffix, where that is said", () => {
    const wish = { patch: `${DAY}-b`, name: "Second" };
    expect(recordOn(dayWith("One", "Two"), { ...wish, rename: true })).toMatchObject({
      patch: { id: `${DAY}-b`, name: "Second" },
      renamed: [{ field: "name", from: "Two", to: "Second" }],
      isNew: false,
    });
    expect(refusal(() => recordOn(dayWith("One", "Two"), wish))).toBe(
      `--name: patch ${DAY}-b is recorded with the name "Two", not "Second"; say --rename ` +
        "to change that",
    );
  });

  it("can be followed by as many as there are letters", () => {
    const last: PatchFile = { ...dayWith("One").patches.at(-1), id: `${DAY}-z` } as PatchFile;
    expect(refusal(() => recordOn(withPatch(REAL, last), { name: "One too many" }))).toBe(
      `PATCH: ${DAY}-z is the last suffix there is`,
    );
  });

  it("shuts the first one", () => {
    expect(refusal(() => recordOn(dayWith("One", "Two"), { name: "One" }))).toBe(
      `PATCH: ${DAY} is recorded, and not the newest recorded patch, ${DAY}-b; only the ` +
        "newest can be recorded or added to, since the data is written as of it",
    );
  });
});

describe("how complete a new patch is", () => {
  it("is not known until somebody says that the notes were read whole", () => {
    expect(record(setHealth(1)).patch.completeness).toMatchObject({ state: "partial" });
    expect(record(setHealth(1), { complete: true }).patch.completeness).toEqual({
      state: "complete",
    });
  });

  it("is said with what the record lacks, and stays so when the patch is recorded again", () => {
    const missing = "the notes of the Korean server";
    const { patch } = recordTwice(setHealth(1), setHealth(2), {}, (first) => {
      first.completeness = { state: "partial", missing };
    });
    expect(patch.completeness).toEqual({ state: "partial", missing });
    expect(record(setHealth(1), { missing }).patch.completeness).toEqual(patch.completeness);
  });
});

describe("--changes", () => {
  const noted = { target: DAMAGE, from: 75, to: 80, note: "As tested.", source: "https://x.test" };

  it("adds changes with their notes, scopes and sources", () => {
    expect(record(nothing, { changes: [noted] }).patch.changes).toEqual([noted]);
  });

  it("gives a recorded change its place, what it does not say, and what is new of it", () => {
    const { patch } = recordTwice(
      setHealth(1),
      nothing,
      { changes: [{ target: DAMAGE, from: 75, to: 85, note: "Tested again." }] },
      ({ changes }) => {
        changes.unshift(noted);
      },
    );
    expect(patch.changes[0]).toEqual({ ...noted, to: 85, note: "Tested again." });
    expect(patch.changes).toHaveLength(2);
  });

  it("names every place that is wrong", () => {
    const changes = [{ target: "ana" }, { ...noted, comment: "unknown key" }];
    expect(refusal(() => record(nothing, { changes })).split("\n")).toEqual([
      expect.stringMatching(/^--changes: \[0\]\.target: /),
      expect.stringMatching(/^--changes: \[1\].comment: unknown key/),
    ]);
  });

  it("is no way to change a value that the files hold", () => {
    expect(refusal(() => record(nothing, { changes: [{ target: HEALTH, to: 1 }] }))).toBe(
      `--changes: ${HEALTH} is a value of the data files; edit it there, and record compares`,
    );
  });
});

describe("--change", () => {
  it.each<[text: string, sides: object]>([
    ["75:80", { from: 75, to: 80 }],
    ["-0.5:1e3", { from: -0.5, to: 1000 }],
    ["null:80", { from: null, to: 80 }],
    ["75:null", { from: 75, to: null }],
    ["false:true", { from: false, to: true }],
    ["slow:fast", { from: "slow", to: "fast" }],
    ['"75":"80"', { from: "75", to: "80" }],
    ["while airborne:on landing: once", { from: "while airborne", to: "on landing: once" }],
    ['"at dawn: slow":"at dusk: fast"', { from: "at dawn: slow", to: "at dusk: fast" }],
    ['{"hp":75}:{"hp":80,"armor":5}', { from: { hp: 75 }, to: { hp: 80, armor: 5 } }],
    ["[1,2]:[3]", { from: [1, 2], to: [3] }],
    [":80", { to: 80 }],
    [':{"hp":80}', { to: { hp: 80 } }],
    ["75:", { from: 75 }],
    ["a=b:c=d", { from: "a=b", to: "c=d" }],
  ])("reads what stands before and after: %s", (text, sides) => {
    expect(record(nothing, { change: [`${DAMAGE}=${text}`] }).patch.changes).toEqual([
      { target: DAMAGE, ...sides },
    ]);
  });

  it("may stand several times, after the changes of the data", () => {
    const { patch } = record(setHealth(1), {
      change: ["heroes/ana/6v6/health/armor=0:5", `${DAMAGE}=75:80`],
    });
    expect(patch.changes.map(({ target }) => target)).toEqual([
      HEALTH,
      "heroes/ana/6v6/health/armor",
      DAMAGE,
    ]);
  });

  it("corrects what was recorded by an earlier one, in its place and with its note", () => {
    const note = "As tested.";
    const { patch } = recordTwice(
      setHealth(1),
      nothing,
      { change: [`${DAMAGE}=75:85`] },
      ({ changes }) => {
        changes.unshift({ target: DAMAGE, from: 75, to: 80, note });
      },
    );
    expect(patch.changes[0]).toEqual({ target: DAMAGE, from: 75, to: 85, note });
    expect(patch.changes).toHaveLength(2);
  });

  it.each([
    ["heroes/ana/health/standard=250:275", HEALTH],
    ["heroes/ana/abilities/sleep-dart/cooldown=14:12", COOLDOWN],
    ["heroes/ana=:true", "heroes/ana"],
    ["maps/ilios/mode=control:push", "maps/ilios/mode"],
  ])("is no way to change a value that the files hold: %s", (change, target) => {
    expect(refusal(() => record(nothing, { change: [change] }))).toBe(
      `--change: ${target} is a value of the data files; edit it there, and record compares`,
    );
  });

  const expected =
    "expected TARGET=FROM:TO, such as heroes/ana/abilities/biotic-rifle/damage=75:80; a " +
    "new value is TARGET=:TO";

  it.each([
    "75:80",
    "=75:80",
    "damage=75:80",
    "heroes/Aña/damage=75:80",
    "heroes//damage=75:80",
    "perks/x=1:2",
  ])("is refused where it names no target: %s", (change) => {
    expect(refusal(() => record(nothing, { change: [change] }))).toBe(
      `--change: "${change}" names no target; ${expected}`,
    );
  });

  it.each([`${DAMAGE}=75`, `${DAMAGE}=`, `${DAMAGE}=:`])(
    "is refused where it has no value before and after: %s",
    (change) => {
      expect(refusal(() => record(nothing, { change: [change] }))).toBe(
        `--change: "${change}" has no value before and after; ${expected}`,
      );
    },
  );
});

describe("a value on the command line", () => {
  it.each<[text: string, value: unknown]>([
    ["250", 250],
    ["null", null],
    ["Ana", "Ana"],
    ['"250"', "250"],
    ["", ""],
  ])("is JSON where it is JSON, else the text itself: %s", (text, value) => {
    expect(parseValue(text)).toEqual(value);
  });
});

describe("what is not committed yet", () => {
  it("is no change of the new patch where an earlier patch records it", () => {
    const first = edited(setHealth(1));
    const data = withPatch(first, recordPatch(first, baselineOf(REAL), WISH).patch);
    const { patch } = recordPatch(edited(setCooldown(99), data), baselineOf(REAL), {
      ...WISH,
      patch: "2099-01-02",
    });
    expect(patch.changes).toEqual([{ target: COOLDOWN, from: cooldownOfToday, to: 99 }]);
  });

  it("is where the new patch starts from, where an earlier patch records it", () => {
    const first = edited(setHealth(1));
    const data = withPatch(first, recordPatch(first, baselineOf(REAL), WISH).patch);
    const { patch } = recordPatch(edited(setHealth(2), data), baselineOf(REAL), {
      ...WISH,
      patch: "2099-01-02",
    });
    expect(patch.changes).toEqual([{ target: HEALTH, from: 1, to: 2 }]);
  });

  const correctHealth =
    (from: number, to: number): Edit =>
    (data) => {
      data.corrections.push({ date: DAY, target: HEALTH, from, to, reason: "It was wrong." });
      setHealth(to)(data);
    };

  it("is no change of the new patch where it is a correction", () => {
    const { patch } = record((data) => {
      correctHealth(ANA.health.standard, 1)(data);
      setCooldown(99)(data);
    });
    expect(patch.changes.map(({ target }) => target)).toEqual([COOLDOWN]);
  });

  it("is where the new patch starts from, where it is a correction", () => {
    const { patch } = record((data) => {
      correctHealth(ANA.health.standard, 1)(data);
      setHealth(2)(data);
    });
    expect(patch.changes).toEqual([{ target: HEALTH, from: 1, to: 2 }]);
  });

  it("is no change of the new patch where it corrects an earlier uncommitted patch", () => {
    const first = edited(setHealth(1));
    const { patch: earlier } = recordPatch(first, baselineOf(REAL), WISH);
    const corrected = {
      ...earlier,
      changes: [{ target: HEALTH, from: ANA.health.standard, to: 3 }],
    };
    const data = edited(
      (copy) => {
        correctHealth(1, 3)(copy);
        setCooldown(99)(copy);
      },
      withPatch(first, corrected),
    );
    const { patch } = recordPatch(data, baselineOf(REAL), { ...WISH, patch: "2099-01-02" });
    expect(patch.changes.map(({ target }) => target)).toEqual([COOLDOWN]);
  });
});

describe("a wish that cannot be met", () => {
  it("is refused where nothing differs", () => {
    expect(refusal(() => record(nothing))).toBe(
      "nothing to record: nothing differs from the recorded state (compared with the last " +
        "commit); edit the values first, or say --empty for a patch that changes none of them",
    );
  });

  it.each(["2099-02-29", "2099-13-01", "2099-1-1", "2099-01-01-a", "2099-01-01-bb", "today", ""])(
    "is refused where the patch is not named by a real date: %s",
    (patch) => {
      expect(refusal(() => record(setHealth(1), { patch }))).toBe(
        `PATCH: "${patch}" is no patch id; expected its date, such as 2026-08-11, or 2026-08-11-b`,
      );
    },
  );

  it("is refused where the patch is older than the newest one", () => {
    expect(refusal(() => record(setHealth(1), { patch: "2026-01-02" }))).toBe(
      `PATCH: 2026-01-02 is older than the newest recorded patch, ${newestPatch(REAL)}; ` +
        "only the newest can be recorded or added to, since the data is written as of it",
    );
  });

  it("is refused where the patch is recorded and not the newest one", () => {
    expect(
      refusal(() => record(setHealth(1), { patch: "2026-08-12", name: "Hotfix: D.Mon buffs" })),
    ).toBe(
      "PATCH: 2026-08-12 is recorded, and not the newest recorded patch, " +
        `${newestPatch(REAL)}; only the newest can be recorded or added to, since the data ` +
        "is written as of it",
    );
  });

  it.each(["hotfx", "Hotfix", "", "season "])(
    "is refused where the kind is none of the three: %s",
    (kind) => {
      expect(refusal(() => record(setHealth(1), { kind }))).toBe(
        `--kind: "${kind}" is none of season, mid-season, hotfix`,
      );
    },
  );

  it.each(["", " ", "two\nlines", " Hotfix"])(
    "is refused where the name is no line of text: %j",
    (name) => {
      expect(refusal(() => record(setHealth(1), { name }))).toBe(
        "--name: expected one line of text",
      );
    },
  );

  it.each(["", "two\nlines"])("is refused where the summary is no line of text: %j", (summary) => {
    expect(refusal(() => record(setHealth(1), { summary }))).toBe(
      "--summary: expected one line of text",
    );
  });

  it.each(["", "example.org", "ftp://example.org/notes", "/notes"])(
    "is refused where the source is no address: %s",
    (source) => {
      expect(refusal(() => record(setHealth(1), { source }))).toBe(
        `--source: "${source}" is no address; expected an absolute http or https address`,
      );
    },
  );

  it("is told of everything that is wrong with it at once", () => {
    const wish = { patch: "2099-02-30", kind: "hotfx", name: "", source: "notes", summary: "" };
    expect(refusal(() => record(setHealth(1), wish)).split("\n")).toHaveLength(5);
  });
});
