import { isUpTo } from "../../../../core/game/day.ts";
import { healthOf } from "../../../../core/game/state-as-of.ts";
import { showUnit, wordsOfField } from "../../../../core/game/words.ts";
import type { Figure } from "../../../../core/schema/details.ts";
import type { HeroHistoryList, PatchList } from "../../../../core/schema/lists.ts";

/** What a page is, or a place in one. Results are weighed by it. */
export type SearchKind =
  | "answer"
  | "balance"
  | "balance now"
  | "feed"
  | "guide"
  | "list"
  | "mode"
  | "names"
  | "operation"
  | "page"
  | "patch"
  | "problem"
  | "role"
  | "season"
  | "season of a hero"
  | "sub-role"
  | "value"
  | "year";

/** A page, or a place in one, for the search. `words` are searched too, but not shown. */
export type SearchPage = readonly [
  kind: SearchKind,
  path: string,
  name: string,
  what: string,
  words: string,
];

/** Everything that the search finds. */
export type SearchIndex = {
  heroes: readonly (readonly [
    id: string,
    name: string,
    role: string,
    subrole: string,
    spellings: readonly string[],
    monogram: string,
  ])[];
  maps: readonly (readonly [
    id: string,
    name: string,
    mode: string,
    spellings: readonly string[],
  ])[];
  /**
   * Abilities and perks, each with the index of its hero in `heroes`, what it is (`Ability 1`,
   * `Perk`), the labels of its values and the values, one a line, and what players call it.
   */
  skills: readonly (readonly [
    hero: number,
    anchor: string,
    name: string,
    what: string,
    labels: string,
    values: string,
    nicknames: string,
  ])[];
  /**
   * By language, the names of all `skills`, one a line. A line is empty if the name is the English
   * one or not known.
   */
  names: Readonly<Record<string, string>>;
  pages: readonly SearchPage[];
};

/** An ability or perk. A figure with a gap is not sure. */
type KitPart = {
  name: string;
  figures: readonly (Pick<Figure, "field" | "value" | "unit" | "per" | "note"> & {
    gap?: unknown;
  })[];
  unknown?: readonly string[] | undefined;
};

/** Every hero of today with all its states, and the patches, newest first. */
export type AllKits = Omit<HeroHistoryList, "data" | "meta"> & {
  heroes: HeroHistoryList["data"];
  patches: PatchList["data"];
};

/** The newest patch up to a day or a patch; undefined if there is none. */
export function patchAsOf(patches: readonly { id: string }[], asked: string): string | undefined {
  return isDay(asked) ? patches.find(({ id }) => isUpTo(id, asked))?.id : undefined;
}

/** Whether a text is a day, or the id of a patch, which begins with its day. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(-[a-z])?$/.test(text);
}

/** A value of a hero, and the ability or perk that has it; empty for the hero itself. */
export type Value = {
  /** The field in words, and its unit. */
  label: string;
  unit: string;
  /** Not a number where it is not known. */
  value: number;
  of: string;
  note?: string | undefined;
  isPerk?: boolean;
  isUnsure: boolean;
};

/** Which values of abilities and perks can be compared, by field: a barrier is not its hero. */
function quantityOf(field: string): string {
  return ["health", "armor", "shields"].includes(field) ? `ability/${field}` : field;
}

/** `cooldown, s` */
export function withUnit({ label, unit }: Pick<Value, "label" | "unit">): string {
  return [label, unit.trim()].filter(Boolean).join(", ");
}

/** The values of a hero by quantity, `cooldown`. `labels` are those of fields whose name is none. */
export function valuesOf(
  hero: {
    health: readonly (Pick<Figure, "field" | "value"> & { gap?: unknown })[];
    abilities: readonly KitPart[];
    perks: readonly KitPart[];
  },
  labels: Readonly<Record<string, string>>,
): Map<string, Value[]> {
  const { total, armor, shields } = healthOf(hero.health);
  const found = new Map<string, Value[]>();
  const ofHero = { unit: "", of: "" };
  const isUnsure = hero.health.some(({ gap }) => gap !== undefined);
  for (const [field, value] of Object.entries({ health: total, armor, shields }))
    if (value > 0) found.set(field, [{ ...ofHero, label: field, value, isUnsure }]);
  const parts = [
    ...hero.abilities.map((part) => ({ ...part, isPerk: false })),
    ...hero.perks.map((part) => ({ ...part, isPerk: true })),
  ];
  for (const { name: of, figures, unknown = [], isPerk } of parts) {
    for (const field of unknown) {
      const one = { label: labels[field] ?? wordsOfField(field), unit: "", of, isPerk };
      const quantity = quantityOf(field);
      const all = found.get(quantity) ?? [];
      found.set(quantity, [...all, { ...one, value: Number.NaN, isUnsure: true }]);
    }
    for (const { field, value, unit, gap, per, note } of figures) {
      if (typeof value !== "number") continue;
      const isRate = unit === "hp" && per !== undefined;
      const quantity = isRate ? `${field}PerSecond` : quantityOf(field);
      const label = labels[field] ?? wordsOfField(field);
      const owner = quantity === field || isRate ? "" : " of an ability";
      const one = {
        label: label + (isRate ? " per second" : owner),
        unit: showUnit(isRate ? "hp/s" : unit),
        value,
        of,
        note,
        isPerk,
        isUnsure: gap !== undefined,
      };
      found.set(quantity, [...(found.get(quantity) ?? []), one]);
    }
  }
  return found;
}
