import { isKit } from "../../core/game/targets.ts";
import {
  type Ability,
  AbilitySchema,
  type AbilityState,
  PerkStateSchema,
} from "../../core/schema/hero.ts";

/** Fields of an ability or perk that are not figures. */
const OTHER_FIELDS = {
  abilities: new Set(Object.keys(AbilitySchema.shape)),
  perks: new Set(Object.keys(PerkStateSchema.shape)),
};

/**
 * The figure that a target addresses, `heroes/<hero>/<list>/<id>/<field>`; undefined where it
 * addresses something else. A field named `...Change` or `...ChangePercent` is a relative step and
 * no figure: no state holds it.
 */
export function figureTarget(target: string) {
  const [collection, hero = "", list, id = "", field = "", ...rest] = target.split("/");
  if (collection !== "heroes" || (list !== "abilities" && list !== "perks")) return undefined;
  if (!/^[a-z][A-Za-z0-9]*$/.test(field) || rest.length > 0 || isStep(field)) return undefined;
  return OTHER_FIELDS[list].has(field) || field === "figures"
    ? undefined
    : { hero, list, id, field };
}

/** Whether a field is a relative step. Notes print no absolute value of it. */
export function isStep(field: string): boolean {
  return /Change(Percent)?$/.test(field);
}

/** The quantity of a field. A relative step has the quantity that it changes. */
export function quantityOf(field: string): string {
  return field.replace(/Change(Percent)?$/, "");
}

/** A place in a JSON tree, which is empty where it has undefined. */
export type Slot = { get: () => unknown; set: (value: unknown) => void };

/**
 * The value at a path: a segment is a key of an object, the id of an element of a list, or the
 * field of a figure of an ability or perk. A target is such a path in a state, and without its
 * first two segments one in the file of its hero or map.
 */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce(childOf, root);
}

/** The slot of a target in a state; undefined where the thing around it does not exist. */
export function slotOf(state: object, target: string): Slot | undefined {
  return slotIn(state, target.split("/"));
}

/** The slot at a path below a value. */
export function slotIn(root: unknown, path: readonly string[]): Slot | undefined {
  return childSlot(valueAt(root, path.slice(0, -1)), path.at(-1) ?? "");
}

function childOf(node: unknown, segment: string): unknown {
  if (Array.isArray(node)) return node.find((element) => property(element, "id") === segment);
  const own = property(node, segment);
  return own === undefined ? property(property(node, "figures"), segment) : own;
}

/** The slot of a key, an element or a figure of a value. */
function childSlot(node: unknown, key: string): Slot | undefined {
  if (Array.isArray(node)) return elementSlot(node, key);
  if (typeof node !== "object" || node === null) return undefined;
  return hasFigure(node, key) ? figureSlot(node, key) : keySlot(node, key);
}

/** Whether a key of a value is that of a figure: only abilities and perks have figures. */
function hasFigure(node: object, key: string): boolean {
  const list = "tier" in node ? "perks" : "cooldown" in node ? "abilities" : undefined;
  return list !== undefined && figureTarget(`heroes/hero/${list}/id/${key}`) !== undefined;
}

function elementSlot(list: unknown[], id: string): Slot {
  const at = () => list.findIndex((element) => property(element, "id") === id);
  return {
    get: () => list[at()],
    set: (value) => {
      const place = at() === -1 ? list.length : at();
      list.splice(place, 1, ...(value === undefined ? [] : [value]));
    },
  };
}

function keySlot(object: object, key: string): Slot {
  return {
    get: () => property(object, key),
    set: (value) => {
      if (value === undefined) Reflect.deleteProperty(object, key);
      else Reflect.set(object, key, value);
    },
  };
}

/** The figures come with the first and go with the last one, and are never changed in place. */
function figureSlot(owner: object, field: string): Slot {
  const slot = keySlot(owner, "figures");
  return {
    get: () => property(slot.get(), field),
    set: (value) => {
      const figures = { ...Object(slot.get()), [field]: value };
      if (value === undefined) delete figures[field];
      slot.set(Object.keys(figures).length > 0 ? figures : undefined);
    },
  };
}

/** The own property of an object; undefined of anything else. */
export function property(node: unknown, key: string): unknown {
  return typeof node === "object" && node !== null && Object.hasOwn(node, key)
    ? Reflect.get(node, key)
    : undefined;
}

/** What has an address in a value: the things of a list by their ids, fields, and figures. */
export function partsOf(value: unknown): Map<string, unknown> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!Array.isArray(value)) {
    const { figures, ...fields } = Object(value);
    return new Map(Object.entries({ ...fields, ...figures }));
  }
  const hasIds = value.every((element) => property(element, "id") !== undefined);
  return hasIds ? new Map(value.map((element) => [element.id, element])) : undefined;
}

/**
 * Begins a new state from another one, which is not changed: what a change touches is copied, and
 * both share the rest.
 */
export function createDraft<State extends object>(from: State) {
  const own = new Set<unknown>();
  const copyOf = <T>(value: T): T => {
    if (typeof value !== "object" || value === null || own.has(value)) return value;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    own.add(copy);
    return copy as T;
  };
  const state = copyOf(from);
  return {
    state,
    /** The slot of a modelled target; undefined where the thing around it does not exist. */
    slotOf: (target: string): Slot | undefined => {
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
