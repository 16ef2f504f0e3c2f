import type { NamedHero, NamedMap } from "../../../data/names.ts";
import type { Names } from "../change-view.ts";
import type { PlainChange } from "../recorded.ts";

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
  /** For each language, the names of all `skills` by lines; empty where it is the English one or not known. */
  names: readonly string[];
  pages: readonly SearchPage[];
};

/** What the comparison needs: every patch with its changes, newest first, and the names of things. */
export type Comparable = {
  names: Names;
  patches: readonly (readonly [id: string, changes: readonly PlainChange[]])[];
};

/** A hero as the comparison shows it. */
export type ComparableHero = {
  id: string;
  name: string;
  monogram: string;
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
  var gamedataHeroes: readonly ComparableHero[] | undefined;
}
