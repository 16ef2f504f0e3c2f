import {
  COLLECTION_NAMES,
  type CollectionName,
  collectionOf,
  type GameState,
  type Spelled,
} from "../../../core/schema/collections.ts";
import { nameFault } from "../../../core/site/file-names.ts";
import { fold } from "../../../core/spelling/fold.ts";
import { mapSpellings } from "../../../core/spelling/spellings.ts";
import { elementsOnlyIn } from "../../history/changes-between.ts";
import { type Issue, valuesIn } from "../issue.ts";
import { type LoadedData, type Sourced, thingsOf } from "../load-data.ts";

/** The longest ending that the build adds to a spelling. */
const LONGEST_ENDING = ".json.gz";

/** The data that this check needs. */
type SpelledData = { [Name in CollectionName]?: readonly Sourced<SpelledThing>[] };

type SpelledThing = { id: string } & Partial<Spelled>;

/** Every collection whose things are looked up by name. */
const SPELLED = COLLECTION_NAMES.flatMap((name) => {
  const { spellings } = collectionOf(name);
  if (spellings === undefined) return [];
  const none = { name: "", names: {}, aliases: [], variants: [] };
  return [{ name, spellingsOf: (thing: SpelledThing) => spellings({ ...none, ...thing }) }];
});

/** A spelling belongs to one thing of its collection, is in NFC, and can be a file's name. */
export function checkSpellings(data: SpelledData | LoadedData): Issue[] {
  return SPELLED.flatMap(({ name, spellingsOf }) => {
    const loaded = data[name] ?? [];
    const things = Array.isArray(loaded) ? loaded : [];
    const spellings = things.flatMap((thing) => locate(thing, spellingsOf(thing.value)));
    return [...spellings.flatMap(checkName), ...checkAmbiguous(spellings)];
  });
}

/**
 * Prepares the check of states, newest first. It returns what is wrong where names differ from
 * those of the last state. Other spellings are the same in every state.
 */
export function createSpellingsCheck(data: LoadedData): (state: GameState) => Issue[] {
  const checks = SPELLED.map(({ name }) => {
    const today = new Map<string, object>(
      thingsOf(data, name).map(({ value }) => [value.id, value]),
    );
    let newer: readonly unknown[] = [];
    return (state: GameState): Issue[] => {
      const things: readonly SpelledThing[] = state[name];
      const names = things.map((thing) => thing.names ?? thing.name);
      const changed = elementsOnlyIn(names, newer);
      newer = names;
      if (changed.length === 0) return [];
      const spelled = things.map((thing) => ({
        file: `${name}/${thing.id}`,
        value: { ...today.get(thing.id), ...thing },
      }));
      return checkSpellings({ [name]: spelled }).slice(0, 1); // the other side says the same
    };
  });
  return (state) => checks.flatMap((check) => check(state));
}

/** A spelling, whose it is, and where it is first in its file. */
type Spelling = Pick<Issue, "file" | "path"> & { id: string; text: string };

/** The keys on the way to a spelling. */
const KEYS = ["id", "name", "names", "aliases", "variants", "en", "ko", "zh"];

function locate({ file, value }: Sourced<{ id: string }>, texts: readonly string[]): Spelling[] {
  const own = [...valuesIn(value)].filter(({ path }) =>
    path.every((key) => typeof key === "number" || KEYS.includes(key)),
  );
  const paths = new Map(own.reverse().map((one) => [one.value, one.path]));
  return texts.map((text) => ({ id: value.id, file, text, path: paths.get(text) ?? ["id"] }));
}

function checkName({ file, text, path }: Spelling): Issue[] {
  const isOurs = text === "404" || /\.(json|br|gz)$/i.test(text);
  const fault = text.includes("/")
    ? "has a slash"
    : [text, text + LONGEST_ENDING, fold(text) + LONGEST_ENDING].map(nameFault).find(Boolean);
  if (!isOurs && fault === undefined) return [];
  const why = isOurs ? "is the name of a file that the build writes itself" : fault;
  const message = `${JSON.stringify(text)} ${why}; each spelling is the name of a file`;
  return [{ code: "file-system", file, path, message }];
}

function checkAmbiguous(spellings: readonly Spelling[]): Issue[] {
  const owners = new Map<string, Spelling>();
  return spellings.flatMap((own) => {
    const owner = owners.get(fold(own.text)) ?? own;
    owners.set(fold(own.text), owner);
    if (owner.id === own.id) return [];
    // An alias is wrong where another is called so. Else either of the two may be.
    return [
      ...(isAlias(own) || !isAlias(owner) ? [ambiguous(own, owner)] : []),
      ...(isAlias(owner) || !isAlias(own) ? [ambiguous(owner, own)] : []),
    ];
  });
}

function isAlias({ path }: Spelling): boolean {
  return path[0] === "aliases";
}

function ambiguous({ id, file, text, path }: Spelling, owner: Spelling): Issue {
  const message =
    `"${text}" of ${id} is a spelling of ${owner.id} too ("${owner.text}" in ${owner.file}); a ` +
    "spelling names one of them";
  return { code: "ambiguous-spelling", file, path, message };
}

/** A spelling in a log names one mode, one team, one key, and one map or stage. */
export function checkLogNames(data: Pick<LoadedData, "maps" | "log-names">): Issue[] {
  const { file = "", value } = data["log-names"] ?? {};
  const listOf = (id: string, texts: readonly string[], own = file): Spelling[] =>
    texts.map((text) => ({ id, file: own, text, path: [] }));
  const maps = [
    ...data.maps.flatMap((map) => [
      ...listOf(map.value.id, mapSpellings(map.value), map.file),
      ...(map.value.stages ?? []).flatMap(({ id, aliases }) =>
        listOf(`${map.value.id} ${id}`, aliases, map.file),
      ),
    ]),
    ...(value?.maps ?? []).flatMap(({ id, name, aliases }) => listOf(id, [id, name, ...aliases])),
  ];
  const lists = [value?.modes, value?.teams, value?.keys].map((list = {}) =>
    Object.entries(list).flatMap(([id, aliases = []]) => listOf(id, aliases)),
  );
  const unknownModes = (value?.maps ?? []).flatMap(({ modes, id }, at) =>
    modes.flatMap((mode): Issue[] => {
      if (Object.hasOwn(value?.modes ?? {}, mode)) return [];
      const message = `"${mode}" of ${id} is not one of the modes; expected one of them`;
      return [{ code: "log-names", file, path: ["maps", at, "modes"], message }];
    }),
  );
  return [...unknownModes, ...[maps, ...lists].flatMap(checkAmbiguous)];
}
