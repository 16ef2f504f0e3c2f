import type { AbilityKey } from "../api.ts";

/** What match logs call the first three abilities of a kit, in its order. */
export const SLOTS = ["Ability 1", "Ability 2", "Ultimate"] as const;

/** What match logs in English call the keys that play abilities. */
export const KEY_LABELS: Readonly<Record<AbilityKey, string>> = {
  primaryFire: "Primary Fire",
  secondaryFire: "Secondary Fire",
  ability1: SLOTS[0],
  ability2: SLOTS[1],
  ultimate: SLOTS[2],
  crouch: "Crouch",
  jump: "Jump",
  reload: "Reload",
};

/** What the data says of the keys of a hero, of today and of earlier days. */
export type KnownKeys = {
  abilities: readonly { id: string; key?: AbilityKey | null | undefined }[];
  formerKeys?:
    | readonly { ability: string; key: AbilityKey; from?: string | undefined; until: string }[]
    | undefined;
};

/** Keys by the kind of an ability, and by its place in the kit, where none is on record. */
const BY_KIND: Readonly<Record<string, AbilityKey>> = {
  primary: "primaryFire",
  secondary: "secondaryFire",
};
const BY_PLACE: readonly AbilityKey[] = ["ability1", "ability2", "ultimate"];

/**
 * A kit as of a patch, each ability with its key. An ability that is gone has the key of its kind
 * or of its place, unless another ability has that key.
 */
export function withKeys<Ability extends { id: string; kind?: string | undefined }>(
  kit: readonly Ability[],
  { abilities, formerKeys = [] }: KnownKeys,
  patch: string,
): (Ability & { key: AbilityKey | null })[] {
  const today = new Map(abilities.map(({ id, key }) => [id, key]));
  const recorded = kit.map(({ id }) => {
    const former = formerKeys.find(
      ({ ability, from = "", until }) => ability === id && from <= patch && patch < until,
    );
    return former?.key ?? today.get(id);
  });
  const keyOf = ({ id, kind = "" }: Ability, place: number): AbilityKey | null => {
    const key = recorded[place];
    if (key !== undefined || kind === "passive" || today.has(id)) return key ?? null;
    const usual = BY_KIND[kind] ?? BY_PLACE[place];
    return usual === undefined || recorded.includes(usual) ? null : usual;
  };
  return kit.map((ability, place) => ({ ...ability, key: keyOf(ability, place) }));
}
