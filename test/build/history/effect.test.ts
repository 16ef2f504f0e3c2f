import { describe, expect, it } from "vitest";
import { loadData } from "../../../build/data/load.ts";
import { createVocabulary, overallEffect } from "../../../build/history/effect.ts";
import { PACKAGE_DATA } from "../../../build/package.ts";
import type { FiguresFile } from "../../../build/schema/figures.ts";
import type { PatchChange } from "../../../build/schema/patch.ts";
import { JUDGED } from "./judged-effects.ts";

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

function effectOf(change: PatchChange) {
  return createVocabulary(FIGURES).effectOf(change);
}

describe("a change", () => {
  it.each([
    ["buff", { target: "heroes/ana/abilities/rifle/damage", from: 5, to: 6 }],
    ["nerf", { target: "heroes/ana/abilities/rifle/damage", from: 6, to: 5 }],
    ["nerf", { target: "heroes/ana/abilities/rifle/castTime", from: 0.2, to: 0.3 }],
    ["nerf", { target: "heroes/ana/hitVolume/head", from: 16, to: 18 }],
    ["buff", { target: "heroes/ana/abilities/rifle/castTimeChangePercent", to: -10 }],
    ["nerf", { target: "heroes/ana/abilities/rifle/damageChange", to: "reduced" }],
    ["buff", { target: "heroes/ana/abilities/rifle/cleanse", to: true }],
    ["nerf", { target: "heroes/ana/abilities/rifle/cleanse", from: true }],
    ["nerf", { target: "heroes/ana/perks/thorns/damage", from: 1, to: 2 }],
    ["neutral", { target: "heroes/ana/abilities/rifle/height", from: 1, to: 2 }],
    ["neutral", { target: "heroes/ana/perks/thorns/tier", from: "minor", to: "major" }],
    ["unknown", { target: "heroes/ana/abilities/rifle/damage", to: 6 }],
    ["unknown", { target: "heroes/ana/abilities/rifle/colour", from: 1, to: 2 }],
    ["unknown", { target: "heroes/ana/abilities", from: [], to: [] }],
    ["unknown", { target: "maps/ilios/damage", from: 1, to: 2 }],
  ])("is a %s: %j", (effect, change) => {
    expect(effectOf(change)).toBe(effect);
  });
});

describe("several changes", () => {
  const none = { buff: 0, nerf: 0, neutral: 0, mixed: 0, unknown: 0 };

  it.each([
    ["mixed", { buff: 1, nerf: 1 }],
    ["buff", { buff: 1, unknown: 3 }],
    ["nerf", { nerf: 2, neutral: 1 }],
    ["unknown", { unknown: 1, neutral: 2 }],
    ["neutral", { neutral: 2 }],
  ])("are in all %s: %j", (effect, counts) => {
    expect(overallEffect({ ...none, ...counts })).toBe(effect);
  });
});

describe("the effects of the real record", () => {
  const { data } = loadData(PACKAGE_DATA);
  const vocabulary = createVocabulary(data.figures?.value ?? FIGURES);
  const compared = JUDGED.map(([patch, target, judged]) => {
    const changes = data.patches.find(({ value }) => value.id === patch)?.value.changes ?? [];
    const change = changes.find((one) => one.target === target) ?? { target };
    return { patch, target, judged, derived: vocabulary.effectOf(change) };
  });

  it("agree with at least 97 % of more than 120 judgements by hand", () => {
    const agreed = compared.filter(({ judged, derived }) => judged === derived);
    expect(compared.length).toBeGreaterThan(120);
    expect(agreed.length / compared.length).toBeGreaterThanOrEqual(0.97);
  });

  it("call no nerf a buff, and no buff a nerf", () => {
    const opposed = compared.filter(
      ({ judged, derived }) => judged !== derived && derived !== "neutral" && derived !== "unknown",
    );
    expect(opposed).toEqual([]);
  });
});
