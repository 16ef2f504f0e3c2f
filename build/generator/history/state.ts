import {
  COLLECTION_NAMES,
  collectionOf,
  compareThings,
  type DataLists,
  type GameState,
} from "../../core/schema/collections.ts";
import {
  type AbilityState,
  type HeroFile,
  type HeroState,
  type PerkState,
  SUBROLES,
} from "../../core/schema/hero.ts";

/** The part of today's data that patches can change. It shares the data's values. */
export function stateOf(data: DataLists): GameState {
  const stateOfThing = (keys: readonly string[]) => (thing: object) =>
    Object.fromEntries(Object.entries(thing).filter(([key]) => keys.includes(key)));
  const names = COLLECTION_NAMES.filter((name) => name !== "heroes");
  const others = Object.fromEntries(
    names.map((name) => {
      const keys = Object.keys(collectionOf(name).stateSchema.shape);
      return [name, data[name].map(stateOfThing(keys))];
    }),
  ) as Omit<GameState, "heroes">;
  return { ...others, heroes: data.heroes.map(heroStateOf) };
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
export function inOrder(state: GameState): GameState {
  const place = ({ id }: { id: (typeof SUBROLES)[number] }) => SUBROLES.indexOf(id);
  return {
    heroes: state.heroes.toSorted(compareThings("heroes")),
    maps: state.maps.toSorted(compareThings("maps")),
    modes: state.modes.toSorted(compareThings("modes")),
    roles: state.roles.toSorted(compareThings("roles")).map((role) => ({
      ...role,
      subroles: role.subroles.toSorted((a, b) => place(a) - place(b)),
    })),
  };
}
