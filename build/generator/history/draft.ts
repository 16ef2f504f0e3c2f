import type { GameState } from "../../core/schema/collections.ts";
import type { Ability, AbilityState } from "../../core/schema/hero.ts";
import { childSlot, type Slot, valueAt } from "./address.ts";

/**
 * A state in the making. The state it begins from is not changed: what a change touches is copied,
 * and both share the rest.
 */
type Draft = {
  state: GameState;
  /** The slot of a modelled target; undefined where the thing around it does not exist. */
  slotOf: (target: string) => Slot | undefined;
};

/** Begins a new state from another one. */
export function createDraft(from: GameState): Draft {
  const own = new Set<object>();
  const copyOf = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || own.has(value)) return value;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    own.add(copy);
    return copy;
  };
  const state = copyOf(from) as GameState;
  return {
    state,
    slotOf: (target) => {
      const path = target.split("/");
      let node: unknown = state;
      for (const segment of path.slice(0, -1)) {
        const slot = childSlot(node, segment);
        const inner = slot?.get();
        if (inner === undefined) return undefined;
        node = copyOf(inner);
        if (node !== inner) slot?.set(node);
      }
      return isKit(target) ? kitSlot(node) : childSlot(node, path.at(-1) ?? "");
    },
  };
}

/** Whether a target is the kit of a hero. Changes of kits have no figures. */
export function isKit(target: string): boolean {
  return /^heroes\/[^/]+\/abilities$/.test(target);
}

/** The kit without its figures. A kit that is set keeps the figures of the abilities it has. */
function kitSlot(hero: unknown): Slot | undefined {
  const slot = childSlot(hero, "abilities");
  const withOwnFigures = (ability: Ability) => {
    const figures = valueAt(hero, ["abilities", ability.id, "figures"]);
    return figures === undefined ? ability : { ...ability, figures };
  };
  return (
    slot && {
      ...slot,
      get: () => {
        const kit = slot.get();
        return Array.isArray(kit) ? kit.map(withoutFigures) : kit;
      },
      // Another check reports a kit that is not a list.
      set: (kit) => slot.set(Array.isArray(kit) ? kit.map(withOwnFigures) : []),
    }
  );
}

/** An ability in the form of the API. */
export function withoutFigures({ figures: _, ...ability }: AbilityState): Ability {
  return ability;
}
