import { expect, it } from "vitest";
import { newestFirst } from "../../../../build/core/game/day.ts";
import type { GameState } from "../../../../build/core/schema/collections.ts";
import type { PatchFile } from "../../../../build/core/schema/patch.ts";
import { slotOf } from "../../../../build/generator/history/address.ts";
import { stateBefore } from "../../../../build/generator/history/rewind.ts";
import { stateOf } from "../../../../build/generator/history/timeline.ts";
import overwatch1 from "../../../fixtures/snapshots/overwatch-1.json" with { type: "json" };
import overwatch2 from "../../../fixtures/snapshots/overwatch-2.json" with { type: "json" };
import { REAL_DATA } from "../../../helpers/real-data.ts";

/** The snapshots of one game: each has the fields that differ from the one before. */
type Published = {
  reasons: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, string | readonly Target[]>>;
  snapshots: readonly Snapshot[];
};

type Snapshot = { day: string; commit?: string; values: Readonly<Record<string, Value | null>> };

type Value = number | string | boolean;
type Target = { target: string; from?: string; to?: string; factor?: string };
type Difference = { day: string; target: string; ours: unknown; theirs: Value };

/** The newest patch of each day with a snapshot, and the state after it. */
function statesAt(days: readonly string[]): Map<string, { patch: PatchFile; state: GameState }> {
  const found = new Map<string, { patch: PatchFile; state: GameState }>();
  let state = stateOf(REAL_DATA);
  for (const patch of newestFirst(REAL_DATA.patches)) {
    for (const day of days)
      if (patch.date <= day && !found.has(day)) found.set(day, { patch, state });
    state = stateBefore(state, patch);
  }
  return found;
}

/**
 * The value of a snapshot in our unit. A reciprocal is a time that we record as a rate, and `not` a
 * trait that we record the other way round.
 */
function converted(value: Value, factor: string | undefined): Value {
  if (factor === "not") return !value;
  if (factor === undefined || typeof value !== "number") return value;
  return factor === "reciprocal" ? 1 / value : value * Number(factor);
}

/** Whether both are the same, as far as two decimals say. */
function isEqual(ours: unknown, theirs: Value): boolean {
  if (typeof ours !== "number" || typeof theirs !== "number") return ours === theirs;
  return Math.abs(ours - theirs) <= 0.005 + 1e-9;
}

/** What a day's snapshot says by our targets. */
function readingsOf(
  day: string,
  values: ReadonlyMap<string, Value>,
  fields: Published["fields"],
): Map<string, Value> {
  return new Map(
    [...values].flatMap(([field, value]) => {
      const targets = fields[field] ?? [];
      if (typeof targets === "string") return [[targets, value] as const];
      return targets
        .filter(({ from = day, to = day }) => from <= day && day <= to)
        .map(({ target, factor }) => [target, converted(value, factor)] as const);
    }),
  );
}

/** Older readings by target, which the record names as gaps. The source may keep one for years. */
const OLDER = new Map<string, unknown[]>();
for (const { unexplained } of REAL_DATA.patches)
  for (const { target, from } of (unexplained ?? []).flatMap(({ changes }) => changes))
    OLDER.set(target, [...(OLDER.get(target) ?? []), from]);

/** How the record agrees with every snapshot, and the differences that nothing explains. */
function compare(published: Published) {
  const states = statesAt(published.snapshots.map(({ day }) => day));
  const values = new Map<string, Value>();
  const unexplained: Difference[] = [];
  const snapshots = published.snapshots.map(({ day, commit, values: changed }) => {
    for (const [field, value] of Object.entries(changed)) {
      if (value === null) values.delete(field);
      else values.set(field, value);
    }
    const { state, patch } = states.get(day) ?? {};
    const bothKnown = new Set(
      (patch?.unexplained ?? []).flatMap(({ changes }) => changes.map(({ target }) => target)),
    );
    const isGap = (target: string, theirs: Value) =>
      bothKnown.has(target) || (OLDER.get(target) ?? []).some((older) => isEqual(older, theirs));
    const counts = { day, ...(commit && { commit }), compared: 0, equal: 0, explained: 0, gaps: 0 };
    for (const [target, theirs] of readingsOf(day, values, published.fields)) {
      const ours: unknown = state && slotOf(state, target)?.get();
      if (ours === undefined || ours === null) continue; // a figure that we do not record
      counts.compared += 1;
      if (isEqual(ours, theirs)) counts.equal += 1;
      else if (isGap(target, theirs)) counts.gaps += 1;
      else if (Object.hasOwn(published.reasons, target)) counts.explained += 1;
      else unexplained.push({ day, target, ours, theirs });
    }
    return counts;
  });
  return { snapshots, unexplained };
}

const games = [overwatch1, overwatch2].map((published) => compare(published as Published));
const snapshots = games.flatMap((game) => game.snapshots);
const unexplained = games.flatMap((game) => game.unexplained);

it("every difference from a published snapshot has a reason or is a gap", () => {
  expect(unexplained).toEqual([]);
});

it("at least 97 % of the figures of each snapshot are equal or a known gap", () => {
  const low = snapshots.filter(({ compared, equal, gaps }) => equal + gaps < 0.97 * compared);
  expect(low).toEqual([]);
  expect(Math.min(...snapshots.map(({ compared }) => compared))).toBeGreaterThan(600);
});

it("the result is published as it is: `npx vitest run -u` writes it", async () => {
  const { source, commit } = overwatch1;
  const file = { $schema: "schemas/agreement.json", source, commit, snapshots };
  await expect(`${JSON.stringify(file, null, 2)}\n`).toMatchFileSnapshot(
    "../../../../gamedata/agreement.json",
  );
});
