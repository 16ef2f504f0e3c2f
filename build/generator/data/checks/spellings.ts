import {
  COLLECTION_NAMES,
  type CollectionName,
  collectionOf,
  type GameState,
  type Spelled,
} from "../../../core/schema/collections.ts";
import { fold } from "../../../core/spelling/fold.ts";
import { mapSpellings } from "../../../core/spelling/spellings.ts";
import { elementsOnlyIn } from "../../history/changes-between.ts";
import type { Issue } from "../issue.ts";
import { type LoadedData, type Sourced, thingsOf } from "../load-data.ts";

/** In bytes: the longest file name that common file systems hold. */
const MAX_NAME_BYTES = 255;

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
    const spelled = things.map((thing) => ({
      ...thing,
      spellings: locateSpellings(thing, spellingsOf(thing.value)),
    }));
    const names = spelled.flatMap(({ file, spellings }) =>
      spellings.flatMap((spelling) => checkName(file, spelling)),
    );
    return [...names, ...checkAmbiguous(spelled)];
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

type LocatedSpelling = { text: string; path: Issue["path"] };

/** Each spelling with the path of its first use in its file. */
function locateSpellings(
  { value }: Sourced<object>,
  spellings: readonly string[],
): LocatedSpelling[] {
  const paths = new Map<string, Issue["path"]>();
  notePaths(value, [], paths);
  return spellings.map((text) => ({ text, path: paths.get(text) ?? ["id"] }));
}

function notePaths(value: unknown, path: Issue["path"], paths: Map<string, Issue["path"]>): void {
  if (typeof value === "string" && !paths.has(value)) paths.set(value, path);
  if (typeof value !== "object" || value === null) return;
  for (const key of ["id", "name", "names", "aliases", "variants", "en", "ko", "zh"])
    notePaths(Reflect.get(value, key), [...path, key], paths);
  if (!Array.isArray(value)) return;
  for (const [at, element] of value.entries()) notePaths(element, [...path, at], paths);
}

function checkName(file: string, { text, path }: LocatedSpelling): Issue[] {
  const quoted = JSON.stringify(text);
  const refuse = (message: string): Issue[] => [{ code: "file-system", file, path, message }];
  if (text !== text.normalize("NFC")) {
    const how = "write it composed, as most keyboards do";
    const message = `${quoted} is not in Unicode normal form C; ${how}`;
    return [{ code: "not-nfc", file, path, message }];
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
  if (/[/\u0000-\u001f\u007f]/.test(text))
    return refuse(`${quoted} holds a slash or a control character; no file can have that name`);
  if (/\p{Surrogate}/u.test(text))
    return refuse(`${quoted} contains half of a surrogate pair; no file can have that name`);
  if (text === "." || text === "..")
    return refuse(`${quoted} means a folder on every file system; no file can have that name`);
  if (text === "404" || /\.(json|br|gz)$/i.test(text))
    return refuse(`${quoted} is the name of a file that the build writes itself`);
  const bytes = Math.max(
    ...[text, fold(text)].map((form) => Buffer.byteLength(form + LONGEST_ENDING)),
  );
  if (bytes > MAX_NAME_BYTES) {
    return refuse(
      `${quoted} gives a file name of ${bytes} bytes; file systems allow ${MAX_NAME_BYTES}`,
    );
  }
  return [];
}

function checkAmbiguous(
  collection: readonly (Sourced<{ id: string }> & { spellings: LocatedSpelling[] })[],
): Issue[] {
  const owners = new Map<string, Owner & { path: Issue["path"] }>();
  const issues: Issue[] = [];
  for (const { file, value, spellings } of collection) {
    for (const { text, path } of spellings) {
      const owner = owners.get(fold(text));
      if (owner === undefined) {
        owners.set(fold(text), { id: value.id, file, text, path });
      } else if (owner.file !== file) {
        const own = { id: value.id, file, text, path };
        // An alias is wrong where another is called so. Else either of the two may be.
        if (isAlias(own) || !isAlias(owner)) issues.push(ambiguous(own, owner));
        if (isAlias(owner) || !isAlias(own)) issues.push(ambiguous(owner, own));
      }
    }
  }
  return issues;
}

function isAlias({ path }: { path: Issue["path"] }): boolean {
  return path[0] === "aliases";
}

type Owner = { id: string; file: string; text: string };

function ambiguous({ id, file, text, path }: Owner & { path: Issue["path"] }, owner: Owner): Issue {
  const message =
    `"${text}" of ${id} is a spelling of ${owner.id} too ("${owner.text}" in ${owner.file}); a ` +
    "spelling names one of them";
  return { code: "ambiguous-spelling", file, path, message };
}

/** A spelling in a log names one mode, one team, one key, and one map or stage. */
export function checkLogNames(data: Pick<LoadedData, "maps" | "log-names">): Issue[] {
  const { file = "", value } = data["log-names"] ?? {};
  const stages = data.maps.flatMap(({ file: own, value: map }) =>
    (map.stages ?? []).map(({ id, aliases }) => ({ file: own, id: `${map.id} ${id}`, aliases })),
  );
  const maps = [
    ...data.maps.map((map) => ({
      file: map.file,
      id: map.value.id,
      aliases: mapSpellings(map.value),
    })),
    ...stages,
    ...(value?.maps ?? []).map(({ id, name, aliases }) => ({
      file,
      id,
      aliases: [id, name, ...aliases],
    })),
  ];
  const lists = [value?.modes, value?.teams, value?.keys].map((list = {}) =>
    Object.entries(list).map(([id, aliases = []]) => ({ file, id, aliases })),
  );
  const unknownModes = (value?.maps ?? []).flatMap(({ mode, id }, at): Issue[] => {
    if (Object.hasOwn(value?.modes ?? {}, mode)) return [];
    const message = `"${mode}" of ${id} is not one of the modes; expected one of them`;
    return [{ code: "log-names", file, path: ["maps", at, "mode"], message }];
  });
  return [...unknownModes, ...[maps, ...lists].flatMap(sharedSpellings)];
}

function sharedSpellings(
  things: readonly { file: string; id: string; aliases: readonly string[] }[],
): Issue[] {
  const owners = new Map<string, string>();
  return things.flatMap(({ file, id, aliases }) =>
    aliases.flatMap((spelling): Issue[] => {
      const owner = owners.get(fold(spelling)) ?? id;
      owners.set(fold(spelling), owner);
      if (owner === id) return [];
      const message = `"${spelling}" of ${id} is a spelling of ${owner} too; it names one of them`;
      return [{ code: "log-names", file, path: [], message }];
    }),
  );
}
