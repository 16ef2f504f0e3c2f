import { describe, expect, it } from "vitest";
import { onlyIn } from "../../../../build/cli/maintain/compare-data.ts";
import {
  type Recording,
  type RecordOptions,
  recordPatch,
} from "../../../../build/cli/maintain/record-patch.ts";
import type { HeroFile } from "../../../../build/core/schema/hero.ts";
import type { PatchFile } from "../../../../build/core/schema/patch.ts";
import { type GameData, newestPatch } from "../../../../build/generator/data/game-data.ts";
import { heroStateOf } from "../../../../build/generator/history/timeline.ts";
import { REAL_DATA as REAL } from "../../../helpers/real-data.ts";
import * as edits from "./edits.ts";
import { addTea, COOLDOWN, find, HEALTH, heroOf, setCooldown } from "./edits.ts";

type Edit = edits.Edit<GameData>;

const { refusal, setHealth } = edits;
const ANA = heroOf(REAL, "ana");
const WAS = ANA.health.standard;
const cooldownOfToday = find(ANA.abilities, "sleep-dart").cooldown;
const HEAD = "heroes/ana/hitVolume/head";

/** A day after every recorded patch. */
const DAY = "2099-01-01";
const WISH: RecordOptions = { patch: DAY, kind: "hotfix", name: "Hotfix: Ana", day: DAY };
const nothing: Edit = () => {};

/** A kit of Ana as patches record it. */
function kitOf(abilities: HeroFile["abilities"]) {
  return heroStateOf({ ...ANA, abilities }).abilities.map(({ figures: _, ...ability }) => ability);
}

/** A copy of data, edited as a maintainer edits the files. */
function edited(change: Edit, data = REAL) {
  const { patches, ...rest } = data; // no edit changes a patch that is recorded
  const copy = { ...structuredClone(rest), patches: [...patches] };
  change(copy);
  return copy;
}

function baselineOf(data: GameData) {
  return { label: "the last commit", ...data };
}

/** Records an edit of the real data, which is the baseline. */
function record(change: Edit, wish: Partial<RecordOptions> = {}): Recording {
  return recordPatch(edited(change), baselineOf(REAL), { ...WISH, ...wish });
}

/** Data with a recorded patch. */
function withPatch(data: GameData, patch: PatchFile) {
  return {
    ...data,
    patches: [...data.patches.filter(({ id }) => id !== patch.id), structuredClone(patch)],
  };
}

/** Records an edit, then another one into the same patch, before either is committed. */
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

describe("a new patch", () => {
  it("has its keys in the order of the other files, and null for what was not given", () => {
    const { patch, added, isNew } = record(setHealth(1));
    expect(Object.entries(patch)).toEqual([
      ["$schema", "../schemas/patch.json"],
      ["id", DAY],
      ["date", DAY],
      ["kind", "hotfix"],
      ["name", "Hotfix: Ana"],
      ["sourceUrl", null],
      ["summary", null],
      ["completeness", { state: "partial", missing: expect.any(String) }],
      ["changes", [{ target: HEALTH, from: WAS, to: 1 }]],
    ]);
    expect([isNew, added]).toEqual([true, patch.changes]);
  });

  it("is partial until somebody says that it is complete, or what is missing", () => {
    const missing = "the notes of the Korean server";
    expect(record(setHealth(1), { complete: true }).patch.completeness.state).toBe("complete");
    expect(record(setHealth(1), { missing }).patch.completeness).toMatchObject({ missing });
    expect(refusal(() => record(setHealth(1), { complete: true, missing }))).toBe(
      "--complete and --missing contradict each other; keep one of the two",
    );
  });
});

describe("recording again", () => {
  const about = { note: "As tested.", scope: "5v5" as const, source: "https://example.org/ana" };
  const unmodelled = { target: HEAD, from: 75, to: 80, note: "As tested." };
  const health = { target: HEALTH, from: WAS, to: 1 };

  it.each<[what: string, recording: () => Recording, changes: object[]]>([
    [
      "adds after what is recorded",
      () => recordTwice(setCooldown(99), setHealth(1)),
      [{ target: COOLDOWN, from: cooldownOfToday, to: 99 }, health],
    ],
    [
      "keeps the note, scope and source of a value that changed again",
      () =>
        recordTwice(setHealth(2), setHealth(1), {}, ({ changes: [change] }) =>
          Object.assign(change ?? {}, about),
        ),
      [{ ...health, ...about }],
    ],
    [
      "keeps the changes of values that the files do not hold",
      () => recordTwice(setHealth(1), nothing, { summary: "x" }, (p) => p.changes.push(unmodelled)),
      [health, unmodelled],
    ],
    [
      "updates such a change in place, and keeps its note",
      () =>
        recordTwice(
          setHealth(1),
          nothing,
          { rows: [{ target: HEAD, from: 75, to: 85 }] },
          ({ changes }) => changes.unshift(unmodelled),
        ),
      [{ ...unmodelled, to: 85 }, health],
    ],
    [
      "replaces the change of a part with that of the whole kit",
      () => recordTwice(setCooldown(99), addTea),
      [{ target: "heroes/ana/abilities", from: kitOf(ANA.abilities), to: expect.anything() }],
    ],
  ])("%s", (_what, recording, changes) => {
    expect(recording().patch.changes).toEqual(changes);
    expect(recording().isNew).toBe(false);
  });

  it("drops a change whose value went back", () => {
    const { patch, dropped } = recordTwice((data) => {
      setHealth(1)(data);
      setCooldown(99)(data);
    }, setHealth(WAS));
    expect([patch.changes, dropped].map(([change]) => change?.target)).toEqual([COOLDOWN, HEALTH]);
    const [only] = recordTwice(setHealth(1), setHealth(WAS)).dropped;
    expect(only?.target).toBe(HEALTH);
  });

  it("keeps what is not given again, and replaces what is", () => {
    const known = {
      sourceUrl: "https://example.org/1",
      summary: "One.",
      sources: [{ url: "https://example.org/2" }],
      completeness: { state: "partial", missing: "The Korean notes." },
    };
    const keep = (written: PatchFile) => Object.assign(written, known);
    expect(recordTwice(setHealth(1), setHealth(2), {}, keep).patch).toMatchObject(known);
    const { kind: _, name: __, ...plain } = WISH;
    const data = withPatch(edited(setHealth(1)), record(setHealth(1)).patch);
    const source = "https://example.org/3";
    expect(
      recordPatch(data, baselineOf(REAL), { ...plain, source, summary: "Three." }),
    ).toMatchObject({
      patch: { kind: "hotfix", name: "Hotfix: Ana", sourceUrl: source, summary: "Three." },
      added: [],
    });
  });

  it.each([
    ["season", "Season 6: Frost", { number: 6, title: "Frost" }],
    ["season", "Season 6", { number: 6 }],
    ["season", "Winter Wonderland", undefined],
    ["hotfix", "Season 6: Hotfix", undefined],
  ])("has number and title of the %s that is called %s", (kind, name, season) => {
    expect(record(setHealth(1), { kind, name }).patch.season).toEqual(season);
  });
});

describe("a second patch of the day", () => {
  /** The real data with a patch for each of these names, on one day, nothing of it committed. */
  function dayWith(...names: string[]) {
    return names.reduce((data, name, at) => {
      const next = edited(setHealth(1000 + at), data);
      return withPatch(next, recordPatch(next, baselineOf(REAL), { ...WISH, name }).patch);
    }, REAL);
  }

  const recordOn = (data: GameData, wish: Partial<RecordOptions>) =>
    recordPatch(edited(setHealth(2), data), baselineOf(REAL), { ...WISH, ...wish });

  it.each([
    ["gets -b by its other name", ["One"], { name: "Two" }, "-b"],
    ["gets -c after two", ["One", "Two"], { name: "Three" }, "-c"],
    ["may be given with its suffix", ["One"], { patch: `${DAY}-b`, name: "Two" }, "-b"],
  ])("%s", (_what, names, wish, suffix) => {
    const { patch, isNew } = recordOn(dayWith(...names), wish);
    expect(patch).toMatchObject({ id: DAY + suffix, date: DAY, name: wish.name });
    expect(isNew).toBe(true);
    if (suffix === "-b") expect(patch.changes).toEqual([{ target: HEALTH, from: 1000, to: 2 }]);
  });

  it.each([
    [
      "another name",
      () => dayWith("One", "Two"),
      { patch: `${DAY}-b`, name: "Second" },
      `--name: patch ${DAY}-b is recorded with the name "Two", not "Second"; to change that, ` +
        `edit patches/${DAY}-b.json`,
    ],
    [
      "a suffix after -z",
      () => withPatch(REAL, { ...dayWith("One").patches.at(-1), id: `${DAY}-z` } as PatchFile),
      { name: "One too many" },
      `PATCH: ${DAY}-z already has the last possible suffix`,
    ],
    [
      "the first patch of the day, which is not the newest",
      () => dayWith("One", "Two"),
      { name: "One" },
      `PATCH: ${DAY} is recorded, and not the newest recorded patch, ${DAY}-b; only the ` +
        "newest can be recorded or added to, because the data describes it; a forgotten patch is " +
        "a file that you write by hand",
    ],
  ])("refuses %s", (_what, data, wish, message) => {
    expect(refusal(() => recordOn(data(), wish))).toBe(message);
  });
});

describe("what is not committed yet", () => {
  const correctHealth =
    (from: number, to: number): Edit =>
    (data) => {
      data.corrections.push({ date: DAY, target: HEALTH, from, to, reason: "It was wrong." });
      setHealth(to)(data);
    };
  const first = edited(setHealth(1));
  const earlier = recordPatch(first, baselineOf(REAL), WISH).patch;
  const corrected = { ...earlier, changes: [{ target: HEALTH, from: WAS, to: 3 }] };
  const cooldown = [{ target: COOLDOWN, from: cooldownOfToday, to: 99 }];

  it.each([
    ["a patch", edited(setCooldown(99), withPatch(first, earlier)), cooldown],
    ["a correction", edited(setCooldown(99), edited(correctHealth(WAS, 1))), cooldown],
    [
      "a correction of an uncommitted patch",
      edited(setCooldown(99), edited(correctHealth(1, 3), withPatch(first, corrected))),
      cooldown,
    ],
  ])("is not recorded again where it is in %s", (_what, data, changes) => {
    const wish = { ...WISH, patch: "2099-01-02" };
    expect(recordPatch(data, baselineOf(REAL), wish).patch.changes).toEqual(changes);
  });
});

it("the order of keys is no difference", () => {
  expect(onlyIn([{ from: 1, to: [2] }], [{ to: [2], from: 1 }])).toEqual([]);
});

describe("a record is refused", () => {
  const newest = newestPatch(REAL);
  const onlyNewest =
    `the newest recorded patch, ${newest}; only the newest can be recorded or added to, because ` +
    "the data describes it; a forgotten patch is a file that you write by hand";

  it.each<[what: string, wish: Partial<RecordOptions>, message: string]>([
    ...["2099-02-29", "2099-01-01-a"].map((patch): [string, Partial<RecordOptions>, string] => [
      `without a real date: "${patch}"`,
      { patch },
      `PATCH: "${patch}" is not a patch id; expected its date, such as 2026-08-11, or ` +
        "2026-08-11-b",
    ]),
    ["of an older patch", { patch: "2026-01-02" }, `PATCH: 2026-01-02 is older than ${onlyNewest}`],
    [
      "with every mistake on its own line",
      { patch: "2099-02-30", kind: "hotfx", name: "", source: "notes", summary: "" },
      expect.stringMatching(/^(--|PATCH).*(\n--.*){4}$/),
    ],
  ])("%s", (_what, wish, message) => {
    expect(refusal(() => record(setHealth(1), wish))).toEqual(message);
  });

  it("where nothing differs", () => {
    expect(refusal(() => record(nothing))).toBe(
      "nothing to record: nothing differs from the recorded state (compared with the last " +
        "commit); edit the values first, or use --empty for a patch that changes none of them",
    );
    expect(refusal(() => recordTwice(setHealth(1), nothing))).toBe(
      `nothing to record: nothing has changed since patch ${DAY} was recorded (compared ` +
        "with the last commit)",
    );
  });
});
