import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";
import type { FiguresFile } from "../../../../build/core/schema/figures.ts";
import {
  type Effect,
  EffectSchema,
  type RecordedChange,
} from "../../../../build/core/schema/patch.ts";
import { loadData } from "../../../../build/generator/data/load-data.ts";
import { createFigureVocabulary, overallEffect } from "../../../../build/generator/full/effect.ts";

const FIGURES: FiguresFile = {
  figures: [
    { name: "castTime", label: "cast time", unit: "s", more: "worse" },
    { name: "cleanse", label: "cleanses", unit: "flag", more: "better" },
    { name: "damage", label: "damage", unit: "hp", more: "better" },
    { name: "head", label: "hit volume of the head", unit: "none", more: "worse" },
    { name: "height", label: "height", unit: "m", more: "neutral" },
  ],
  exceptions: [{ target: "heroes/*/perks/thorns/damage", more: "worse", reason: "to herself" }],
};

function effectOf(change: RecordedChange) {
  return createFigureVocabulary(FIGURES).effectOf(change);
}

it.each([
  ["buff", { target: "heroes/ana/abilities/rifle/damage", from: 5, to: 6 }],
  ["nerf", { target: "heroes/ana/abilities/rifle/damage", from: 6, to: 5 }],
  ["nerf", { target: "heroes/ana/abilities/rifle/castTime", from: 0.2, to: 0.3 }],
  ["buff", { target: "heroes/ana/abilities/rifle/castTimeChangePercent", to: -10 }],
  ["nerf", { target: "heroes/ana/abilities/rifle/damageChange", to: "reduced" }],
  ["buff", { target: "heroes/ana/abilities/rifle/cleanse", to: true }],
  ["nerf", { target: "heroes/ana/abilities/rifle/cleanse", from: true }],
  ["nerf", { target: "heroes/ana/perks/thorns/damage", from: 1, to: 2 }],
  ["neutral", { target: "heroes/ana/abilities/rifle/height", from: 1, to: 2 }],
  ["neutral", { target: "heroes/ana/perks/thorns/tier", from: "minor", to: "major" }],
  ["neutral", { target: "heroes/ana/names/ko", from: "a", to: "b" }],
  ["buff", { target: "roles/tank/subroles/bruiser/damage", from: 5, to: 6 }],
  ["new", { target: "heroes/ana", to: { id: "ana" } }],
  ["new", { target: "heroes/ana/abilities/rifle/damage", to: 6 }],
  ["new", { target: "heroes/ana/abilities", from: [{ id: "a" }], to: [{ id: "b" }] }],
  ["gone", { target: "heroes/ana/abilities", from: [{ id: "a" }, { id: "b" }], to: [{ id: "a" }] }],
  ["gone", { target: "heroes/ana/perks/thorns", from: { id: "thorns" } }],
  ["gone", { target: "heroes/ana/abilities/rifle/damage", from: 6 }],
  ["rule", { target: "heroes/ana/abilities", from: [{ id: "a" }], to: [{ id: "a" }] }],
  ["rule", { target: "heroes/ana/role", from: "tank", to: "support" }],
  ["rule", { target: "heroes/ana/abilities/rifle/description", from: "a", to: "b" }],
  ["rule", { target: "roles/tank/subroles/bruiser/passive", from: "a", to: "b" }],
  ["rule", { target: "modes/competitive/unlockWins", from: 20, to: 50 }],
  ["rule", { target: "maps/ilios/damage", from: 1, to: 2 }],
  ["new", { target: "maps/ilios", to: { id: "ilios" } }],
  ["unknown", { target: "heroes/ana/abilities/rifle/colour", from: 1, to: 2 }],
  ["neutral", { target: "heroes/ana/abilities/rifle/damage", from: 6, to: 12, effect: "neutral" }],
] satisfies [Effect, RecordedChange][])("a change is %s: %j", (effect, change) => {
  expect(effectOf(change)).toBe(effect);
});

it.each([
  ["mixed", { buff: 1, nerf: 1 }],
  ["buff", { buff: 1, unknown: 3 }],
  ["nerf", { nerf: 2, neutral: 1 }],
  ["unknown", { unknown: 1, neutral: 2 }],
  ["new", { new: 1, gone: 2, rule: 1, neutral: 1 }],
  ["rule", { rule: 1, neutral: 2 }],
  ["neutral", { neutral: 2 }],
])("several changes are in all %s: %j", (effect, counts) => {
  expect(overallEffect(counts)).toBe(effect);
});

/**
 * Changes judged by hand from the words of the publisher's notes of that patch, in the section of
 * that hero, and not from our data: mostly from what the developers say they want, else from the
 * line itself. A change that the notes do not judge is not in the table.
 */
const JUDGED = readFileSync(
  new URL("../../../fixtures/judged-effects.tsv", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [patch = "", target = "", judged = "", words = ""] = line.split("\t");
    return { patch, target, judged: EffectSchema.parse(judged), words };
  });

describe("the effects of the real record", () => {
  const { data } = loadData(PACKAGE_DATA);
  const vocabulary = createFigureVocabulary(data.figures?.value ?? FIGURES);
  const changes = new Map(
    data.patches.flatMap(({ value: { id, changes } }) =>
      changes.map((change) => [`${id} ${change.target}`, change] as const),
    ),
  );
  const compared = JUDGED.map((row) => {
    const change = changes.get(`${row.patch} ${row.target}`);
    return { ...row, derived: change && vocabulary.effectOf(change) };
  });

  it("are compared with more than 300 judgements, each of another recorded change", () => {
    expect(compared.filter(({ derived, words }) => derived === undefined || words === "")).toEqual(
      [],
    );
    expect(new Set(JUDGED.map(({ patch, target }) => `${patch} ${target}`)).size).toBe(
      JUDGED.length,
    );
    expect(JUDGED.length).toBeGreaterThan(300);
  });

  it("agree with at least 97 % of them, where what is not known counts against us", () => {
    const others = compared.filter(({ judged, derived }) => judged !== derived);
    expect([others.length / compared.length <= 0.03, others]).toEqual([true, others]);
  });

  it("call no nerf a buff, and no buff a nerf", () => {
    const opposed = compared.filter(
      ({ judged, derived }) => judged !== derived && derived !== "neutral" && derived !== "unknown",
    );
    expect(opposed).toEqual([]);
  });
});
