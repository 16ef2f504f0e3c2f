import { isDeepStrictEqual } from "node:util";
import type { Patch, PatchChange } from "../../core/schema/patch.ts";
import type { ChangeRow } from "../../generator/history/change-rows.ts";

/** A patch that both sides have, with different records. */
export type EditedPatch = {
  patch: string;
  /** The fields of `kind`, `name`, `sourceUrl` and `summary` that differ. */
  about: { field: string; from: unknown; to: unknown }[];
  /** The changes that differ, before and after the edit; null where there is none. */
  changes: { target: string; was: PatchChange | null; is: PatchChange | null }[];
};

type ComparedPatch = Pick<Patch, "id"> &
  Partial<Pick<Patch, "kind" | "name" | "sourceUrl" | "summary">> & {
    changes: readonly PatchChange[];
  };

const ABOUT = ["kind", "name", "sourceUrl", "summary"] as const;

/** The patches of both lists whose records differ, in the order of the second list. */
export function editedPatches(
  old: readonly ComparedPatch[],
  now: readonly ComparedPatch[],
): EditedPatch[] {
  const before = new Map(old.map((patch) => [patch.id, patch]));
  return now.flatMap((patch) => {
    const was = before.get(patch.id);
    if (was === undefined) return [];
    const about = ABOUT.flatMap((field) =>
      isDeepStrictEqual(was[field], patch[field])
        ? []
        : [{ field, from: was[field] ?? null, to: patch[field] ?? null }],
    );
    const changes = editedChanges(was.changes, patch.changes);
    return about.length + changes.length === 0 ? [] : [{ patch: patch.id, about, changes }];
  });
}

function editedChanges(
  old: readonly PatchChange[],
  now: readonly PatchChange[],
): EditedPatch["changes"] {
  const [before, after] = [old, now].map(
    (list) => new Map(list.map((change) => [change.target, sidesOf(change)])),
  );
  const targets = new Set([...old, ...now].map(({ target }) => target));
  return [...targets].flatMap((target) => {
    const [was = null, is = null] = [before?.get(target), after?.get(target)];
    return isDeepStrictEqual(was, is) ? [] : [{ target, was, is }];
  });
}

function sidesOf({ target, from, to }: PatchChange): PatchChange {
  return {
    target,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** A row per edited change, with both sides before and after the edit. */
export function editedRows({ changes }: EditedPatch): ChangeRow[] {
  return changes.map(({ target, was, is }) => ({
    target,
    from: was === null ? "(not recorded)" : sides(was),
    to: is === null ? "(no longer recorded)" : sides(is),
  }));
}

function sides({ from, to }: PatchChange): string {
  const [before, after] = [from, to].map((side) => {
    const text = JSON.stringify(side) ?? "nothing";
    return text.length > 30 ? `${text.slice(0, 27)}...` : text;
  });
  return `${before} to ${after}`;
}
