import { InputError, UsageError } from "../../../../build/cli/terminal/terminal.ts";
import type { Ability } from "../../../../build/core/schema/hero.ts";
import type { GameData } from "../../../../build/generator/data/game-data.ts";
import type { LoadedData } from "../../../../build/generator/data/load-data.ts";

export const HEALTH = "heroes/ana/health/standard";
export const COOLDOWN = "heroes/ana/abilities/sleep-dart/cooldown";

/** An ability that no hero has. */
export const TEA: Ability = {
  id: "tea",
  kind: "passive",
  name: "Tea",
  description: null,
  cooldown: null,
};

/** Data as it is used, or as it was loaded. */
type Heroes = Pick<GameData, "heroes"> | Pick<LoadedData, "heroes">;

/** Edits data in place, as a maintainer edits the files. */
export type Edit<T = Heroes> = (data: T) => unknown;

export function find<T extends { id: string }>(list: readonly T[], id: string) {
  const found = list.find((element) => element.id === id);
  if (found === undefined) throw new Error(`the data has no ${id}`);
  return found;
}

export function heroOf({ heroes }: Heroes, id: string) {
  const files = heroes.map((hero) => ("value" in hero ? hero.value : hero));
  return find(files, id);
}

export const ana = (data: Heroes) => heroOf(data, "ana");

export const setHealth =
  (standard: number): Edit =>
  (data) => {
    ana(data).health.standard = standard;
  };

export const setCooldown =
  (cooldown: number | null): Edit =>
  (data) => {
    find(ana(data).abilities, "sleep-dart").cooldown = cooldown;
  };

export const addTea: Edit = (data) => ana(data).abilities.push(TEA);
export const removeTea: Edit = (data) => ana(data).abilities.pop();

/** What the maintainer reads where work is refused. Throws where it is not. */
export function refusal(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError || error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error("it was not refused");
}
