import type { NamedHero, NamedMap } from "../../../data/names.ts";
import type { Names } from "../change-view.ts";
import type { PlainChange, RecordedValue } from "../recorded.ts";

/** A page, or a place in one, as the search finds it; `words` are found as well and not shown. */
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
  /** Abilities (0) and perks (1), each with the place of its hero in `heroes`. */
  skills: readonly (readonly [hero: number, anchor: string, name: string, kind: 0 | 1])[];
  /**
   * For each language, the names of all `skills` by lines; empty where it is the English one or not
   * known.
   */
  names: readonly string[];
  pages: readonly SearchPage[];
};

/** A change below its thing: the rest of its target, its kind, and the sides that it has. */
export type StoredChange = readonly [rest: string, kind: number, ...sides: RecordedValue[]];

/**
 * What the comparison needs: every patch with its changes by thing, newest first, and the names of
 * things.
 */
export type Comparable = {
  names: Names;
  /** The role of each hero, by id. */
  roles: Readonly<Record<string, string>>;
  /** What changes have in common: which sides they have, their effect, label, unit and gap. */
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
  /** Of an earlier state, when it was, in words. */
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

/** An ability: its kind, its name, and fields and values in turn. */
export type StoredAbility = readonly [kind: string, name: string, figures: readonly number[]];

export type StoredState = Pick<
  ComparableHero,
  "name" | "role" | "roleName" | "subrole" | "health"
> & { abilities: readonly StoredAbility[] };

/**
 * What an earlier state, which a patch ended, has otherwise than today's; null before the hero was
 * there. An ability is one of today's, one of today's with what differs, or a whole one.
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

/** Every hero of today, and its earlier states, the latest first. */
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

/** What the log checker resolves names by, and shows of what they mean. */
export type LogNames = {
  /** The patch that the names are as of. */
  patch: string;
  heroes: readonly (NamedHero & { name: string; role: string; monogram: string })[];
  maps: readonly NamedMap[];
};

/** The scripts of data set these; the scripts of pages read them. */
declare global {
  var gamedataIndex: SearchIndex | undefined;
  var gamedataChanges: Comparable | undefined;
  var gamedataNames: LogNames | undefined;
  var gamedataHeroes: ComparableHeroes | undefined;
}
