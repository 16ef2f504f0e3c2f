import { type HeroDetails, StatusSchema } from "../../core/schema/details.ts";
import { LONE_SOURCES } from "../../core/schema/game.ts";
import { formatJson } from "../../core/site/parse-json.ts";
import type { Site } from "../../core/site/site.ts";
import { alternatives, type Gap, gapsAsOf } from "../data/gap-paths.ts";
import { noEffects } from "../full/effect.ts";
import type { FullGame } from "../full/full-game.ts";
import { toJson } from "./json.ts";

/** Adds `/gaps.json`: every value that is unknown or rests on thin evidence, and why. */
export function addGapsJson(site: Site, { game, patch, heroes, gaps }: FullGame): void {
  const { lastChecked } = game;
  const figures = loneFigures(heroes, gapsAsOf(gaps, patch));
  site.addFile("/gaps.json", "application/json", formatJson({ lastChecked, gaps, figures }));
}

/** How many figures of each field one kind of source alone has; fields without any are left out. */
function loneFigures(heroes: readonly HeroDetails[], gaps: readonly Gap[]) {
  const all = heroes.flatMap(({ abilities, perks }) => [
    ...abilities.flatMap(({ figures }) => figures.filter(({ field }) => field !== "cooldown")),
    ...perks.flatMap(({ figures }) => figures),
  ]);
  const lone = gaps.flatMap(({ path, only }) =>
    only === undefined ? [] : alternatives(path).map((one) => ({ field: lastOf(one), only })),
  );
  const counts = new Map<string, number>();
  const counted = lone.map(({ field, only }) => `${field} ${only}`);
  for (const one of [...all.map(({ field }) => field), ...counted])
    counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...new Set(lone.map(({ field }) => field))].toSorted().map((field) => ({
    field,
    total: counts.get(field) ?? 0,
    ...Object.fromEntries(LONE_SOURCES.map((kind) => [kind, counts.get(`${field} ${kind}`) ?? 0])),
  }));
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Adds `/status.json`. */
export function addStatus(site: Site, { game, patch, patches, gaps, expected }: FullGame): void {
  const { mixed: _, ...effects } = noEffects();
  for (const { effect } of patches.flatMap(({ changes }) => changes))
    if (effect !== "mixed") effects[effect] += 1;
  const status = {
    game: game.id,
    patch,
    historyFrom: game.historyFrom,
    lastChecked: game.lastChecked,
    completeness: Object.fromEntries(patches.map(({ id, completeness }) => [id, completeness])),
    effects,
    gaps: gaps.length,
    expected,
  };
  site.addFile("/status.json", "application/json", toJson(StatusSchema, status));
}
