import { StatusSchema } from "../../../core/schema/details.ts";
import { formatJson } from "../../../core/site/parse-json.ts";
import type { Site } from "../../../core/site/site.ts";
import type { Evidence } from "../../data/evidence.ts";
import { gapsUpTo } from "../../data/gap-paths.ts";
import { countEffects } from "../../data/kit-numbers.ts";
import type { GameData, Reference } from "../../data/reference.ts";
import { newestFirst } from "../../history/rewind.ts";
import { toJson } from "../json.ts";

/** Adds `/gaps.json`: every value that is unknown or rests on thin evidence, and why. */
export function addGapsJson(site: Site, { gaps, lastChecked }: Evidence): void {
  site.addFile("/gaps.json", "application/json", formatJson({ lastChecked, gaps }));
}

/** Adds `/status.json`. */
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
  site.addFile("/status.json", "application/json", toJson(StatusSchema, status));
}
