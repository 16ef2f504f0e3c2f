import type { Unit } from "../../../core/schema/figures.ts";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `2026-10-06` as `6 Oct 2026`, and `2026-10` as `Oct 2026`. */
export function shortDate(date: string): string {
  const [year, month, day] = date.split("-");
  const rest = `${MONTHS[Number(month) - 1]} ${year}`;
  return day === undefined ? rest : `${Number(day)} ${rest}`;
}

/** `1 hero`, `54 heroes`, `1,000 changes`. */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount.toLocaleString("en")} ${amount === 1 ? one : many}`;
}

/** A number of the game, with the true minus sign. */
export function showNumber(value: number): string {
  return `${value}`.replace("-", "\u2212");
}

/** A kind of value with its unit, `cooldown, s`: such values can be compared. */
export function quantityOf(label: string, unit: string): string {
  return unit === "" ? label : `${label}, ${unit.trim()}`;
}

/** The quantity of an ability's figure. The health of a barrier is not that of the hero. */
export function quantityOfPart(label: string, unit: string): string {
  return quantityOf(label === "health" ? "health of an ability" : label, unit);
}

/** The values that most readers compare, first on `/values`. */
export const COMMON_VALUES = [
  ...["health", "cooldown, s", "damage", "healing", "healing per second, /s", "duration, s"],
  ...["range, m", "ammunition", "reload time, s", "ultimate cost"],
];

/** `falloffRangeMin` as `falloff range min`. */
export function wordsOfField(field: string): string {
  return field
    .replace(
      /([a-z0-9])([A-Z])/g,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    )
    .replace(/(\D)-(\d)$/, "$1 $2")
    .replace(/^subrole$/, "sub-role");
}

/** `damage` as `Damage`, `mid-season` as `Mid-season`. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A reason in words that a reader knows: `damageMin` as `damage min`, `null` as `none`. */
export function plainReason(reason: string): string {
  return reason.replace(/\b[a-z]+[A-Z]\w*/g, wordsOfField).replace(/\bnull\b/g, "none");
}

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
