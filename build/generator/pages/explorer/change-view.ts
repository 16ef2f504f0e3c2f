import { titleOfId } from "../../full/thing-names.ts";
import { capital, showNumber, wordsOfField } from "./format.ts";
import type { PlainChange, RecordedValue } from "./recorded.ts";

/** What a change means for the hero or map: a longer cooldown is a nerf. */
export type Effect = "buff" | "nerf" | "changed" | "new" | "removed";

/** One change as a reader sees it. */
export type ChangeView = {
  target: string;
  /** The part that changed, such as an ability. Empty if it is the hero or map itself. */
  subject: string;
  field: string;
  from: string | undefined;
  to: string | undefined;
  effect: Effect;
  note: string | undefined;
  sources: readonly string[];
  gap: string | undefined;
};

/**
 * Names of things by their path, such as `heroes/dva`. Names that follow from the id are left out.
 */
export type Names = Readonly<Record<string, string>>;

/** Segments that the words leave out: a reader understands without them. */
const LEFT_OUT = new Set(["abilities", "subroles", "stages", "competitive"]);

/** A format of play, such as `5v5`. Values that hold in one format only are below it. */
const FORMAT = /^\dv\d$/;

/** Fields whose values are ids. Their names are shown. */
const NAMED_BY_ID = new Set(["role", "subrole", "mode", "minimumRank"]);

/** The subject of the change of a whole thing. */
const WHOLE: Readonly<Record<string, string>> = {
  heroes: "The hero",
  maps: "The map",
  modes: "The mode",
  roles: "The role",
};

/** A change in words. */
export function viewOf(change: PlainChange, names: Names): ChangeView {
  const { target, from, to, note, sources = [], gap } = change;
  const segments = target.split("/");
  const last = segments.at(-1) ?? "";
  const isWhole =
    segments.length === 2 || ["abilities", "perks", "subroles"].includes(segments.at(-2) ?? "");
  const subject =
    segments.length === 2
      ? (WHOLE[segments[0] ?? ""] ?? "")
      : subjectOf(isWhole ? segments : segments.slice(0, -1), names);
  const format = segments.find((segment) => FORMAT.test(segment));
  const label = withoutSubject(
    change.label ?? wordsOfField(last.replace(/(Change)?Percent$/, "")),
    subject,
  );
  const field = isWhole ? "" : `${label}${format === undefined ? "" : ` in ${format}`}`.trim();
  const name = subject === "" ? capital(field) : field;
  const view = { target, subject, field: name, note, sources, gap };
  if (isKit(from) && isKit(to)) return { ...view, field: "Kit", ...describeKit(from, to) };
  return { ...view, ...sidesOf(change, last), effect: effectOf(change) };
}

/**
 * A label without the words of its subject, which is shown beside it. `hit volume of the head` is
 * `of the head`; `health` of the health is an empty text.
 */
function withoutSubject(label: string, subject: string): string {
  const start = `${subject.toLowerCase()} `;
  return subject !== "" && `${label} `.startsWith(start) ? label.slice(start.length) : label;
}

/** What a change means. If nobody judged it: whether something is new, removed or changed. */
export function effectOf({ from, to, effect }: PlainChange): Effect {
  if (effect !== undefined) return effect;
  if (from === undefined) return "new";
  return to === undefined ? "removed" : "changed";
}

/** Before and after in words, with their unit. */
function sidesOf({ from, to, unit, effect }: PlainChange, field: string) {
  const show = (value: RecordedValue | undefined) => {
    if (value === undefined || value === true) return undefined;
    if (typeof value === "number") return showNumber(value) + (unit ?? unitOf(field));
    if (typeof value === "string") return NAMED_BY_ID.has(field) ? titleOfId(value) : value;
    return value === false ? "no" : (value?.join(", ") ?? "none");
  };
  // Nobody judges a whole thing, which is true too.
  const isFlag = effect !== undefined && (from ?? to) === true;
  if (isFlag && from === undefined) return { from, to: "now" };
  if (isFlag && to === undefined) return { from: undefined, to: "no longer" };
  if (typeof to === "number" && from === undefined && /ChangePercent$/.test(field))
    return { from, to: (to > 0 ? "+" : "") + show(to) };
  if (typeof from === "boolean" && typeof to === "boolean" && from !== to)
    return { from: from ? "yes" : "no", to: to ? "yes" : "no" };
  if (typeof from === "number" && typeof to === "number")
    return { from: showNumber(from), to: show(to) };
  return { from: show(from), to: show(to) };
}

/** The name of the thing at a path. */
export function nameAt(path: string, names: Names): string {
  return names[path] ?? titleOfId(path.slice(path.lastIndexOf("/") + 1));
}

function subjectOf(segments: readonly string[], names: Names): string {
  const words = segments.flatMap((segment, at) => {
    if (at < 2 || LEFT_OUT.has(segment)) return [];
    if (segment === "perks") return at === segments.length - 1 ? ["Perks"] : ["Perk"];
    if (FORMAT.test(segment)) return [];
    const known = names[segments.slice(0, at + 1).join("/")];
    return [known ?? (/[A-Z]/.test(segment) ? capital(wordsOfField(segment)) : titleOfId(segment))];
  });
  return capital(words.join(" "));
}

/** The unit where the name of a field gives it away. */
function unitOf(field: string): string {
  if (/Percent$/.test(field)) return "%";
  return field === "cooldown" ? "\u202fs" : "";
}

function isKit(value: RecordedValue | undefined): value is readonly string[] {
  return typeof value === "object" && value !== null;
}

/** What one kit has and the other does not, both ways. */
function describeKit(
  from: readonly string[],
  to: readonly string[],
): Pick<ChangeView, "from" | "to" | "effect"> {
  const lost = from.filter((name) => !to.includes(name)).join(", ") || undefined;
  const gained = to.filter((name) => !from.includes(name)).join(", ") || undefined;
  if (lost === undefined && gained === undefined)
    return {
      from: undefined,
      to: `${from}` === `${to}` ? "same abilities, changed" : "in another order",
      effect: "changed",
    };
  return {
    from: lost,
    to: gained,
    effect: lost === undefined ? "new" : gained === undefined ? "removed" : "changed",
  };
}
