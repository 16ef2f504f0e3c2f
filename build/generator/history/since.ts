import type { PatchFile, RecordedChange } from "../../core/schema/patch.ts";
import { property } from "./resolve-target.ts";

/**
 * The newest change that made a value what it is. Without a change, the value is on record since
 * the patch, and states before it have another or none.
 */
export type Origin = { patch: PatchFile; change?: RecordedChange };

/**
 * Finds the origin of a target's value. `patches` are those that lead to the state, newest first.
 * It is undefined where the value is as old as the record.
 */
export function createOrigins(
  patches: readonly PatchFile[],
): (target: string) => Origin | undefined {
  const origins = new Map<string, Origin[]>();
  const add = (target: string, origin: Origin) =>
    origins.set(target, [...(origins.get(target) ?? []), origin]);
  for (const patch of patches) {
    for (const change of patch.changes)
      if (change.scope !== "6v6") add(change.target, { patch, change });
    for (const { target } of (patch.unexplained ?? []).flatMap(({ changes }) => changes))
      add(target, { patch });
  }

  return (target) => {
    let newest = origins.get(target)?.[0];
    // A newer change of a thing around the value may have brought it.
    for (let end = target.lastIndexOf("/"); end > 0; end = target.lastIndexOf("/", end - 1)) {
      const around = origins
        .get(target.slice(0, end))
        ?.find(({ change }) => change && brought(change, target.slice(end + 1)));
      if (around && (newest === undefined || around.patch.id > newest.patch.id)) newest = around;
    }
    return newest;
  };
}

/** Whether a change of a whole thing brought the value below it. A kit brings what is new in it. */
function brought({ from, to }: RecordedChange, below: string): boolean {
  if (to === undefined || from === undefined) return to !== undefined;
  if (!Array.isArray(from) || !Array.isArray(to)) return false;
  const [id = "", ...path] = below.split("/");
  const valueIn = (kit: unknown[]) =>
    path.reduce<unknown>(
      property,
      kit.find((element) => property(element, "id") === id),
    );
  return JSON.stringify(valueIn(from)) !== JSON.stringify(valueIn(to));
}
