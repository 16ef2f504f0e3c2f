import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSheet } from "../../../../build/cli/maintain/read-sheet.ts";
import { type OlderRecording, recordOlder } from "../../../../build/cli/maintain/record-older.ts";
import type { PatchFile, RecordedChange } from "../../../../build/core/schema/patch.ts";
import { checkValues, wholeData } from "../../../../build/generator/data/check-data.ts";
import { checkHistory } from "../../../../build/generator/data/checks/rebuild-proof.ts";
import { stateOf } from "../../../../build/generator/data/reference.ts";
import { patchOf } from "../../data-copies.ts";
import { REAL, untouchedFigures, valuesIn } from "./corrected.ts";

const GRENADE = "heroes/ana/abilities/biotic-grenade/cooldown";
const NOTHING_ELSE = { figures: [], exceptions: [], gaps: [] };

/** A patch of a day without one, before the newest that changed the grenade. */
const patch = (changes: RecordedChange[], id = "2025-09-01") => patchOf(id, changes);

function recorded(patches: PatchFile[], options = {}): OlderRecording {
  return recordOlder(REAL, { ...NOTHING_ELSE, patches }, options);
}

function problemsOf({ data, issues }: OlderRecording): string[] {
  return [...issues, ...checkValues(data), ...checkHistory(data)].map(({ message }) => message);
}

function figureOf(recording: OlderRecording, ability: string, field: string): unknown {
  const hero = recording.data.heroes.find(({ value }) => value.id === "widowmaker")?.value;
  return hero?.abilities.find(({ id }) => id === ability)?.figures?.[field];
}

describe("a patch that was forgotten", () => {
  it("is added where it belongs, and the states before it are carried back", () => {
    const [target = ""] = untouchedFigures();
    const [, hero = "", , ability = "", field = ""] = target.split("/");
    const [to] = valuesIn([stateOf(wholeData(REAL))], target);
    const recording = recorded([patch([{ target, from: 1234, to }])]);
    expect(problemsOf(recording)).toEqual([]);
    expect([...recording.files.keys()].sort()).toEqual(["oldest.json", "patches/2025-09-01.json"]);
    expect(recording.data.oldest?.value.heroes[hero]?.figures?.[ability]?.[field]).toBe(1234);
  });

  it("carries back a value that an older patch brought in a whole hero", () => {
    const target = "heroes/mauga/abilities/incendiary-chaingun/falloffRangeMin";
    const before = patch([]);
    const [now] = valuesIn([stateOf(wholeData(REAL))], target);
    const recording = recorded([
      patch([{ target, from: 20, to: 25 }], "2025-08-30"),
      { ...before, changes: [{ target, from: 25, to: now }] },
    ]);
    expect(problemsOf(recording)).toEqual([]);
    const arrival = recording.data.patches
      .flatMap(({ value }) => value.changes)
      .find((change) => change.target === "heroes/mauga");
    expect(arrival?.to).toMatchObject({
      figures: { "incendiary-chaingun": { falloffRangeMin: 20 } },
    });
  });

  it("changes nothing when it is recorded again", () => {
    const known = REAL.patches[3]?.value;
    const recording = recorded(known === undefined ? [] : [known]);
    expect([problemsOf(recording), recording.files.size]).toEqual([[], 0]);
  });

  it("is refused with everything that is wrong with it", () => {
    const messages = problemsOf(
      recorded([
        patch([
          { target: GRENADE, from: 9, to: 8 },
          { target: "heroes/ana/abilities/sleep-dart/dammage", from: 1, to: 2 },
          { target: "heroes/anna/health/standard", from: 1, to: 2 },
        ]),
        patch([], "2025-08-26"),
        patch([], "2099-01-01"),
      ]),
    );
    for (const expected of [
      /record of .*biotic-grenade\/cooldown does not join: patch 2025-09-01 leads to 8/,
      /figures.json has no field "dammage"/,
      /there is no "anna" in heroes/,
      /patch 2025-08-26 is recorded already/,
      /2099-01-01 is newer than .*, the newest recorded patch/,
    ])
      expect(messages).toContainEqual(expect.stringMatching(expected));
  });
});

describe("a figure that newer states lack", () => {
  const changes = [
    { target: "heroes/widowmaker/abilities/grappling-hook/duration", from: 2, to: 3 },
  ];

  it("does not join by itself", () => {
    expect(problemsOf(recorded([patch(changes)]))).toContainEqual(
      expect.stringMatching(/grappling-hook\/duration does not join/),
    );
  });

  it("is added to them, and to the hero's file, where that is wanted", () => {
    const recording = recorded([patch(changes)], { addFigures: true });
    expect(problemsOf(recording)).toEqual([]);
    expect(recording.figures).toEqual(["heroes/widowmaker/abilities/grappling-hook/duration"]);
    expect(figureOf(recording, "grappling-hook", "duration")).toBe(3);
  });

  it("ends with its perk", () => {
    const target = "heroes/ashe/perks/sidewinder/range";
    const recording = recorded([patch([{ target, to: 2 }])], { addFigures: true });
    expect(problemsOf(recording)).toEqual([]);
    const gone = recording.data.patches
      .flatMap(({ value }) => value.changes)
      .find((change) => change.target === "heroes/ashe/perks/sidewinder" && !("to" in change));
    expect(gone?.from).toMatchObject({ figures: { range: 2 } });
  });
});

describe("historyFrom", () => {
  it("is moved back together with the oldest state", () => {
    const older = patch([{ target: GRENADE, from: 13, to: 14 }], "2016-01-01");
    const recording = recorded([older], { historyFrom: "2016-01-01" });
    expect(recording.data.oldest?.value.patch).toBe("2016-01-01");
    expect(recording.data.game?.value.historyFrom).toBe("2016-01-01");
    expect(recording.issues).toEqual([]);
  });

  it.each([
    ["2026-02-10", "is newer than"],
    ["2015-01-01", "there is no patch 2015-01-01"],
  ])("is not moved to %s", (historyFrom, why) => {
    const { issues, files } = recorded([], { historyFrom });
    expect(issues.map(({ message }) => message)).toEqual([expect.stringContaining(why)]);
    expect(files.size).toBe(0);
  });
});

describe("a sheet", () => {
  it("of another form is refused, with file and field", () => {
    const dir = mkdtempSync(join(tmpdir(), "sheet-"));
    writeFileSync(join(dir, "2025-09-01.json"), JSON.stringify({ ...patch([]), kind: "large" }));
    writeFileSync(join(dir, "2025-09-02.json"), JSON.stringify([{ target: GRENADE }]));
    const { issues } = readSheet(dir);
    expect(issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([
      'kind: "large" is not one of season, mid-season, hotfix',
      expect.stringContaining("expected an object"),
    ]);
  });

  it("has to be there", () => {
    expect(() => readSheet("/nowhere")).toThrow('--from: "/nowhere" is not a sheet');
  });
});
