import { expect, it } from "vitest";
import { noEffects } from "../../../../build/generator/full/effect.ts";
import { describeEffects, kitNumbers } from "../../../../build/generator/full/kit-numbers.ts";
import { REAL_DATA as data } from "../../../helpers/real-data.ts";

const NUMBERS = kitNumbers(data);

it("most figures have no gap, all perks stand, and every change is of one kind", () => {
  const changes = data.patches.reduce((sum, patch) => sum + patch.changes.length, 0);
  const { figures, sureFigures, perks, effects } = NUMBERS;
  expect(figures).toBeGreaterThan(2_600);
  expect(sureFigures / figures).toBeGreaterThan(0.6);
  expect(perks).toBe(4 * data.heroes.length);
  expect(Object.values(effects).reduce((sum, number) => sum + number, 0)).toBe(changes);
  expect(effects.buff + effects.nerf).toBeGreaterThan(450);
  expect(effects.mixed).toBe(0);
  expect(effects.unknown).toBeLessThan(60);
});

it("a gap makes its figure unsure, and a reason makes a break an explained one", () => {
  const path = "heroes/ana/abilities/biotic-grenade/damage";
  const gaps = [...data.gaps, { path, reason: "one source only" }];
  const [first, ...patches] = data.patches;
  if (first === undefined) throw new Error("there is no patch");
  const broken = { target: "modes/competitive/x", to: 1, breaks: "nobody says" };
  const changed = { ...first, changes: [...first.changes, broken] };
  const after = kitNumbers({ ...data, gaps, patches: [changed, ...patches] });
  expect(after.sureFigures).toBe(NUMBERS.sureFigures - 1);
  expect(after.explainedBreaks).toBe(NUMBERS.explainedBreaks + 1);
});

it("kinds are reported in their order", () => {
  const effects = { ...noEffects(), buff: 1_200, nerf: 2, neutral: 3, unknown: 4 };
  expect(describeEffects(effects)).toBe(
    "1,200 buff, 2 nerf, 3 neutral, 0 new, 0 gone, 0 rule, 4 unknown",
  );
});
