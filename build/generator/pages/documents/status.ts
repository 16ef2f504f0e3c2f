import type { Site } from "../../../core/site/site.ts";
import { gapsUpTo } from "../../data/gap-paths.ts";
import { countEffects } from "../../data/kit-numbers.ts";
import type { GameData, Reference } from "../../data/reference.ts";
import { newestFirst } from "../../history/rewind.ts";

/**
 * Adds `/status.json`: which patch the site describes, how far back states can be rebuilt, up to
 * which day sources were searched, how complete the record of each patch is, how many changes have
 * each effect, and how many gaps are on record. It holds no clock: whether the newest patch is
 * recent enough is the reader's to judge.
 */
export function addStatus(
  site: Site,
  reference: Reference,
  { figures, game, gaps, patches }: Pick<GameData, "figures" | "game" | "gaps" | "patches">,
): void {
  const recorded = newestFirst(patches.filter(({ id }) => id <= reference.patch));
  const { mixed: _, ...effects } = countEffects({ figures, patches: recorded });
  const status = {
    game: game.id,
    patch: reference.patch,
    historyFrom: game.historyFrom,
    lastChecked: game.lastChecked,
    completeness: Object.fromEntries(recorded.map(({ id, completeness }) => [id, completeness])),
    effects,
    gaps: gapsUpTo(gaps, reference.patch).length,
  };
  site.addFile("/status.json", "application/json", `${JSON.stringify(status, null, 2)}\n`);
}
