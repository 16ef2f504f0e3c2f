import type { PatchFile } from "../../build/core/schema/patch.ts";
import type { LoadedData } from "../../build/generator/data/load-data.ts";
import { stepsOf } from "../../build/generator/history/rewind.ts";

/** A patch with those of its steps whose target is wanted. */
function ownSteps(patch: PatchFile, isOwn: (change: { target: string }) => boolean): PatchFile {
  const unexplained = (patch.unexplained ?? []).flatMap(({ reason, changes }) => {
    const own = changes.filter(isOwn);
    return own.length === 0 ? [] : [{ reason, changes: own }];
  });
  return { ...patch, changes: patch.changes.filter(isOwn), unexplained };
}

/**
 * What the data holds of one hero: its file, the patches that changed it with those changes alone,
 * the record's first patch, and how it was before them.
 */
export function dataOfHero(data: LoadedData, id: string): LoadedData {
  const isOwn = ({ target }: { target: string }) =>
    `${target}/`.startsWith(`heroes/${id}/`) || target.startsWith("roles/");
  const { oldest, game } = data;
  const ofOldest = Object.entries(oldest?.value.values ?? {}).filter(([target]) =>
    target.startsWith(`heroes/${id}/`),
  );
  return {
    ...data,
    heroes: data.heroes.filter(({ value }) => value.id === id),
    maps: [],
    patches: data.patches
      .map(({ file, value }) => ({ file, value: ownSteps(value, isOwn) }))
      .filter(({ value }) => stepsOf(value).length > 0 || value.id === game?.value.historyFrom),
    oldest: oldest && {
      ...oldest,
      value: { ...oldest.value, values: Object.fromEntries(ofOldest) },
    },
    exceptions: undefined, // most are about other heroes
    gaps: data.gaps && { ...data.gaps, value: { gaps: [] } },
  };
}
