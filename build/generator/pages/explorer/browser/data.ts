import type { NamedHero, NamesData } from "../../../../client/names.ts";
import type { AbilityKey } from "../../../../core/schema/hero.ts";
import type { Names } from "../change-view.ts";
import type { PlainChange } from "../recorded.ts";

/** A page, or a place in one, for the search. `words` are searched too, but not shown. */
export type SearchPage = readonly [path: string, name: string, what: string, words: string];

/** Everything that the search finds. */
export type SearchIndex = {
  heroes: readonly (readonly [
    id: string,
    name: string,
    role: string,
    subrole: string,
    spellings: readonly string[],
  ])[];
  maps: readonly (readonly [
    id: string,
    name: string,
    mode: string,
    spellings: readonly string[],
  ])[];
  /**
   * Abilities and perks, each with the index of its hero in `heroes`, what it is (`Ability 1`,
   * `Perk`), its values as `cooldown: 14 s`, one a line, and what players call it.
   */
  skills: readonly (readonly [
    hero: number,
    anchor: string,
    name: string,
    what: string,
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

/** What the comparison of patches needs: all changes by patch, newest patch first. */
export type ComparableChanges = {
  names: Names;
  /** The role of each hero, by id. */
  roles: Readonly<Record<string, string>>;
  /** Maps and roles that are gone. They have no page. */
  gone: readonly string[];
  patches: readonly (readonly [
    id: string,
    changes: readonly PlainChange[],
    /** How many values are unknown or otherwise before it, though no patch explains that. */
    unexplained?: number,
  ])[];
};

/** A hero as the comparison shows it. Its parts are whole, or given by their places in a list. */
export type ComparableHero<Part = ComparablePart> = {
  name: string;
  role: string;
  roleName: string;
  subrole: string;
  health: readonly [standard: number, armor: number, shields: number];
  abilities: readonly Part[];
  perks: readonly Part[];
};

/** An ability, or a perk, whose kind is its tier. */
export type ComparablePart = {
  id: string;
  kind: string;
  key?: AbilityKey | null | undefined;
  name: string;
  figures: readonly ComparableFigure[];
};

/** `isUnsure` is 1 if fewer than two independent sources have the value. */
export type ComparableFigure = readonly [label: string, value: number, unit: string, isUnsure?: 1];

/** Every hero of today with its earlier states. */
export type ComparableHeroes<Part = ComparablePart> = {
  heroes: readonly {
    id: string;
    monogram: string;
    state: ComparableHero<Part>;
    /** Latest first, each with the patch that ended it; null before the hero was in the game. */
    past: readonly (readonly [until: string, state: ComparableHero<Part> | null])[];
  }[];
  /** Patches whose state can be shown, newest first. */
  patches: readonly (readonly [id: string, name: string])[];
};

/** The same as the file has it: each part once, since most parts are in many states. */
export type StoredHeroes = ComparableHeroes<number> & { parts: readonly ComparablePart[] };

/** The names that the log checker knows, and what it shows of their heroes and maps. */
export type LogNames = NamesData & {
  /** The patch that the names are as of. */
  patch: string;
  heroes: readonly (NamedHero & { name: string; role: string; monogram: string })[];
};
