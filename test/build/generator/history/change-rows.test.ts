import { describe, expect, it } from "vitest";
import { changeRows, groupByThing } from "../../../../build/generator/history/change-rows.ts";

const ability = (id: string, name: string) => ({
  id,
  kind: "ability",
  name,
  description: null,
  cooldown: null,
});
const DART = ability("sleep-dart", "Sleep Dart");
const BOOST = ability("nano-boost", "Nano Boost");
const TEA = ability("tea", "Tea");
const ANA = { id: "ana", names: { en: "Ana", ko: "아나", zh: "安娜" }, abilities: [DART] };

describe("a change in words", () => {
  it.each([
    ["numbers", { from: 75, to: 7.5 }, "75", "7.5"],
    ["texts in quotes", { from: "damage", to: "support" }, '"damage"', '"support"'],
    ["null", { from: null, to: 5 }, "null", "5"],
    ["truths", { from: false, to: true }, "false", "true"],
    ["what is new", { to: 80 }, "(new)", "80"],
    ["what is gone", { from: 80 }, "80", "(gone)"],
    ["a whole hero, by its English name", { to: ANA }, "(new)", "Ana"],
    [
      "a whole map, by its name",
      { from: { id: "ilios", name: "Ilios", mode: "control" } },
      "Ilios",
      "(gone)",
    ],
    ["a whole thing that older records do not know", { to: true }, "(new)", "true"],
    [
      "a thing without a name",
      { from: { standard: 1 }, to: { standard: 2 } },
      "(whole)",
      "(whole)",
    ],
    [
      "a kit, by what the other one does not have",
      { from: [DART, BOOST], to: [TEA, BOOST] },
      "Sleep Dart",
      "Tea",
    ],
    [
      "a kit that has nothing of its own",
      { from: [DART], to: [DART, TEA] },
      "(the rest of the kit)",
      "Tea",
    ],
    ["a kit that is new", { to: [DART, TEA] }, "(new)", "Sleep Dart, Tea"],
  ])("reports %s", (_what, change, from, to) => {
    expect(changeRows([{ target: "heroes/ana/x", ...change }])).toEqual([
      { target: "heroes/ana/x", from, to },
    ]);
  });

  it("cuts what is longer than sixty characters", () => {
    const [row] = changeRows([
      { target: "heroes/ana/x", from: "a".repeat(58), to: "a".repeat(59) },
    ]);
    expect(row?.from).toBe(`"${"a".repeat(58)}"`);
    expect(row?.to).toBe(`"${"a".repeat(56)}...`);
    expect(row?.to).toHaveLength(60);
  });
});

describe("changes by the thing that they belong to", () => {
  const row = (target: string) => ({ target, from: "1", to: "2" });

  it("are grouped under it, with the rest of their targets", () => {
    const groups = groupByThing([
      row("heroes/ana/role"),
      row("maps/ilios/mode"),
      row("heroes/ana/health/armor"),
    ]);
    expect([...groups]).toEqual([
      ["heroes/ana", [row("role"), row("health/armor")]],
      ["maps/ilios", [row("mode")]],
    ]);
  });

  it("are called whole where they are the thing itself", () => {
    expect([...groupByThing([row("heroes/ana")])]).toEqual([["heroes/ana", [row("(whole)")]]]);
  });
});
