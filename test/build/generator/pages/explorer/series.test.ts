import { expect, it } from "vitest";
import { newestPatch, referenceAsOf } from "../../../../../build/generator/data/reference.ts";
import { createDraft } from "../../../../../build/generator/history/draft.ts";
import { resolveTarget } from "../../../../../build/generator/history/resolve-target.ts";
import { type Entry, factsOf } from "../../../../../build/generator/pages/explorer/facts.ts";
import type { PlainChange } from "../../../../../build/generator/pages/explorer/recorded.ts";
import { inKitOrder, seriesOf } from "../../../../../build/generator/pages/explorer/series.ts";
import { REAL_DATA } from "../../../../helpers/real-data.ts";
import { BASE_URL } from "../../../../helpers/real-site.ts";

const target = "heroes/ana/abilities/sleep-dart/cooldown";

function entry(date: string, ...changes: PlainChange[]): Entry {
  const about = {
    id: date,
    date,
    kind: "hotfix" as const,
    name: date,
    sourceUrl: null,
    summary: null,
    changes: [],
  };
  return { patch: about, changes };
}

it("a value that moved is a series from its first to its last", () => {
  const history = [
    entry("2026-03-01", { target, from: 12, to: 14 }),
    entry("2026-01-01", { target, from: 15, to: 12 }),
  ];
  expect(seriesOf(history, {})).toEqual([
    {
      target,
      change: { target, from: 15, to: 12 },
      start: 15,
      last: 14,
      since: undefined,
      steps: [
        { date: "2026-01-01", value: 12, effect: "changed" },
        { date: "2026-03-01", value: 14, effect: "changed" },
      ],
    },
  ]);
});

it("a value begins where it is known, without the steps before", () => {
  const history = [
    entry("2026-03-01", { target, from: 12, to: 14 }),
    entry("2026-01-01", { target, from: 15, to: 11 }),
  ];
  expect(seriesOf(history, {}, new Map([[target, "2026-02-01"]]))).toMatchObject([
    { start: 12, since: "2026-02-01", steps: [{ date: "2026-03-01", value: 14 }] },
  ]);
});

it("a value that was only added is none", () => {
  expect(seriesOf([entry("2026-01-01", { target, to: 12 })], {})).toEqual([]);
});

it("a value begins with the thing that has it", () => {
  const history = [
    entry("2026-03-01", { target, from: 12, to: 14 }),
    entry("2026-01-01", { target: "heroes/ana", to: true }),
  ];
  expect(seriesOf(history, {})[0]?.since).toBe("2026-01-01");
});

it("a value that went has an end", () => {
  const history = [
    entry("2026-03-01", { target, from: 12 }),
    entry("2026-01-01", { target, from: 15, to: 12 }),
  ];
  expect(seriesOf(history, {})[0]?.steps.at(-1)).toEqual({
    date: "2026-03-01",
    value: undefined,
    effect: "removed",
  });
});

it.each<[string, PlainChange]>([
  ["goes", { target: "heroes/ana/abilities/sleep-dart", from: true }],
  ["leaves the kit", { target: "heroes/ana/abilities", from: ["Sleep Dart", "Nap"], to: ["Nap"] }],
])("a value ends when the ability that has it %s", (_, change) => {
  const history = [entry("2026-03-01", change), entry("2026-01-01", { target, from: 15, to: 12 })];
  expect(seriesOf(history, {})[0]?.steps.at(-1)).toEqual({
    date: "2026-03-01",
    value: undefined,
    effect: "removed",
  });
});

it("a value of null is none", () => {
  const history = [
    entry("2026-03-01", { target, from: 12, to: null }),
    entry("2026-02-01", { target, from: 15, to: 12 }),
    entry("2026-01-01", { target, from: null, to: 15 }),
  ];
  expect(seriesOf(history, {})[0]).toMatchObject({
    start: undefined,
    since: "2026-01-01",
    last: undefined,
    steps: [{ value: 15 }, { value: 12 }, { value: undefined }],
  });
});

it("a value returns with the perk around it", () => {
  const perk = "heroes/ana/perks/groggy";
  const back = entry("2026-03-01", { target: perk, to: true });
  back.patch.changes.push({ target: perk, to: { id: "groggy", figures: { slowPercent: 40 } } });
  const history = [
    back,
    entry("2026-02-01", { target: perk, from: true }),
    entry("2026-01-01", { target: `${perk}/slowPercent`, from: 75, to: 50 }),
  ];
  expect(seriesOf(history, {})[0]).toMatchObject({
    last: 40,
    steps: [{ value: 50 }, { value: undefined }, { value: 40, effect: "new" }],
  });
});

it("every series of the record ends with the value of today", () => {
  const links = { baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets` };
  const reference = referenceAsOf(REAL_DATA, newestPatch(REAL_DATA), links);
  const { names, historyOf, unknownBefore } = factsOf(reference, REAL_DATA, links);
  const draft = createDraft(reference.background.state);
  const series = reference.heroes
    .flatMap(({ id }) => seriesOf(historyOf(`heroes/${id}`), names, unknownBefore))
    .filter((one) => resolveTarget(one.target).kind === "modelled");
  const ends = series.map((one) => [one.target, one.last]);
  expect(ends.length).toBeGreaterThan(1000);
  expect(ends).toEqual(
    series.map((one) => [one.target, draft.slotOf(one.target)?.get() ?? undefined]),
  );
});

it("a value stays when another ability leaves the kit", () => {
  const kit = { target: "heroes/ana/abilities", from: ["Sleep Dart", "Nap"], to: ["Sleep Dart"] };
  const history = [entry("2026-03-01", kit), entry("2026-01-01", { target, from: 15, to: 12 })];
  expect(seriesOf(history, {})[0]?.steps).toHaveLength(1);
});

it("series stand in the order of the kit, health first, the rest last", () => {
  const series = ["perks/a/damage", "abilities/b/damage", "abilities/a/damage", "health/armor"].map(
    (path) => ({
      target: `heroes/ana/${path}`,
      change: { target: `heroes/ana/${path}` },
      start: 1,
      last: 1,
      since: undefined,
      steps: [],
    }),
  );
  const abilities = ["a", "b"].map((id) => ({
    id,
    kind: "ability" as const,
    name: id,
    description: null,
    cooldown: null,
  }));
  expect(
    inKitOrder(series, { id: "ana", abilities }).map((one) =>
      one.target.slice("heroes/ana/".length),
    ),
  ).toEqual(["health/armor", "abilities/a/damage", "abilities/b/damage", "perks/a/damage"]);
});

it("a value goes once where a patch takes away both the ability and what is in it", () => {
  const inner = "heroes/ana/abilities/sleep-dart/extra/cooldown";
  const history = [
    entry(
      "2026-03-01",
      { target: "heroes/ana/abilities", from: ["Sleep Dart"], to: ["Nap Dart"] },
      { target: "heroes/ana/abilities/sleep-dart/extra", from: true },
    ),
    entry("2026-01-01", { target: inner, from: 15, to: 12 }),
  ];
  expect(seriesOf(history, {})[0]?.steps).toEqual([
    { date: "2026-01-01", value: 12, effect: "changed" },
    { date: "2026-03-01", value: undefined, effect: "removed" },
  ]);
});

it("a value begins with the kit that brought its ability, one of no state with its change", () => {
  const kit = "heroes/orisa/abilities";
  const names = { [`${kit}/fortify`]: "Fortify", [`${kit}/javelin-spin`]: "Javelin Spin" };
  const spin = `${kit}/javelin-spin/cooldown`;
  const queue = "heroes/orisa/openQueue/health/standard";
  const history = [
    entry("2024-01-01", { target: spin, from: 7, to: 6 }, { target: queue, from: 125, to: 150 }),
    entry("2022-10-04", { target: kit, from: ["Fortify"], to: ["Fortify", "Javelin Spin"] }),
    entry("2017-03-21", { target: "heroes/orisa", to: true }),
  ];
  expect(seriesOf(history, names).map(({ since }) => since)).toEqual(["2022-10-04", "2024-01-01"]);
});
