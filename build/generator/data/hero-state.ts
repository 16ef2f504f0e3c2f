import type {
  Ability,
  AbilityFile,
  HeroFile,
  HeroState,
  PerkState,
} from "../../core/schema/hero.ts";
import { comparePerks, sortFigures } from "../history/draft.ts";

/** The part of a hero's file that patches can change. Empty figures and perks are left out. */
export function heroStateOf(file: HeroFile): HeroState {
  const { id, names, role, subrole, health, abilities, perks = [] } = file;
  const figures = abilities.flatMap((ability) =>
    ability.figures === undefined ? [] : [[ability.id, sortFigures(ability.figures)] as const],
  );
  return {
    id,
    names,
    role,
    subrole,
    health,
    abilities: abilities.map(abilityOf),
    ...(figures.length === 0 ? {} : { figures: sortFigures(Object.fromEntries(figures)) }),
    ...(perks.length === 0 ? {} : { perks: perks.map(perkStateOf).sort(comparePerks) }),
  };
}

/** An ability in the form of the API. */
export function abilityOf(ability: AbilityFile): Ability {
  const { id, kind, name, description, cooldown } = ability;
  return { id, kind, name, description, cooldown };
}

function perkStateOf({ id, tier, name, figures }: PerkState): PerkState {
  return { id, tier, name, ...(figures === undefined ? {} : { figures: sortFigures(figures) }) };
}
