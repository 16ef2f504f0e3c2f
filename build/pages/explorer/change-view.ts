import type { PlainChange, RecordedValue } from "./recorded.ts";
import { capital, showNumber, titleOfId, wordsOfField } from "./words.ts";

/** How a value moved. Raised is not better: a raised cooldown is none. */
export type Trend = "raised" | "lowered" | "changed" | "new" | "removed";

/** One change as a reader sees it. */
export type ChangeView = {
  target: string;
  /** What it belongs to, such as an ability; empty where it belongs to the hero or map itself. */
  subject: string;
  field: string;
  from: string | undefined;
  to: string | undefined;
  trend: Trend;
};

/** Names of things by their path, `heroes/dva/abilities/boosters` -> `Boosters`, where the id does not give them away. */
export type Names = Readonly<Record<string, string>>;

/** Segments that name a list or a part, and are understood without being said. */
const UNSAID = new Set(["abilities", "subroles", "stages", "competitive"]);

/** A value that holds in one format of play only stands below its name. */
const FORMAT = /^\dv\d$/;

/** What a change of a whole thing is a change of. */
const WHOLE: Readonly<Record<string, string>> = { heroes: "The hero", maps: "The map" };

/** A change in words. */
export function viewOf(change: PlainChange, names: Names): ChangeView {
  const { target, from, to } = change;
  const segments = target.split("/");
  const last = segments.at(-1) ?? "";
  const isWhole =
    segments.length === 2 || ["abilities", "perks", "subroles"].includes(segments.at(-2) ?? "");
  const subject =
    segments.length === 2
      ? (WHOLE[segments[0] ?? ""] ?? "")
      : subjectOf(isWhole ? segments : segments.slice(0, -1), names);
  const format = segments.find((segment) => FORMAT.test(segment));
  const field = isWhole ? "" : fieldOf(last) + (format === undefined ? "" : ` in ${format}`);
  const show = (value: RecordedValue | undefined) => showValue(value, last);
  const view = { target, subject, field: subject === "" ? capital(field) : field };

  if (typeof from === "number" && typeof to === "number") {
    return { ...view, from: show(from), to: show(to), trend: to > from ? "raised" : "lowered" };
  }
  if (typeof to === "number" && from === undefined && /ChangePercent$/.test(last)) {
    return {
      ...view,
      from: undefined,
      to: (to > 0 ? "+" : "") + show(to),
      trend: to > 0 ? "raised" : "lowered",
    };
  }
  if (isKit(from) && isKit(to)) return { ...view, field: "Kit", ...kitInWords(from, to) };
  if (from === undefined)
    return { ...view, from: undefined, to: to === true ? undefined : show(to), trend: "new" };
  if (to === undefined)
    return {
      ...view,
      from: from === true ? undefined : show(from),
      to: undefined,
      trend: "removed",
    };
  return { ...view, from: show(from), to: show(to), trend: "changed" };
}

/** The name of the thing at a path. */
export function nameAt(path: string, names: Names): string {
  return names[path] ?? titleOfId(path.slice(path.lastIndexOf("/") + 1));
}

function subjectOf(segments: readonly string[], names: Names): string {
  const words = segments.flatMap((segment, at) => {
    if (at < 2 || UNSAID.has(segment)) return [];
    if (segment === "perks") return at === segments.length - 1 ? ["Perks"] : ["Perk"];
    if (FORMAT.test(segment)) return [];
    const known = names[segments.slice(0, at + 1).join("/")];
    return [known ?? (/[A-Z]/.test(segment) ? capital(wordsOfField(segment)) : titleOfId(segment))];
  });
  return capital(words.join(" "));
}

function fieldOf(segment: string): string {
  return wordsOfField(segment.replace(/(Change)?Percent$/, ""));
}

function showValue(value: RecordedValue | undefined, field: string): string {
  if (typeof value === "number") return showNumber(value) + unitOf(field);
  if (value === true) return "yes";
  if (value === false) return "no";
  if (value === null || value === undefined) return "none";
  return typeof value === "string" ? value : value.join(", ");
}

/** The unit where the rules of the data name one. */
function unitOf(field: string): string {
  if (/Percent$/.test(field)) return "\u202f%";
  return field === "cooldown" ? "\u202fs" : "";
}

function isKit(value: RecordedValue | undefined): value is readonly string[] {
  return typeof value === "object" && value !== null;
}

/** Of each kit, what the other one does not have. */
function kitInWords(
  from: readonly string[],
  to: readonly string[],
): Pick<ChangeView, "from" | "to" | "trend"> {
  const lost = from.filter((name) => !to.includes(name)).join(", ") || undefined;
  const gained = to.filter((name) => !from.includes(name)).join(", ") || undefined;
  if (lost === undefined && gained === undefined)
    return { from: undefined, to: "in another order", trend: "changed" };
  return {
    from: lost,
    to: gained,
    trend: lost === undefined ? "new" : gained === undefined ? "removed" : "changed",
  };
}
