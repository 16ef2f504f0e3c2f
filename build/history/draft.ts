import {
  COLLECTION_NAMES,
  type CollectionName,
  collectionOf,
  compareThings,
  type GameState,
} from "../schema/collections.ts";
import { type Slot, slotOf } from "./target.ts";

/** A state in the making. The one it comes from is left as it is; what no change touches is shared with it. */
export type Draft = {
  /** The slot of a modelled target, to be changed; undefined where the thing around it does not exist. */
  slotOf: (target: string) => Slot | undefined;
  /** The new state, its lists in their order. */
  finish: () => GameState;
};

/** Begins the state after another one, or before it. */
export function createDraft(from: GameState): Draft {
  const state: GameState = { ...from };
  for (const name of COLLECTION_NAMES) Reflect.set(state, name, [...from[name]]);
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
      for (const name of COLLECTION_NAMES) {
        // What comes back after a removal comes at the end of its list.
        if (isOutOfOrder) state[name].sort(compareThings(name));
        sortInside(
          name,
          state[name].filter(({ id }) => own.has(`${name}/${id}`)),
        );
      }
      return state;
    },
  };
}

/** Puts the lists inside things into their fixed orders. */
function sortInside(name: CollectionName, things: readonly object[]): void {
  for (const [key, order] of Object.entries(collectionOf(name).innerOrders ?? {})) {
    for (const thing of things) {
      const list: { id: string }[] = Reflect.get(thing, key);
      list.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
    }
  }
}
