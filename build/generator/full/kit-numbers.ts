import { EFFECTS, type Effect } from "../../core/schema/patch.ts";
import { createFamilies } from "../data/families.ts";
import { type GameData, newestPatch } from "../data/game-data.ts";
import { alternatives, gapsAsOf } from "../data/gap-paths.ts";
import { createFigureVocabulary, noEffects } from "./effect.ts";

/** How much of the kits is in numbers, and how sure it is. */
export type KitNumbers = {
  /** Figures of abilities and perks, today. */
  figures: number;
  /** Figures without a gap. */
  sureFigures: number;
  perks: number;
  /** How many recorded changes have each effect. */
  effects: Record<Effect, number>;
  /** Addresses at which values were read, and how many independent families they are of. */
  sources: number;
  families: number;
  /** Changes whose `from` differs from the `to` before it, and that say why. */
  explainedBreaks: number;
};

/** Counts the figures, perks and changes of checked data. */
export function kitNumbers(data: GameData): KitNumbers {
  const gaps = gapsAsOf(data.gaps, newestPatch(data));
  const unsure = new Set(gaps.flatMap(({ path }) => alternatives(path)));
  const holders = data.heroes.flatMap(({ id: hero, abilities, perks = [] }) =>
    Object.entries({ abilities, perks }).flatMap(([list, things]) =>
      things.map(({ id, figures = {} }) => ({ path: `heroes/${hero}/${list}/${id}`, figures })),
    ),
  );
  const paths = holders.flatMap(({ path, figures }) =>
    Object.keys(figures).map((field) => `${path}/${field}`),
  );
  const changes = data.patches.flatMap((patch) => patch.changes);
  const urls = new Set(
    [...data.heroes, ...data.maps, ...data.patches].flatMap(({ sources = [] }) =>
      sources.map(({ url }) => url),
    ),
  );
  return {
    figures: paths.length,
    sureFigures: paths.filter((path) => !unsure.has(path)).length,
    perks: data.heroes.reduce((sum, { perks = [] }) => sum + perks.length, 0),
    effects: countEffects(data),
    sources: urls.size,
    families: new Set([...urls].map(createFamilies(data.families))).size,
    explainedBreaks: changes.filter(({ breaks }) => breaks !== undefined).length,
  };
}

/** How many recorded changes have each effect. A single change is never mixed. */
export function countEffects({
  figures,
  patches,
}: Pick<GameData, "figures" | "patches">): Record<Effect, number> {
  const vocabulary = createFigureVocabulary(figures);
  const effects = noEffects();
  for (const { changes } of patches)
    for (const change of changes) effects[vocabulary.effectOf(change)] += 1;
  return effects;
}

/** `1,200 buff, 2 nerf, ...`. A single change is never mixed, so this effect is left out. */
export function describeEffects(effects: Record<Effect, number>): string {
  return EFFECTS.filter((kind) => kind !== "mixed")
    .map((kind) => `${effects[kind].toLocaleString("en")} ${kind}`)
    .join(", ");
}
