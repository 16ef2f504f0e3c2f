import { grouped } from "../../core/grouped.ts";
import type { PatchChange } from "../../core/schema/patch.ts";
import { property } from "./address.ts";

/** Changes in words, for tables on a terminal and in Markdown. */
export type ChangeRow = { target: string; from: string; to: string };

/** In characters. */
const WIDEST = 60;

/** One row per change; long values are cut, whole things and kits only named. */
export function changeRows(changes: readonly PatchChange[]): ChangeRow[] {
  return changes.map((change) => ({
    target: change.target,
    from: "from" in change ? describe(change.from, change.to) : "(new)",
    to: "to" in change ? describe(change.to, change.from) : "(gone)",
  }));
}

/** Rows by the thing they belong to (`heroes/ana`). Their targets are relative to it. */
export function groupByThing(rows: readonly ChangeRow[]): Map<string, ChangeRow[]> {
  return grouped(
    rows.map((row) => {
      const [collection, id, ...rest] = row.target.split("/");
      return [`${collection}/${id}`, { ...row, target: rest.join("/") || "(whole)" }];
    }),
  );
}

function describe(value: unknown, other: unknown): string {
  if (Array.isArray(value)) return describeKit(value, other);
  const text = typeof value === "object" && value !== null ? nameOf(value) : JSON.stringify(value);
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 3)}...` : text;
}

/** The abilities of a kit that the other kit lacks, with the id where both have the name. */
function describeKit(kit: readonly unknown[], other: unknown): string {
  const others: readonly unknown[] = Array.isArray(other) ? other : [];
  const own = kit.flatMap((thing) => {
    const alike = others.filter((one) => nameOf(one) === nameOf(thing));
    const { id } = Object(thing);
    if (alike.some((one) => property(one, "id") === id)) return [];
    return [alike.length === 0 ? nameOf(thing) : `${nameOf(thing)} (${id})`];
  });
  return own.length === 0 ? "(the rest of the kit)" : own.join(", ");
}

function nameOf(thing: unknown): string {
  if (typeof thing !== "object" || thing === null) return JSON.stringify(thing);
  if ("name" in thing && typeof thing.name === "string") return thing.name;
  return "names" in thing ? nameOf({ name: Reflect.get(Object(thing.names), "en") }) : "(whole)";
}
