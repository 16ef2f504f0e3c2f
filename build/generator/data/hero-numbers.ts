import type { Figures, FigureValue } from "../../core/schema/figures.ts";
import type { HeroFile, HeroState } from "../../core/schema/hero.ts";
import type { LoadedData } from "./load-data.ts";

/** A number or a trait of a hero: a part of the health, a cooldown or a figure. */
type HeroNumber = {
  target: string;
  field: string;
  value: FigureValue;
  /** Where it is in the file. */
  path: (string | number)[];
};

type Numbered = Pick<HeroFile | HeroState, "id" | "abilities" | "perks"> & { health: Figures };

/** Every number of a hero's file or state. */
export function numbersOf({ id, health, abilities, perks = [] }: Numbered): HeroNumber[] {
  const below = (target: string, values: Figures, ...path: HeroNumber["path"]) =>
    Object.entries(values).map(([field, value]) => ({
      target: `heroes/${id}/${target}/${field}`,
      field,
      value,
      path: [...path, field],
    }));
  return [
    ...below("health", health, "health"),
    ...abilities.flatMap(({ id: ability, cooldown, figures = {} }, at) => [
      ...(cooldown === null ? [] : below(`abilities/${ability}`, { cooldown }, "abilities", at)),
      ...below(`abilities/${ability}`, figures, "abilities", at, "figures"),
    ]),
    ...perks.flatMap(({ id: perk, figures = {} }, at) =>
      below(`perks/${perk}`, figures, "perks", at, "figures"),
    ),
  ];
}

/** Whether a number is a figure of an ability or perk. */
export function isFigure({ path }: HeroNumber): boolean {
  return path.at(-2) === "figures";
}

/** The figures of abilities and perks, as heroes' files have them. */
export function figuresOf({ heroes }: Pick<LoadedData, "heroes">) {
  return heroes.flatMap(({ file, value }) =>
    numbersOf(value)
      .filter(isFigure)
      .map((number) => ({ ...number, file })),
  );
}
