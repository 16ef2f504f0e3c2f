import { type Evidence, NO_EVIDENCE } from "../../data/evidence.ts";
import type { Reference } from "../../data/reference.ts";
import type { Patch, PatchChange } from "../../schema/patch.ts";
import type { Names } from "./change-view.ts";
import { changesByThing, type PlainChange, type RecordedValue } from "./recorded.ts";
import { titleOfId } from "./words.ts";

/** The days between which all values are drawn, and the days that are marked. */
export type TimeAxis = { from: string; to: string; marks: readonly string[] };

/** A patch, and what it changed of the thing that is asked about. */
export type Entry = { patch: Patch; changes: readonly PlainChange[] };

/** The reference as the pages tell it: changes in plain values, the history of each thing, and the names of everything. */
export type Facts = Reference & {
  names: Names;
  /** Every patch with all its changes, newest first. */
  entries: readonly Entry[];
  /** What patches changed of `heroes/ana`, newest first; patches that left it alone are not in it. */
  historyOf: (thing: string) => readonly Entry[];
  /** Where values were read, and how sure they are. */
  evidence: Evidence;
  /** The days of the record, the seasons marked. */
  axis: TimeAxis;
};

export function factsOf(reference: Reference, evidence: Evidence = NO_EVIDENCE): Facts {
  const entries = reference.patches.map((patch) => ({
    patch,
    changes: patch.changes.map(plainChange),
  }));
  const histories = new Map<string, Entry[]>();
  for (const { patch, changes } of entries) {
    for (const [thing, own] of changesByThing(changes)) {
      histories.set(thing, [...(histories.get(thing) ?? []), { patch, changes: own }]);
    }
  }
  return {
    ...reference,
    names: namesOf(reference),
    entries,
    historyOf: (thing) => histories.get(thing) ?? [],
    evidence,
    axis: axisOf(reference.patches),
  };
}

function axisOf(patches: readonly Patch[]): TimeAxis {
  return {
    from: patches.at(-1)?.date ?? "",
    to: patches[0]?.date ?? "",
    marks: patches.filter(({ kind }) => kind === "season").map(({ date }) => date),
  };
}

function plainChange({ target, from, to }: PatchChange): PlainChange {
  return {
    target,
    ...(from === undefined ? {} : { from: plainValue(from) }),
    ...(to === undefined ? {} : { to: plainValue(to) }),
  };
}

function plainValue(value: unknown): RecordedValue {
  if (Array.isArray(value)) return value.map((element) => nameOf(element) ?? "");
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  return value === null ? null : true;
}

/** Of heroes, maps and abilities, those of former kits included; only names that an id does not give away. */
function namesOf({ heroes, maps, modes, roles, patches }: Reference): Names {
  const found = new Map([["modes/competitive", "Competitive play"]]); // the record's own word for what is no mode
  const add = (path: string, thing: unknown) => {
    const name = nameOf(thing);
    if (name !== undefined) found.set(path, name);
    for (const [list, elements] of listsOf(thing)) {
      for (const element of elements) add(`${path}/${list}/${idOf(element)}`, element);
    }
  };
  for (const { changes } of patches.toReversed()) {
    for (const { target, from, to } of changes) {
      for (const value of [from, to]) {
        if (Array.isArray(value))
          for (const element of value) add(`${target}/${idOf(element)}`, element);
        else if (typeof value === "object" && value !== null) add(target, value);
      }
    }
  }
  for (const [collection, things] of Object.entries({ heroes, maps, modes, roles })) {
    for (const thing of things) add(`${collection}/${thing.id}`, thing);
  }
  return Object.fromEntries(
    [...found]
      .filter(([path, name]) => name !== titleOfId(path.slice(path.lastIndexOf("/") + 1)))
      .sort(),
  );
}

function nameOf(thing: unknown): string | undefined {
  return stringOf(thing, "name");
}

function idOf(thing: unknown): string | undefined {
  return stringOf(thing, "id");
}

function stringOf(thing: unknown, key: string): string | undefined {
  const value: unknown =
    typeof thing === "object" && thing !== null ? Reflect.get(thing, key) : undefined;
  return typeof value === "string" ? value : undefined;
}

/** The lists of named things in a thing: abilities of a hero, sub-roles of a role. */
function listsOf(thing: unknown): [string, unknown[]][] {
  if (typeof thing !== "object" || thing === null) return [];
  return Object.entries(thing).filter(
    (entry): entry is [string, unknown[]] =>
      ["abilities", "subroles"].includes(entry[0]) && Array.isArray(entry[1]),
  );
}
