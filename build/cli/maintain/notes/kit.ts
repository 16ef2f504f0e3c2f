import type { FigureField, FigureValue, Unit } from "../../../core/schema/figures.ts";
import type { Ability, HeroState, PerkState } from "../../../core/schema/hero.ts";

/** A value that notes may change: one of an ability, of a perk or of the whole hero. */
export type KnownValue = {
  target: string;
  field: string;
  value: FigureValue | null;
  unit: Unit;
  /** The words of the field, and those of its label. */
  words: readonly ReadonlySet<string>[];
};

/** What a heading of the notes can be about. */
export type Owner = {
  path: string;
  name: string;
  kind: Ability["kind"] | "perk" | "hero";
  perk: PerkState | undefined;
  /** The tier of a perk that we do not have, or `unknown`. */
  newTier?: string;
  /** Whether we have nothing of this name. It may turn out to be a new perk. */
  isUnknown?: boolean;
  values: KnownValue[];
};

/** The words of notes and of our figures that mean the same. */
const SAME_WORDS: Record<string, string> = {
  maximum: "max",
  minimum: "min",
  heal: "healing",
  ammunition: "ammo",
  round: "ammo",
  move: "movement",
  distance: "range",
  respawn: "spawn",
  regen: "regeneration",
  degeneration: "decay",
  angle: "degree",
  shield: "shields",
  conversion: "converted",
  cleanses: "cleanse",
  cleansing: "cleanse",
};

/** Words that do not decide which quantity is meant. */
const WEAK_WORDS = new Set(
  (
    "a an the of on for to by from while when with and or its is are be been it that this " +
    "at in as " +
    "per each all amount base gain gained bonus boost value time rate percent total dealt " +
    "provided given number required your now also longer can has have traveled"
  ).split(" "),
);

/** The words of a phrase that decide its meaning. */
export function wordsOf(phrase: string): Set<string> {
  const words = phrase
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .replace(/\b(shots|rounds) per second/g, "fire rate")
    .replace(/per second/g, "persecond")
    .replace(/fire rate/g, "firerate")
    .replace(/shield health/g, "shields")
    .replace(/'s?\b/g, "")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "" && !WEAK_WORDS.has(word))
    .map((word) => SAME_WORDS[word] ?? word)
    .map((word) => (word.length > 4 && !/(ss|us)$/.test(word) ? word.replace(/s$/, "") : word))
    .map((word) => SAME_WORDS[word] ?? word);
  return new Set(words);
}

/** The abilities, perks and the hero itself, with the values that notes may change. */
export function ownersOf(hero: HeroState, fields: ReadonlyMap<string, FigureField>): Owner[] {
  const base = `heroes/${hero.id}`;
  const known = (path: string, values: Readonly<Record<string, FigureValue | null>>) =>
    Object.entries(values).map(([field, value]) => {
      const { label = field, unit = "none" } = fields.get(field) ?? {};
      const words = [wordsOf(field), wordsOf(label)];
      return { target: `${path}/${field}`, field, value, unit, words };
    });
  const abilities = hero.abilities.map(({ id, name, kind, cooldown }) => {
    const path = `${base}/abilities/${id}`;
    const values = known(path, { cooldown, ...hero.figures?.[id] });
    return { path, name, kind, perk: undefined, values };
  });
  const perks = (hero.perks ?? []).map((perk) => {
    const path = `${base}/perks/${perk.id}`;
    const values = known(path, perk.figures ?? {});
    return { path, name: perk.name, kind: "perk" as const, perk, values };
  });
  const values = known(`${base}/health`, hero.health);
  const whole = { path: base, name: "General", kind: "hero" as const, perk: undefined, values };
  return [whole, ...abilities, ...perks];
}
