import { alternatives } from "../data/gap-paths.ts";
import { nameAt } from "./explorer/change-view.ts";
import type { Facts } from "./explorer/facts.ts";

/** The names that describe the paths of gaps. */
export type GapNames = Pick<Facts, "names" | "labelOf" | "patches">;

/** The word for one thing of each collection. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  heroes: "hero",
  maps: "map",
  roles: "role",
  modes: "mode",
  patches: "patch",
  abilities: "ability",
  perks: "perk",
  subroles: "sub-role",
};

/** Segments that are left out when another one follows. */
const LEFT_OUT = new Set(["abilities", "perks", "subroles", "health", "changes"]);

/**
 * What a gap is about: `heroes/ana/abilities/sleep-dart/{castTime,range}` as
 * `Ana: Sleep Dart cast time, range`.
 */
export function describeGap(path: string, names: GapNames): string {
  const [collection = "", id, ...rest] = path.split("/");
  if (/\{[^}]*\//.test(path))
    // figures of several abilities
    return `${describeThing(collection, id ?? "", names)}: ${alternatives(path).length} figures`;
  if (id === undefined) return `All ${collection}`;
  const about =
    collection === "patches" && rest[0] === "changes"
      ? describeChange(rest.slice(1), names)
      : describePart([collection, id], rest, names);
  const thing = describeThing(collection, id, names);
  return about === "" ? thing : `${thing}: ${about}`;
}

/** What a gap of a patch is about. */
function describeChange(segments: readonly string[], names: GapNames): string {
  const [collection = ""] = segments;
  if (collection in COLLECTIONS) return describeGap(segments.join("/"), names);
  return segments.some((segment) => segment.endsWith("ChangePercent"))
    ? "changes given in per cent"
    : "";
}

function describeThing(collection: string, id: string, { names, patches }: GapNames): string {
  if (id === "*") return `Every ${COLLECTIONS[collection]}`;
  if (collection !== "patches")
    return choicesOf(id)
      .map((one) => nameAt(`${collection}/${one}`, names))
      .join(", ");
  return patches.find((patch) => patch.id === id)?.name ?? id;
}

/** The part of a thing that a gap is about. `above` are the segments before `segments`. */
function describePart(
  above: readonly string[],
  segments: readonly string[],
  names: GapNames,
): string {
  const words = segments.map((segment, at) => {
    const isLast = at === segments.length - 1;
    if (/^\*\*?$/.test(segment) && isLast) return "";
    if (LEFT_OUT.has(segment)) return !isLast ? "" : segment === "abilities" ? "kit" : segment;
    const list = segments[at - 1] ?? "";
    const one = COLLECTIONS[list];
    if (one === undefined) return [...new Set(choicesOf(segment).map(names.labelOf))].join(", ");
    if (segment === "*") return `every ${one}`;
    const before = [...above, ...segments.slice(0, at)].join("/");
    const named = choicesOf(segment).map((id) => nameAt(`${before}/${id}`, names.names));
    return (list === "perks" ? "perk " : "") + named.join(", ");
  });
  return words.filter((word) => word !== "").join(" ");
}

/** The names that a segment `{a,b}` represents. */
function choicesOf(segment: string): string[] {
  return segment.replace(/[{}]/g, "").split(",");
}
