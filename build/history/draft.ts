import { ROLES, SUBROLES } from "../schema/hero.ts";
import { MODES } from "../schema/mode.ts";
import { type GameState, type Slot, slotOf } from "./target.ts";

/** A state in the making. The one it comes from is left as it is; what no change touches is shared with it. */
export type Draft = {
  /** The slot of a modelled target, to be changed; undefined where the thing around it does not exist. */
  slotOf: (target: string) => Slot | undefined;
  /** The new state, its lists in their order. */
  finish: () => GameState;
};

/** Begins the state after another one, or before it. */
export function createDraft({ heroes, maps, roles, modes }: GameState): Draft {
  const state: GameState = {
    heroes: [...heroes],
    maps: [...maps],
    roles: [...roles],
    modes: [...modes],
  };
  const own = new Set<string>();
  let isOutOfOrder = false;
  return {
    slotOf: (target) => {
      const [collection, id, ...rest] = target.split("/");
      const element = `${collection}/${id}`;
      if (rest.length === 0) isOutOfOrder = true;
      if (!own.has(element)) {
        const shared = slotOf(state, element);
        const value = shared?.get();
        if (value !== undefined) shared?.set(structuredClone(value));
        own.add(element);
      }
      return slotOf(state, target);
    },
    finish: () => {
      if (isOutOfOrder) sortLists(state);
      for (const role of state.roles) {
        if (own.has(`roles/${role.id}`))
          role.subroles.sort((a, b) => SUBROLES.indexOf(a.id) - SUBROLES.indexOf(b.id));
      }
      return state;
    },
  };
}

/** What comes back after a removal comes at the end of its list. */
function sortLists(state: GameState): void {
  state.heroes.sort((a, b) => (a.id < b.id ? -1 : 1));
  state.maps.sort((a, b) => (a.id < b.id ? -1 : 1));
  state.roles.sort((a, b) => ROLES.indexOf(a.id) - ROLES.indexOf(b.id));
  state.modes.sort((a, b) => MODES.indexOf(a.id) - MODES.indexOf(b.id));
}
