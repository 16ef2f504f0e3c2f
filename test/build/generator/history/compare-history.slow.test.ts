import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import type { GameState } from "../../../../build/core/schema/collections.ts";
import type { PatchChange, PatchFile } from "../../../../build/core/schema/patch.ts";
import { changesBetween } from "../../../../build/generator/history/changes-between.ts";
import { resolveTarget } from "../../../../build/generator/history/resolve-target.ts";
import { changesOf, replay, walkBack } from "../../../../build/generator/history/rewind.ts";
import { stateOf } from "../../../../build/generator/history/timeline.ts";
import { REAL_DATA as DATA } from "../../../helpers/real-data.ts";

/** The offered patches with the state after each, oldest first. */
const HISTORY = [...walkBack(stateOf(DATA), DATA.patches)]
  .filter(({ patch }) => patch.id >= DATA.game.historyFrom)
  .reverse();

/** The modelled steps to the state after a patch, those that no patch explains too. */
const modelledOf = (patch: PatchFile) =>
  changesOf(patch)
    .filter(({ target }) => resolveTarget(target).kind === "modelled")
    .map(withoutNotes);

function withoutNotes({ target, ...change }: PatchChange): PatchChange {
  const sides = (["from", "to"] as const).filter((side) => side in change);
  return { target, ...Object.fromEntries(sides.map((side) => [side, change[side]])) };
}

/**
 * Two offered patches, what is recorded of modelled values from the older to the newer, and what
 * differs between their states.
 */
type Pair = {
  name: string;
  from: GameState;
  to: GameState;
  recorded: PatchChange[];
  between: PatchChange[];
};

/** The oldest state and those that a patch made: the others are like the one before them. */
const DIFFERENT = HISTORY.filter(({ patch }, at) => at === 0 || modelledOf(patch).length > 0);

/** Among these, all pairs are compared. */
const FAR_APART = new Set(DIFFERENT.filter((_, at) => at % 12 === 0 || at > DIFFERENT.length - 3));

/** Every two neighbours, and pairs of all distances: all there are would be too many. */
const PAIRS: Pair[] = DIFFERENT.flatMap((older, at) =>
  DIFFERENT.slice(at + 1).flatMap((newer, distance) => {
    if (distance > 0 && !(FAR_APART.has(older) && FAR_APART.has(newer))) return [];
    const recorded = DIFFERENT.slice(at + 1, at + distance + 2).flatMap(({ patch }) =>
      modelledOf(patch),
    );
    return {
      name: `${older.patch.id}..${newer.patch.id}`,
      from: older.state,
      to: newer.state,
      recorded,
      between: changesBetween(older.state, newer.state),
    };
  }),
);

function wrongPairs(isRight: (pair: Pair) => boolean): string[] {
  return PAIRS.filter((pair) => !isRight(pair)).map(({ name }) => name);
}

/** Single values before and after, by path; a value that is not there is undefined. */
type Values = Map<string, { from?: string | undefined; to?: string | undefined }>;

/**
 * What changes make of single values, taken together: a value that comes back to what it was is no
 * change.
 */
function netOf(changes: readonly PatchChange[]): Values {
  const net: Values = new Map();
  for (const change of changes) {
    for (const [path, { from, to }] of singleValues(change)) {
      const earlier = net.get(path);
      net.set(path, { from: earlier === undefined ? from : earlier.from, to });
    }
  }
  for (const [path, { from, to }] of net) if (from === to) net.delete(path);
  return net;
}

const expanded = new WeakMap<PatchChange, Values>();

function singleValues(change: PatchChange): Values {
  const known = expanded.get(change);
  if (known !== undefined) return known;
  const [before, after] = [leaves(change.target, change.from), leaves(change.target, change.to)];
  const paths = new Set([...before.keys(), ...after.keys()]);
  const values: Values = new Map(
    [...paths].map((path) => [asTarget(path), { from: before.get(path), to: after.get(path) }]),
  );
  expanded.set(change, values);
  return values;
}

/** A figure in a whole thing has the path by which a change of it alone is recorded. */
function asTarget(path: string): string {
  return path.replace(/^(heroes\/[^/]+\/(perks|abilities)\/[^/]+)\/figures\//, "$1/");
}

/** Every single value in a thing, and of a kit its order. */
function leaves(path: string, value: unknown): Map<string, string> {
  if (value === undefined) return new Map();
  if (Array.isArray(value)) {
    const ids: string[] = value.map(({ id }) => id);
    const order = path.endsWith("/abilities") ? [[`${path} in order`, ids.join()] as const] : [];
    return new Map([
      ...order,
      ...value.flatMap((element, at) => [...leaves(`${path}/${ids[at]}`, element)]),
    ]);
  }
  if (typeof value !== "object" || value === null) return new Map([[path, JSON.stringify(value)]]);
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...leaves(`${path}/${key}`, inner)]),
  );
}

/** Whether two states are the same but for the order of their lists. */
function isSame(a: GameState, b: GameState): boolean {
  return changesBetween(a, b).length === 0;
}

describe("what differs between two offered patches", () => {
  it("leads from the state of the older to the state of the newer", () => {
    expect(wrongPairs(({ from, to, between }) => isSame(replay(from, between), to))).toEqual([]);
  });

  it("leads where the record leads", () => {
    expect(wrongPairs(({ from, to, recorded }) => isSame(replay(from, recorded), to))).toEqual([]);
  });

  it("is the net of the changes between them: values changed back are left out", () => {
    expect(
      wrongPairs(({ recorded, between }) => isDeepStrictEqual(netOf(between), netOf(recorded))),
    ).toEqual([]);
  });

  it("names a target once", () => {
    const isOnce = ({ between }: Pair) =>
      new Set(between.map(({ target }) => target)).size === between.length;
    expect(wrongPairs(isOnce)).toEqual([]);
  });
});
