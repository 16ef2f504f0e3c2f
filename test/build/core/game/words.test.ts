import { expect, it } from "vitest";
import { beforeAndAfter, subjectOf, titleOfId } from "../../../../build/core/game/words.ts";
import { wordsOfChange } from "../../../../build/generator/full/change-words.ts";
import { createFigureVocabulary } from "../../../../build/generator/full/effect.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";

const VOCABULARY = createFigureVocabulary(REAL_DATA.figures);
const nameOf = (path: string) =>
  path.endsWith("/emp") ? "EMP" : titleOfId(path.split("/").at(-1) ?? "");

const kit = (...names: string[]) => names.map((name) => ({ id: name.toLowerCase(), name }));
const PERK = "perks/quick-hands";

const COST = "abilities/emp/ultimateCostChangePercent";

it.each([
  ["abilities/emp/cooldown", 4, 3.5, "EMP|cooldown|4|3.5 s", "EMP cooldown 4 → 3.5 s (buff)"],
  ["abilities/emp/cooldown", null, 8, "EMP|cooldown|none|8 s", "EMP cooldown none → 8 s (rule)"],
  ["abilities/emp/damagePercent", 25, 40, "EMP|damage|25|40%", "EMP damage 25 → 40% (buff)"],
  ["health/armor", 325, 350, "|armor|325|350", "armor 325 → 350 (buff)"],
  ["6v6/health/armor", 325, 300, "|armor in 6v6|325|300", "armor in 6v6 325 → 300 (nerf)"],
  ["abilities/emp/6v6/range", 9, 8, "EMP|range in 6v6|9|8 m", "EMP range in 6v6 9 → 8 m (nerf)"],
  [COST, undefined, 9, "EMP|ultimate cost||+9%", "EMP ultimate cost +9% (nerf)"],
  [COST, undefined, -7, "EMP|ultimate cost||−7%", "EMP ultimate cost −7% (buff)"],
  ["abilities/emp/duration", undefined, 6, "EMP|duration||6 s", "EMP duration is now 6 s (new)"],
  ["abilities/emp/duration", 6, undefined, "EMP|duration|6 s|removed", "EMP duration 6 s is gone"],
  ["abilities/emp/canMove", false, true, "EMP|can move|no|yes", "EMP can move no → yes (buff)"],
  ["abilities/emp/canMove", undefined, true, "EMP|can move||now", "EMP can move is new (buff)"],
  [
    "abilities/emp/canMove",
    true,
    undefined,
    "EMP|can move||no longer",
    "EMP can move is gone (nerf)",
  ],
  ["names", {}, {}, "|names||changed", "names changes"],
  ["names/en", "A", "B", "names|en|A|B", "A is now called B"],
  ["abilities/emp/name", "A", "B", "EMP|name|A|B", "A is now called B"],
  [PERK, {}, undefined, "perk Quick Hands|||removed", "perk Quick Hands is gone"],
  [`${PERK}/tier`, "a", "b", "perk Quick Hands|tier|a|b", "perk Quick Hands tier a → b"],
  ["", undefined, {}, "the hero|||new", "the hero is new"],
  ["role", "damage", "support", "|role|Damage|Support", "role Damage → Support (rule)"],
  ["abilities", kit("A", "B"), kit("A", "C"), "|the kit|B|C", "the kit changes (new)"],
  ["abilities", kit("A"), kit("A", "B"), "|the kit||B", "the kit changes (new)"],
  ["abilities", kit("A", "B"), kit("A"), "|the kit|B|removed", "the kit changes (gone)"],
  [
    "abilities",
    kit("A", "B"),
    kit("B", "A"),
    "|the kit||in another order",
    "the kit changes (rule)",
  ],
  ["abilities", kit("A"), kit("A"), "|the kit||same abilities, changed", "the kit changes (rule)"],
])("a change of %s from %j to %j: %s, “%s”", (path, from, to, row, sentence) => {
  const target = ["heroes/dva", path].filter(Boolean).join("/");
  const change = { target, from, to };
  const { part, field, unit, text } = wordsOfChange(
    change,
    VOCABULARY.effectOf(change),
    nameOf,
    VOCABULARY,
  );
  const sides = beforeAndAfter({ ...change, unit });
  const shown = [part, field, sides.from ?? "", sides.to].join("|").replace("\u202f", " ");
  expect([shown, text]).toEqual([row, `Dva: ${sentence}`]);
});

it("the health of an ability is said, also where the label is not known", () => {
  expect(subjectOf("heroes/dva/abilities/emp/health", () => "EMP", undefined)).toEqual({
    part: "EMP",
    field: "health",
  });
});

it.each([
  ["modes/competitive/rules/hitscanSizeLarge", 0.07, 0.04, "large hitscan size 0.07 → 0.04 m"],
  [
    "modes/competitive/top500Challenger/minimumRank",
    "diamond",
    "master",
    "Top 500 challenger minimum rank Diamond → Master",
  ],
  ["modes/competitive/challengerScore/champion-1", 7, 9, "challenger score at Champion 1 7 → 9"],
  ["modes/all/armor/beamReductionPercent", 20, 30, "armor beam reduction 20 → 30%"],
  ["modes/control/overtimeAt99Percent", false, true, "overtime at 99% no → yes"],
])("a change of the rules at %s from %s to %s: %s", (target, from, to, sentence) => {
  const { text } = wordsOfChange({ target, from, to }, "rule", nameOf, VOCABULARY);
  expect(text.replace(/^\w+: /, "")).toBe(`${sentence} (rule)`);
});
