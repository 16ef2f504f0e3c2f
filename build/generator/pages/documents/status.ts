import { StatusSchema } from "../../../core/schema/details.ts";
import { LONE_SOURCES } from "../../../core/schema/game.ts";
import type { HeroState } from "../../../core/schema/hero.ts";
import { formatJson } from "../../../core/site/parse-json.ts";
import type { Site } from "../../../core/site/site.ts";
import type { Evidence } from "../../data/evidence.ts";
import { alternatives, type Gap, gapsAsOf, gapsUpTo } from "../../data/gap-paths.ts";
import { countEffects } from "../../data/kit-numbers.ts";
import type { Background, GameData, Reference } from "../../data/reference.ts";
import { newestFirst } from "../../history/rewind.ts";
import { toJson } from "../json.ts";

/** Adds `/gaps.json`: every value that is unknown or rests on thin evidence, and why. */
export function addGapsJson(
  site: Site,
  { state, patch }: Pick<Background, "state" | "patch">,
  { gaps, lastChecked }: Evidence,
): void {
  const figures = loneFigures(state.heroes, gapsAsOf(gaps, patch));
  site.addFile("/gaps.json", "application/json", formatJson({ lastChecked, gaps, figures }));
}

/** How many figures of each field one kind of source alone has; fields without any are left out. */
function loneFigures(heroes: readonly HeroState[], gaps: readonly Gap[]) {
  const all = heroes.flatMap(fieldsOf);
  const lone = gaps.flatMap(({ path, only }) =>
    only === undefined ? [] : alternatives(path).map((one) => ({ field: lastOf(one), only })),
  );
  return [...new Set(lone.map(({ field }) => field))].toSorted().map((field) => {
    const count = (kind: string) =>
      lone.filter((one) => one.field === field && one.only === kind).length;
    return {
      field,
      total: all.filter((one) => one === field).length,
      ...Object.fromEntries(LONE_SOURCES.map((kind) => [kind, count(kind)])),
    };
  });
}

function fieldsOf({ figures = {}, perks = [] }: HeroState): string[] {
  return [...Object.values(figures), ...perks.map((perk) => perk.figures ?? {})].flatMap(
    Object.keys,
  );
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
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
    expected: recorded.length === patches.length ? (game.expected ?? []) : [],
  };
  site.addFile("/status.json", "application/json", toJson(StatusSchema, status));
}
