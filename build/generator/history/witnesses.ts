/*
 * What independent sources have (`gamedata/witnesses`), compared with the record: a reading of a
 * day says something about the value that the record has for that day, and about no other.
 */
import { lastOf } from "../../core/game/targets.ts";
import { onceFor } from "../../core/once.ts";
import type { FigureValue, Unit } from "../../core/schema/figures.ts";
import type { WitnessFile } from "../../core/schema/witness.ts";
import type { GameData } from "../data/game-data.ts";
import { type Life, type Lives, livesOf } from "./lives.ts";

/** How a reading compares with the record. `behind`: the record had that value earlier. */
export const COMPARED = ["equal", "behind", "different", "unknown", "no such target"] as const;
type Compared = (typeof COMPARED)[number];

/** A value that a table has on consecutive days, which are places in its list of days. */
type Reading = { target: string; value: FigureValue; from: number; to: number };

/** A reading on days on which it compares in one way, and our value on them. */
export type Comparison = Reading & { is: Compared; ours?: FigureValue; life?: Life };

/** A table, and how each of its readings compares. */
type ComparedTable = { table: WitnessFile; comparisons: readonly Comparison[] };

/** The tables of the data, compared. */
export const comparedTables = onceFor((data: GameData): readonly ComparedTable[] =>
  data.witnesses.map((table) => ({ table, comparisons: compareWithRecord(table, data) })),
);

/** Compares any table with the record of the data. */
export function compareWithRecord(table: WitnessFile, data: GameData): Comparison[] {
  const units = new Map(data.figures.figures.map(({ name, unit }) => [name, unit]));
  return compareWitness(table, livesOf(data), (field) => units.get(field));
}

/** Compares everything that a table has with the lives of our values. */
export function compareWitness(
  table: WitnessFile,
  lives: Lives,
  unitOf: (field: string) => Unit | undefined,
): Comparison[] {
  const days = table.days.map(({ day }) => day);
  const places = new Map([["", days.length]]);
  /** The first day, by its place, that is not before the day of a patch. */
  const placeOf = (patch = "") => {
    const place = places.get(patch) ?? days.filter((day) => day < patch.slice(0, 10)).length;
    places.set(patch, place);
    return place;
  };
  return readingsOf(table).flatMap((reading): Comparison[] => {
    const own = lives.get(reading.target);
    if (own === undefined) return [{ ...reading, is: "no such target" }];
    const unit = unitOf(lastOf(reading.target));
    const compared: Comparison[] = [];
    let { from } = reading;
    const add = (to: number, rest: Pick<Comparison, "is" | "ours" | "life">) => {
      if (from < to) compared.push({ ...reading, ...rest, from, to });
      from = Math.max(from, to);
    };
    for (const [at, life] of own.entries()) {
      if (from === reading.to) break;
      const [first, end] = [placeOf(life.since), placeOf(life.until)];
      if (end <= from) continue;
      add(Math.min(first, reading.to), { is: "unknown" });
      const wasEqual = ({ value }: Life) => isEqual(value, reading.value, unit);
      const isBehind = () => own.slice(0, at).some(wasEqual);
      const is = wasEqual(life) ? "equal" : isBehind() ? "behind" : "different";
      add(Math.min(end, reading.to), { is, ours: life.value, life });
    }
    add(reading.to, { is: "unknown" });
    return compared;
  });
}

/** Everything that a table has, in the order of its days. */
function readingsOf({ days, isChangelog }: WitnessFile): Reading[] {
  const readings: Reading[] = [];
  const last = new Map<string, Reading>();
  for (const [at, { values }] of days.entries()) {
    for (const [target, value] of Object.entries(values)) {
      const before = last.get(target);
      if (before !== undefined) before.to = Math.min(before.to, at);
      if (value === null) continue;
      const reading = { target, value, from: at, to: isChangelog ? at + 1 : days.length };
      last.set(target, reading);
      readings.push(reading);
    }
  }
  return readings;
}

/** The decimals with which a number has at least two digits. */
function leastDecimals(value: number): number {
  return Math.abs(value) < 1 ? 2 : Math.abs(value) < 100 ? 1 : 0;
}

/**
 * Whether two values are the same as far as both are known: they are rounded to the decimals of the
 * one that has fewer. A rate that a source has as the time between two shots is rounded as that is.
 */
export function isEqual(ours: FigureValue, theirs: FigureValue, unit?: Unit): boolean {
  if (ours === theirs || typeof ours !== "number" || typeof theirs !== "number")
    return ours === theirs;
  const decimals = Math.min(decimalsOf(ours), decimalsOf(theirs));
  if (isSame(ours, theirs, Math.max(decimals, leastDecimals(theirs)))) return true;
  const interval = unit === "shots/s" && decimalsOf(theirs) > 3 ? roundTo(1 / theirs, 3) : 0;
  return interval > 0 && isSame(1 / ours, interval, decimalsOf(interval));
}

function isSame(a: number, b: number, decimals: number): boolean {
  return roundTo(a, decimals) === roundTo(b, decimals);
}

/** A half is rounded up, also where the number is a little less in binary. */
function roundTo(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals + 1e-6) / 10 ** decimals;
}

function decimalsOf(value: number): number {
  return `${value}`.split(".")[1]?.length ?? 0;
}

/** On how many days the readings of a table compare in each way. */
export function countComparisons(comparisons: readonly Comparison[]): Record<Compared, number> {
  const counts = Object.fromEntries(COMPARED.map((is) => [is, 0])) as Record<Compared, number>;
  for (const { is, from, to } of comparisons) counts[is] += to - from;
  return counts;
}
