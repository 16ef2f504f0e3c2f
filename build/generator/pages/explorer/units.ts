import type { Unit } from "../../../core/schema/figures.ts";

/** Each unit as it is written after a number. Counts, hit points and traits have none. */
const UNITS: Readonly<Record<Unit, string>> = {
  hp: "",
  "hp/s": "\u202f/s",
  s: "\u202fs",
  m: "\u202fm",
  "m/s": "\u202fm/s",
  deg: "°",
  "shots/s": "\u202f/s",
  "%": "%",
  count: "",
  multiplier: "×",
  points: "",
  flag: "",
  none: "",
};

/** A unit as it is written after a number, with the space before it. */
export function showUnit(unit: Unit): string {
  return UNITS[unit];
}
