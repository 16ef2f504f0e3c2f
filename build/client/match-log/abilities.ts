import { fold } from "../../core/spelling/fold.ts";
import type { NamedAbility, Names } from "../names.ts";
import { SLOTS } from "../slots.ts";
import type { LogLine } from "./log-line.ts";

/** How often a log reports a key of a hero. */
export type KeyUse = {
  /** Id of the hero. */
  hero: string;
  /** `Ability 1`, `Primary Fire`, or an ability's name as the log writes it. */
  key: string;
  count: number;
};

/** An ability that a log reports, by the key that plays it or by its name. */
export type UsedAbility = KeyUse & { id: string; name: string };

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

/** Counts the keys of a log. What they play depends on the day, so it is looked up later. */
export class KeyTally {
  /** By key, then by the hero's name as the log writes it. */
  readonly #counts = new Map<string, Map<string, number>>();

  /** Takes the next event. */
  add(event: LogLine): void {
    const { heroes, players } = event.positions ?? {};
    if (!heroes?.includes(HERO)) return;
    const isOfTwo = players !== undefined && players.length > 1;
    const key = KEY_EVENTS[event.event] ?? (isOfTwo ? event.at(KEY) : "");
    if (key === "") return;
    const hero = event.at(HERO);
    const counts = this.#counts.get(key) ?? new Map<string, number>();
    counts.set(hero, (counts.get(hero) ?? 0) + 1);
    this.#counts.set(key, counts);
  }

  /** In the order of heroes and keys. */
  uses({ heroes }: Names): KeyUse[] {
    const found = new Map<string, KeyUse>();
    for (const [key, counts] of this.#counts)
      for (const [name, count] of counts) {
        const hero = heroes.resolve(name)?.id;
        if (hero === undefined) continue;
        const place = `${hero} ${key}`;
        found.set(place, { hero, key, count: count + (found.get(place)?.count ?? 0) });
      }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
  }
}

/** What keys play by the kits of a day. Keys that are no ability of the hero's kit are left out. */
export function abilitiesOfKeys(
  uses: readonly KeyUse[],
  kitOf: (hero: string) => readonly NamedAbility[],
): UsedAbility[] {
  return uses.flatMap((use) => {
    const ability = abilityOfKey(kitOf(use.hero), use.key);
    return ability === undefined ? [] : [{ ...use, id: ability.id, name: ability.name }];
  });
}

function abilityOfKey(kit: readonly NamedAbility[], key: string): NamedAbility | undefined {
  const slot = SLOTS.findIndex((slotName) => slotName === key);
  return (
    kit[slot] ??
    kit.find(({ kind }) => kind !== undefined && kind === KINDS[key]) ??
    kit.find(({ name, names }) =>
      [name, ...Object.values(names ?? {})].some((one) => fold(one) === fold(key)),
    )
  );
}
