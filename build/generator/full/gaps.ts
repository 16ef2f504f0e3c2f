import { subjectOf } from "../../core/game/words.ts";
import type { ListedGap } from "../../core/schema/details.ts";
import type { Gap } from "../data/gap-paths.ts";

/** What the paths of gaps are called. */
type Names = {
  nameOf: (path: string) => string;
  labelOf: (field: string) => string | undefined;
};

/** Completes gaps with their kind, and with what their values are of. */
export function listGaps(gaps: readonly Gap[], names: Names): ListedGap[] {
  return gaps.map(({ open, ...gap }) => ({
    ...gap,
    ...subjectOfGap(gap.path, names),
    kind: open ? "open" : kindOf(gap),
  }));
}

/** Only values of heroes are open: of maps, roles and patches there are remarks. */
function kindOf({ path, before, differs }: Gap): ListedGap["kind"] {
  if (differs || path.startsWith("patches/")) return "remark";
  if (before !== undefined) return "earlier";
  return /^heroes(\/[^/*]+){3,}$/.test(path) ? "open" : "remark";
}

/** What the value at a path belongs to. `*` in a path means all. */
function subjectOfGap(path: string, names: Names) {
  const nameOf = (path: string) => nameOfThing(path, names);
  const [collection = "", id = "*", ...rest] = path.replace(/\/\*\*?$/, "").split("/");
  const thing = `${collection}/${id}`;
  const isChange = rest[0] === "changes";
  const value = isChange ? rest.slice(1) : [collection, id, ...rest];
  const own = { thing, name: nameOf(thing), part: "" };
  if (value[0] === "**") return { ...own, field: "changes in per cent" };
  const owner = isChange ? nameOf(value.slice(0, 2).join("/")) : "";
  if (value.length === 2) return { ...own, part: owner, field: "as a whole" };
  const { part, field } = subjectOf(value.join("/"), nameOf, names.labelOf(value.join("/")));
  return { ...own, part: [owner, part].filter(Boolean).join(" "), field };
}

/** The name of a hero, ability or patch: `all heroes` for `heroes/*`. */
function nameOfThing(path: string, { nameOf }: Names): string {
  const [list = "", id = ""] = path.split("/").slice(-2);
  return id === "*" ? `all ${list === "subroles" ? "sub-roles" : list}` : nameOf(path);
}
