import { fold } from "../../core/spelling/fold.ts";
import type { NamedHero, Names } from "../names.ts";
import { SLOTS } from "../slots.ts";
import type { LogLine } from "./log-line.ts";

/** An ability that a log reports, by the key that plays it or by its name. */
export type UsedAbility = {
  /** Id of the hero who used it. */
  hero: string;
  /** `Ability 1`, `Primary Fire`, or the ability's name as the log writes it. */
  key: string;
  id: string;
  name: string;
  count: number;
};

/** Events of a key alone. */
const KEY_EVENTS: Readonly<Record<string, string>> = {
  ability_1_used: "Ability 1",
  ability_2_used: "Ability 2",
  ultimate_start: "Ultimate",
};

/** The keys of abilities that have no slot. */
const KINDS: Readonly<Record<string, string>> = {
  "Primary Fire": "primary",
  "Secondary Fire": "secondary",
};

/** Where an event has the hero who acts, and where the key. */
const HERO = 4;
const KEY = 8;

/** Counts the abilities of a log. Keys that are no ability of the hero's kit are left out. */
export class AbilityTally {
  readonly #names: Names;
  readonly #found = new Map<string, UsedAbility>();

  constructor(names: Names) {
    this.#names = names;
  }

  /** Takes the next event. */
  add(event: LogLine): void {
    if (!event.positions?.heroes.includes(HERO)) return;
    const isOfTwo = event.positions.players.length > 1;
    const key = KEY_EVENTS[event.event] ?? (isOfTwo ? event.at(KEY) : "");
    const hero = key === "" ? undefined : this.#names.heroes.resolve(event.at(HERO));
    const ability = hero === undefined ? undefined : abilityOf(hero, key);
    if (hero === undefined || ability === undefined) return;
    const place = `${hero.id} ${key}`;
    const known = this.#found.get(place);
    if (known !== undefined) known.count += 1;
    else this.#found.set(place, { hero: hero.id, key, ...ability, count: 1 });
  }

  /** In the order of heroes and keys. */
  abilities(): UsedAbility[] {
    return [...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, used]) => used);
  }
}

function abilityOf({ abilities }: NamedHero, key: string) {
  const slot = SLOTS.findIndex((slotName) => slotName === key);
  const found =
    abilities[slot] ??
    abilities.find(({ kind }) => kind !== undefined && kind === KINDS[key]) ??
    abilities.find(({ name, names }) =>
      [name, ...Object.values(names ?? {})].some((one) => fold(one) === fold(key)),
    );
  return found === undefined ? undefined : { id: found.id, name: found.name };
}
