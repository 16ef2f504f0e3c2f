import type { ChangeDetails, HeroEffect, PatchDetails } from "../../core/schema/details.ts";
import type { PatchFile, RecordedChange } from "../../core/schema/patch.ts";
import { createChangeWords } from "./change-words.ts";
import { noEffects, overallEffect } from "./effect.ts";
import type { Evidence } from "./evidence.ts";

/** Completes patches: each change with its words, its unit, its effect, its sources and its gap. */
export function createFullPatches(
  evidence: Evidence,
  nameOf: (path: string) => string,
): (patch: PatchFile) => PatchDetails {
  const { vocabulary, gapOf, gapsOf, withFamilies } = evidence;
  const wordsOf = createChangeWords(nameOf, vocabulary);

  const changeOf = (patch: PatchFile, change: RecordedChange): ChangeDetails => {
    const effect = vocabulary.effectOf(change);
    const { text, ...words } = wordsOf(change, effect);
    const { target, scope = null, note = null, source = patch.sourceUrl } = change;
    const { rule, confirmedBy, breaks } = change;
    const gap = gapOf(`patches/${patch.id}/changes/${target}`, patch.id);
    return {
      target,
      ...("from" in change ? { from: change.from } : {}),
      ...("to" in change ? { to: change.to } : {}),
      ...words,
      effect,
      scope,
      ...(rule !== undefined && { rule }),
      note,
      source,
      ...(confirmedBy && { confirmedBy }),
      ...(breaks !== undefined && { breaks }),
      ...(gap && { gap }),
      text,
    };
  };

  return (patch) => {
    const { id, date, kind, name, sourceUrl, summary, completeness, sources } = patch;
    const changes = patch.changes.map((change) => changeOf(patch, change));
    return {
      id,
      date,
      kind,
      name,
      sourceUrl,
      summary,
      completeness,
      heroes: heroEffects(changes, nameOf),
      changes,
      unexplained: patch.unexplained ?? [],
      gaps: gapsOf(`patches/${id}`, id),
      sources: withFamilies(sources),
    };
  };
}

/** What a patch means for each hero. Changes of 6v6 alone are not counted. */
function heroEffects(
  changes: readonly ChangeDetails[],
  nameOf: (path: string) => string,
): HeroEffect[] {
  const counts = new Map<string, HeroEffect["counts"]>();
  for (const { target, effect, scope } of changes) {
    const [collection, id = ""] = target.split("/");
    if (collection !== "heroes") continue;
    const own = counts.get(id) ?? noEffects();
    counts.set(id, own);
    if (scope !== "6v6") own[effect] += 1;
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, own]) => ({
      id,
      name: nameOf(`heroes/${id}`),
      effect: overallEffect(own),
      counts: own,
    }));
}
