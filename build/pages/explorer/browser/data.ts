import type { NamedHero, NamedMap } from "../../../data/names.ts";
import type { Names } from "../change-view.ts";
import type { PlainChange } from "../recorded.ts";

/** One thing that the search finds: its path, its name, what it is, and its spellings beside id and name. */
export type Findable = readonly [
  path: string,
  name: string,
  what: string,
  spellings: readonly string[],
];

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
    figures: readonly { label: string; value: number; unit: string }[];
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
  var gamedataIndex: readonly Findable[] | undefined;
  var gamedataChanges: Comparable | undefined;
  var gamedataNames: LogNames | undefined;
  var gamedataHeroes: readonly ComparableHero[] | undefined;
}
