import type { Unit } from "../../schema/figures.ts";

/** How each unit stands behind a number; a count, hit points and a trait need none. */
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

/** A unit as it stands behind its number, the space before it included. */
export function showUnit(unit: Unit): string {
  return UNITS[unit];
}
