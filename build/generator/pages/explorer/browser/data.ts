import { isUpTo } from "../../../../core/game/day.ts";
import { healthOf } from "../../../../core/game/state-as-of.ts";
import { showUnit, wordsOfField } from "../../../../core/game/words.ts";
import { grouped } from "../../../../core/grouped.ts";
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

type ListedHero = HeroHistoryList["data"][number];

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
  hero: Pick<ListedHero, "abilities" | "perks"> & {
    health: NonNullable<ListedHero["states"][number]["health"]>;
  },
  labels: Readonly<Record<string, string>>,
): Map<string, Value[]> {
  const { total, armor, shields } = healthOf(hero.health);
  const isUnsure = hero.health.some(({ gap }) => gap !== undefined);
  const labelOf = (field: string) => labels[field] ?? wordsOfField(field);
  const ofHero = Object.entries({ health: total, armor, shields })
    .filter(([, value]) => value > 0)
    .map(([field, value]) => [field, { label: field, unit: "", of: "", value, isUnsure }] as const);
  const parts = [
    ...hero.abilities.map((part) => ({ ...part, isPerk: false })),
    ...hero.perks.map((part) => ({ ...part, isPerk: true })),
  ];
  const ofParts = parts.flatMap(({ name: of, figures, unknown = [], isPerk }) => {
    const own = { of, isPerk };
    const missing = unknown.map((field) => {
      const value = { ...own, label: labelOf(field), unit: "", value: Number.NaN, isUnsure: true };
      return [quantityOf(field), value] as const;
    });
    const known = figures.flatMap(({ field, value, unit, gap, per, note }) => {
      if (typeof value !== "number") return [];
      const isRate = unit === "hp" && per !== undefined;
      const quantity = isRate ? `${field}PerSecond` : quantityOf(field);
      const owner = quantity === field || isRate ? "" : " of an ability";
      const one = {
        ...own,
        label: labelOf(field) + (isRate ? " per second" : owner),
        unit: showUnit(isRate ? "hp/s" : unit),
        value,
        note,
        isUnsure: gap !== undefined,
      };
      return [[quantity, one] as const];
    });
    return [...missing, ...known];
  });
  return grouped<string, Value>([...ofHero, ...ofParts]);
}
