import type { PatchFile } from "../../build/core/schema/patch.ts";

/** A patch with those of its steps whose target is wanted. */
export function ownSteps(
  patch: PatchFile,
  isOwn: (change: { target: string }) => boolean,
): PatchFile {
  const unexplained = (patch.unexplained ?? []).flatMap(({ reason, changes }) => {
    const own = changes.filter(isOwn);
    return own.length === 0 ? [] : [{ reason, changes: own }];
  });
  return { ...patch, changes: patch.changes.filter(isOwn), unexplained };
}
