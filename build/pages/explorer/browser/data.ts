import type { NamedHero, NamedMap } from "../../../data/names.ts";
import type { Names } from "../change-view.ts";
import type { PlainChange, RecordedValue } from "../recorded.ts";

/** A page, or a place in one, for the search. `words` are searched too, but not shown. */
export type SearchPage = readonly [path: string, name: string, what: string, words: string];

/** Everything that the search finds. */
export type SearchIndex = {
  heroes: readonly (readonly [
    id: string,
    name: string,
    role: string,
    subrole: string,
    hasHistory: boolean,
    spellings: readonly string[],
  ])[];
  maps: readonly (readonly [
    id: string,
    name: string,
    mode: string,
    spellings: readonly string[],
  ])[];
  /** Abilities (0) and perks (1), each with the index of its hero in `heroes`. */
  skills: readonly (readonly [hero: number, anchor: string, name: string, kind: 0 | 1])[];
  /**
   * For each language, the names of all `skills`, one a line. A line is empty if the name is the
   * English one or not known.
   */
  names: readonly string[];
  pages: readonly SearchPage[];
};

/** A change: its target without the thing, the index of its kind, and its `from` and `to`. */
export type StoredChange = readonly [rest: string, kind: number, ...sides: RecordedValue[]];

/** What the comparison of patches needs: all changes by patch and thing, newest patch first. */
export type ComparableChanges = {
  names: Names;
  /** The role of each hero, by id. */
  roles: Readonly<Record<string, string>>;
  /** What changes have in common: whether `from` and `to` are there, effect, label, unit, gap. */
  kinds: readonly (readonly [
    hasFrom: boolean,
    hasTo: boolean,
    about: Omit<PlainChange, "target" | "from" | "to">,
  ])[];
  patches: readonly (readonly [
    id: string,
    things: readonly (readonly [thing: string, changes: readonly StoredChange[]])[],
  ])[];
};

/** A hero as the comparison shows it. */
export type ComparableHero = {
  id: string;
  name: string;
  monogram: string;
  /** The time of the state, in words. */
  when?: string;
  role: string;
  roleName: string;
  subrole: string;
  health: readonly [standard: number, armor: number, shields: number];
  abilities: readonly {
    kind: string;
    name: string;
    figures: readonly (readonly [label: string, value: number, unit: string])[];
  }[];
};

/** An ability. `figures` lists the index of a field, its value, the next field, and so on. */
export type StoredAbility = readonly [kind: string, name: string, figures: readonly number[]];

/** The state of a hero. */
export type StoredState = Pick<
  ComparableHero,
  "name" | "role" | "roleName" | "subrole" | "health"
> & { abilities: readonly StoredAbility[] };

/**
 * The differences of an earlier state from today's, and the patch that ended it. The state is null
 * before the hero was in the game. An ability is the index of one of today's, the index with the
 * figures that differ, or a whole ability.
 */
export type EarlierHero = readonly [
  until: string,
  state:
    | (Partial<Omit<StoredState, "abilities">> & {
        abilities: readonly (
          | number
          | readonly [at: number, changed: readonly (number | null)[]]
          | StoredAbility
        )[];
      })
    | null,
];

/** Every hero of today with its earlier states, latest first. */
export type ComparableHeroes = {
  heroes: readonly {
    id: string;
    monogram: string;
    state: StoredState;
    past: readonly EarlierHero[];
  }[];
  /** Patches whose state can be shown, newest first. */
  patches: readonly (readonly [id: string, name: string])[];
  fields: readonly (readonly [label: string, unit: string])[];
};

/** The names that the log checker knows, and what it shows of their heroes and maps. */
export type LogNames = {
  /** The patch that the names are as of. */
  patch: string;
  heroes: readonly (NamedHero & { name: string; role: string; monogram: string })[];
  maps: readonly NamedMap[];
};

/** Scripts with data set these. Scripts of pages read them. */
declare global {
  var gamedataIndex: SearchIndex | undefined;
  var gamedataChanges: ComparableChanges | undefined;
  var gamedataNames: LogNames | undefined;
  var gamedataHeroes: ComparableHeroes | undefined;
}
