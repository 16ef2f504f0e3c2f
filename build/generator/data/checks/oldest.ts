import type { GameState } from "../../../core/schema/collections.ts";
import type { FigureValue } from "../../../core/schema/figures.ts";
import type { HeroState } from "../../../core/schema/hero.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData } from "../load-data.ts";

/**
 * The record leads back to the numbers of `oldest.json`. So every edit of a number that is not
 * recorded is found, even where no patch has changed the number before.
 */
export function checkOldest(data: LoadedData, walkedBack: GameState): Issue[] {
  if (data.oldest === undefined || data.game === undefined) return [];
  const { file, value } = data.oldest;
  const { historyFrom } = data.game.value;
  if (value.patch !== historyFrom) {
    const message =
      `the state of patch ${value.patch}, but historyFrom is ${historyFrom}; make both name the ` +
      "same patch";
    return [{ code: "oldest-patch", file, path: ["patch"], message }];
  }
  const stored = new Map(Object.entries(value.values));
  const found = new Map(walkedBack.heroes.flatMap(numbersOf));
  const show = (side: FigureValue | undefined) => (side === undefined ? "nothing" : `${side}`);
  return [...new Set([...stored.keys(), ...found.keys()])].flatMap((target) => {
    if (stored.get(target) === found.get(target)) return [];
    const message =
      `${target}: walking the record back to patch ${historyFrom} leads to ` +
      `${show(found.get(target))}, but this file has ${show(stored.get(target))}; a patch that ` +
      "changed it is not recorded, or one of the two is wrong";
    return [{ code: "oldest-state", file, path: ["values", target], message, unjoined: target }];
  });
}

/** The numbers of a hero by target: health, cooldowns and figures. */
export function numbersOf({ id, health, abilities, perks }: HeroState): [string, FigureValue][] {
  const below = (path: string, values: Readonly<Record<string, FigureValue>>) =>
    Object.entries(values).map(([key, value]): [string, FigureValue] => [`${path}/${key}`, value]);
  const hero = `heroes/${id}`;
  return [
    ...below(`${hero}/health`, health),
    ...abilities.flatMap((ability) =>
      below(`${hero}/abilities/${ability.id}`, {
        ...(ability.cooldown === null ? {} : { cooldown: ability.cooldown }),
        ...ability.figures,
      }),
    ),
    ...perks.flatMap((perk) => below(`${hero}/perks/${perk.id}`, perk.figures ?? {})),
  ];
}
