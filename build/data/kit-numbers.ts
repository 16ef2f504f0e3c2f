import { createFigureVocabulary, noEffects } from "../history/effect.ts";
import { EFFECTS, type Effect } from "../schema/patch.ts";
import { createGapIndex, gapsAsOf } from "./gap-paths.ts";
import { type GameData, newestPatch } from "./reference.ts";

/** How much of the kits stands in numbers, and how sure it is. */
export type KitNumbers = {
  /** Figures of abilities and perks, today. */
  figures: number;
  /** Figures without a gap. */
  sureFigures: number;
  perks: number;
  /** How many recorded changes have each effect. */
  effects: Record<Effect, number>;
  /** Changes whose `from` differs from the `to` before it, and that say why. */
  explainedBreaks: number;
};

/** Counts the figures, perks and changes of checked data. */
export function kitNumbers(data: GameData): KitNumbers {
  const gaps = createGapIndex(gapsAsOf(data.gaps, newestPatch(data)));
  const holders = data.heroes.flatMap(({ id: hero, abilities, perks = [] }) =>
    Object.entries({ abilities, perks }).flatMap(([list, things]) =>
      things.map(({ id, figures = {} }) => ({ path: `heroes/${hero}/${list}/${id}`, figures })),
    ),
  );
  const paths = holders.flatMap(({ path, figures }) =>
    Object.keys(figures).map((field) => `${path}/${field}`),
  );
  const vocabulary = createFigureVocabulary(data.figures);
  const changes = data.patches.flatMap((patch) => patch.changes);
  const effects = noEffects();
  for (const change of changes) effects[vocabulary.effectOf(change)] += 1;
  return {
    figures: paths.length,
    sureFigures: paths.filter((path) => gaps.gapOf(path) === undefined).length,
    perks: data.heroes.reduce((sum, { perks = [] }) => sum + perks.length, 0),
    effects,
    explainedBreaks: changes.filter(({ breaks }) => breaks !== undefined).length,
  };
}

/** `1,200 buff, 2 nerf, ...`. A single change is never mixed, so this effect is left out. */
export function describeEffects(effects: Record<Effect, number>): string {
  return EFFECTS.filter((kind) => kind !== "mixed")
    .map((kind) => `${effects[kind].toLocaleString("en")} ${kind}`)
    .join(", ");
}
