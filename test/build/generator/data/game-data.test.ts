import { expect, it } from "vitest";
import { PATCH_KINDS } from "../../../../build/core/game/day.ts";
import { stillExpected } from "../../../../build/generator/data/game-data.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";
import { patchOf } from "../../data-copies.ts";

it.each([
  ["no patch", "2026-12-02", [], true],
  ["one of its kind before its first day", "2026-11-30", ["season"], true],
  ["one of its kind in time", "2026-12-02", ["season"], false],
  ["one of its kind later", "2026-12-20", ["season"], false],
  ["one of another kind in time", "2026-12-08", ["mid-season", "hotfix"], true],
  ["one of another kind later", "2026-12-09", ["hotfix"], false],
] as const)(
  "a season is expected from 1 to 8 December, and after %s: %s",
  (_, id, kinds, isExpected) => {
    const expected = [
      { kind: PATCH_KINDS[0], earliest: "2026-12-01", latest: "2026-12-08", reason: "It is time." },
    ];
    const game = { ...REAL_DATA.game, expected };
    const patches = kinds.map((kind) => ({ ...patchOf(id, []), kind }));
    expect(stillExpected({ game, patches })).toEqual(isExpected ? expected : []);
  },
);
