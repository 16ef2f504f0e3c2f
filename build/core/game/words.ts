import type { ChangeDetails } from "../schema/details.ts";
import type { Unit } from "../schema/figures.ts";
import type { Sure } from "../schema/witness.ts";

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
export function showUnit(unit: Unit | null): string {
  return unit === null ? "" : UNITS[unit];
}

/** A number of the game, with the true minus sign. */
export function showNumber(value: number): string {
  return `${value}`.replace("-", "\u2212");
}

/** The family in `sources.json` whose word needs no second one. */
export const PUBLISHER = "publisher";

/** What a value rests on: the only words that any surface has for it. */
export function describeSure(sure: Sure | undefined): string {
  const [first, ...others] = sure?.families ?? [];
  if (first === undefined) return "no source of its time";
  const more = others.length === 1 ? " and 1 other" : ` and ${others.length} others`;
  if (first === PUBLISHER) return `printed by the publisher${others.length === 0 ? "" : more}`;
  return others.length === 0 ? `one source: ${first}` : `${others.length + 1} independent sources`;
}

/** Whether an address is one of the publisher's. */
export function isOfficial(url: string | null | undefined): boolean {
  return /^https?:\/\/([\w-]+\.)*(blizzard|playoverwatch)\.com(\/|$)/.test(url ?? "");
}

/** Whether the publisher printed a value, or two independent sources have it. */
export function isSure(sure: Sure | undefined): boolean {
  return sure !== undefined && (sure.families.length > 1 || sure.families[0] === PUBLISHER);
}

/** Whether a page marks a change as less sure: by its gap, or by what it rests on. */
export function isLessSure({
  gap,
  sure,
  source,
}: Partial<Pick<ChangeDetails, "gap" | "sure" | "source">>): boolean {
  if (gap !== undefined) return true;
  return sure === undefined ? typeof source === "string" && !isOfficial(source) : !isSure(sure);
}

/** `kings-row` as `Kings Row`. It represents a name that is not known. */
export function titleOfId(id: string): string {
  return id.replace(
    /(^|-)(.)/g,
    (_, hyphen: string, char: string) => (hyphen ? " " : "") + char.toUpperCase(),
  );
}

/** `falloffRangeMin` as `falloff range min`, `damagePercent` as `damage`. */
export function wordsOfField(field: string): string {
  return field
    .replace(/(Change)?Percent$/, "")
    .replace(
      /([a-z0-9])([A-Z])/g,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    )
    .replaceAll("-", " ")
    .replace(/^top500/, "Top 500")
    .replace(/^subrole$/, "sub-role");
}

/** `heroes` as `hero`. */
export function singularOf(collection = ""): string {
  return collection.replace(/(?<=o)es$|s$/, "");
}

/** Segments of a target that words leave out: a reader understands without them. */
const UNSAID = /^(abilities|subroles|perks|health|hitVolume|perkCosts|rules|stages)$/;

/** A format of play. Values that hold in one format only are below it. */
const FORMAT = /^\dv\d$/;

/**
 * What of a thing changed: a part of it, such as an ability, and a field; one may be empty. `label`
 * is what the field is called, if it does not follow from its name.
 */
export function subjectOf(
  target: string,
  nameOf: (path: string) => string,
  label: string | undefined,
): Pick<ChangeDetails, "part" | "field"> {
  const segments = target.split("/");
  const [collection = "", , ...path] = segments;
  if (path.length === 0) return { part: `the ${singularOf(collection)}`, field: "" };
  const words = path.map((segment, at) => {
    const list = path[at - 1] ?? "";
    if (UNSAID.test(segment) || FORMAT.test(segment)) return "";
    if (!/^(abilities|perks|subroles|stages|ranks|maps)$/.test(list)) return wordsOfField(segment);
    const name = nameOf(segments.slice(0, at + 3).join("/"));
    return list === "perks" ? `perk ${name}` : name;
  });
  const format = path.find((segment) => FORMAT.test(segment));
  const isPart = /^(abilities|perks|subroles|stages|ranks|maps)$/.test(path.at(-2) ?? "");
  const last = path.at(-1) === "abilities" ? "the kit" : (label ?? wordsOfField(path.at(-1) ?? ""));
  const field = [isPart ? "" : last, format && `in ${format}`];
  const part = isPart ? words : words.slice(0, -1);
  return { part: part.filter(Boolean).join(" "), field: field.filter(Boolean).join(" ") };
}

/** As much of a change as its numbers are made from. */
type Step = Pick<ChangeDetails, "target" | "from" | "to" | "unit">;

/** Fields whose values are ids. Their names are shown. */
const NAMED_BY_ID = /\/(role|subrole|mode|minimumRank)$/;

/** The values before and after a change in words: `15` and `14 s`. A new thing has none before. */
export function beforeAndAfter(step: Step): { from: string | undefined; to: string } {
  const { from, to, unit } = step;
  if (Array.isArray(from) && Array.isArray(to)) return kitSides(from, to);
  if (to === undefined)
    return {
      from: isThing(from) ? undefined : showValue(from, step),
      to: unit === "flag" ? "no longer" : "removed",
    };
  if (from === undefined) {
    const sign = /ChangePercent$/.test(step.target) && Number(to) > 0 ? "+" : "";
    const added = unit === "flag" ? "now" : "new";
    return { from, to: isThing(to) ? added : sign + showValue(to, step) };
  }
  if (typeof from === "number" && typeof to === "number")
    return { from: showNumber(from), to: showValue(to, step) };
  return typeof to === "object" && to !== null
    ? { from: undefined, to: "changed" }
    : { from: showValue(from, step), to: showValue(to, step) };
}

/** Whether a value is a whole thing, or says only that there is one. */
function isThing(value: unknown): boolean {
  return value === true || (typeof value === "object" && value !== null);
}

/** A value with its unit, in words where it has no number. */
export function showValue(value: unknown, { target, unit }: Pick<Step, "target" | "unit">): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null) return "none";
  if (typeof value === "number") return showNumber(value) + showUnit(unit);
  return NAMED_BY_ID.test(target) ? titleOfId(String(value)) : String(value);
}

/** What one kit has and the other does not, both ways. */
function kitSides(
  from: readonly unknown[],
  to: readonly unknown[],
): ReturnType<typeof beforeAndAfter> {
  const [before, after] = [from, to].map((kit) => kit.map((one) => String(Object(one).name)));
  const lost = before?.filter((name) => !after?.includes(name)).join(", ");
  const gained = after?.filter((name) => !before?.includes(name)).join(", ");
  const same = `${before}` === `${after}` ? "same abilities, changed" : "in another order";
  return { from: lost || undefined, to: gained || (lost ? "removed" : same) };
}

/** What happened to the value, in a sentence: `15 → 14 s`. */
export function stepOf(step: Step): string {
  const { target, from, to } = step;
  const sides = beforeAndAfter(step);
  const [before = "", after] = [sides.from, sides.to].map((side) => side?.replace("\u202f", " "));
  if (/Change(Percent)?$/.test(target)) return `${after}`;
  if (from === undefined) return isThing(to) ? "is new" : `is now ${after}`;
  if (to === undefined) return `${before} is gone`.trim();
  return isThing(from) && isThing(to) ? "changes" : `${before} → ${after}`;
}

type Remarks = { per?: string | undefined; note?: string | null | undefined };

/** What a value holds for: `per second, allies`. */
export function holdsFor({ per, note }: Remarks): string {
  return [per && `per ${per}`, note].filter(Boolean).join(", ");
}

/** `2 × (16 × 4.25 + 34)`, if the parts of a shot are known and make its damage. */
export function sumOfShot(figureOf: (field: string) => unknown): string | undefined {
  const [damage = 0, pellets = 0, each = 0, shots = 0, center = 0] = SHOT.map((field) =>
    Number(figureOf(field) ?? 0),
  );
  const sum = (shots || 1) * (pellets * each + center);
  if (pellets * each === 0 || Math.abs(sum - damage) > 0.001) return undefined;
  const shot = `${pellets} × ${each}${center ? ` + ${center}` : ""}`;
  return shots ? `${shots} × (${shot})` : shot;
}

/** The damage of a shot, then what it is made of. */
const SHOT = [
  "damage",
  "pelletCount",
  "pelletDamage",
  "shotsPerBurst",
  "centerProjectileDamage",
] as const;

/** What a change says beside its values: its format, the rule that it follows, and its note. */
export function remarkOf(
  change: Pick<ChangeDetails, "target"> & Partial<Pick<ChangeDetails, "scope" | "rule">> & Remarks,
): string {
  const { target, scope, rule } = change;
  const format = scope && !target.includes(`/${scope}/`) && `${scope} only`;
  return [format, rule, holdsFor(change)].filter(Boolean).join("; ");
}

/** A change in a sentence, with its remark. */
export function sentenceOf(change: ChangeDetails): string {
  const remark = remarkOf(change);
  return change.text + (remark && ` (${remark})`);
}
