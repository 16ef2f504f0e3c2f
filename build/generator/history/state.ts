import type { DataLists, GameState } from "../../core/schema/collections.ts";
import {
  type AbilityState,
  FORMER_ROLES,
  type HeroFile,
  type HeroState,
  type PerkState,
  ROLES,
  SUBROLES,
} from "../../core/schema/hero.ts";
import { FORMER_MODES, MODES } from "../../core/schema/mode.ts";

/** The part of today's data that patches can change. It shares the data's values. */
export function stateOf({ heroes, maps, modes, roles }: DataLists): GameState {
  return {
    heroes: heroes.map(heroStateOf),
    maps: maps.map(({ id, name, mode }) => ({ id, name, mode })),
    modes: [...modes],
    roles: [...roles],
  };
}

/** The part of a hero's file that patches can change. */
export function heroStateOf(file: HeroFile): HeroState {
  const { id, names, role, subrole, health, abilities, perks = [] } = file;
  return {
    ...{ id, names, role, subrole, health },
    abilities: abilities.map(abilityStateOf),
    perks: perks.map(perkStateOf),
  };
}

function abilityStateOf(ability: AbilityState): AbilityState {
  const { id, kind, name, description, cooldown, figures } = ability;
  return { id, kind, name, description, cooldown, ...(figures && { figures }) };
}

function perkStateOf({ id, tier, name, figures }: PerkState): PerkState {
  return { id, tier, name, ...(figures && { figures }) };
}

/** A state with its lists in the order of the API. A change adds to the end of a list. */
export function inOrder({ heroes, maps, modes, roles }: GameState): GameState {
  return {
    heroes: heroes.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    maps: maps.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    modes: modes.toSorted(by([...FORMER_MODES, ...MODES])),
    roles: roles
      .toSorted(by([...FORMER_ROLES, ...ROLES]))
      .map((role) => ({ ...role, subroles: role.subroles.toSorted(by(SUBROLES)) })),
  };
}

/** Compares by the places of ids in a list. */
function by(order: readonly string[]): (a: { id: string }, b: { id: string }) => number {
  return (a, b) => order.indexOf(a.id) - order.indexOf(b.id);
}
