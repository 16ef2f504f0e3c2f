import type { PatchFile, RecordedChange } from "../schema/patch.ts";

/** The newest change that made a value what it is. */
export type Origin = { patch: PatchFile; change: RecordedChange };

/**
 * Answers for the targets of a state, from the patches that lead to it, newest first; undefined
 * where a value has been what it is as long as the record goes back.
 */
export function createOrigins(
  patches: readonly PatchFile[],
): (target: string) => Origin | undefined {
  const last = new Map<string, Origin>();
  for (const patch of patches)
    for (const change of patch.changes)
      if (change.scope !== "6v6" && !last.has(change.target))
        last.set(change.target, { patch, change });

  return (target) => {
    const own = last.get(target);
    if (own !== undefined) return own;
    // Else it came with the thing around it, or has been so as long as the record goes back.
    for (let end = target.lastIndexOf("/"); end > 0; end = target.lastIndexOf("/", end - 1)) {
      const around = last.get(target.slice(0, end));
      if (around !== undefined && brought(around.change, target.slice(end + 1))) return around;
    }
    return undefined;
  };
}

/**
 * Whether a change of a whole thing brought what lies below it: of a kit, only what it did not
 * have.
 */
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

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
