import type { GameState } from "../history/target.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData, Sourced } from "../load.ts";
import { fold } from "../spelling/fold.ts";
import { heroSpellings, mapSpellings } from "../spelling/spellings.ts";

/** The longest file name the common file systems hold. */
const MAX_NAME_BYTES = 255;

/** The longest ending the build puts behind a spelling. */
const LONGEST_ENDING = ".json.gz";

/** As much of the data as has spellings. */
type Spelled = {
  heroes: readonly Sourced<Parameters<typeof heroSpellings>[0]>[];
  maps: readonly Sourced<Parameters<typeof mapSpellings>[0]>[];
};

/** A spelling belongs to one resource of its collection, is written in NFC, and can be a file's name. */
export function checkSpellings(data: Spelled): Issue[] {
  const heroes = data.heroes.map((hero) => ({ ...hero, spellings: placed(hero, heroSpellings(hero.value)) }));
  const maps = data.maps.map((map) => ({ ...map, spellings: placed(map, mapSpellings(map.value)) }));
  return [heroes, maps].flatMap((collection) => [
    ...collection.flatMap(({ file, spellings }) => spellings.flatMap((spelling) => checkName(file, spelling))),
    ...checkAmbiguous(collection),
  ]);
}

/** The same of an earlier state, whose names are others; aliases and variants are today's. */
export function checkSpellingsOfState(state: GameState, data: LoadedData): Issue[] {
  const ofToday = <T extends { id: string }>(list: readonly Sourced<T>[], id: string) =>
    list.find(({ value }) => value.id === id)?.value;
  const heroes = state.heroes.map((hero) => {
    const value = { ...hero, aliases: ofToday(data.heroes, hero.id)?.aliases ?? [] };
    return { file: `heroes/${hero.id}`, value };
  });
  const maps = state.maps.map((map) => {
    const { aliases = [], variants = [] } = ofToday(data.maps, map.id) ?? {};
    return { file: `maps/${map.id}`, value: { ...map, aliases, variants } };
  });
  return checkSpellings({ heroes, maps });
}

type Placed = { text: string; path: Issue["path"] };

/** Each spelling with the path at which it stands in its file. */
function placed({ value }: Sourced<object>, spellings: readonly string[]): Placed[] {
  return spellings.map((text) => ({ text, path: pathOf(value, text) ?? ["id"] }));
}

function pathOf(value: unknown, text: string): Issue["path"] | undefined {
  if (value === text) return [];
  if (typeof value !== "object" || value === null) return undefined;
  for (const key of ["id", "name", "names", "aliases", "variants", "en", "ko", "zh"]) {
    const inner = pathOf(Reflect.get(value, key), text);
    if (inner !== undefined) return [key, ...inner];
  }
  if (!Array.isArray(value)) return undefined;
  for (const [at, element] of value.entries()) {
    const inner = pathOf(element, text);
    if (inner !== undefined) return [at, ...inner];
  }
  return undefined;
}

function checkName(file: string, { text, path }: Placed): Issue[] {
  const quoted = JSON.stringify(text);
  const name = (message: string): Issue[] => [{ code: "file-system", file, path, message }];
  if (text !== text.normalize("NFC")) {
    const message = `${quoted} is not in Unicode normal form C; write it composed, as most keyboards do`;
    return [{ code: "not-nfc", file, path, message }];
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[/\u0000-\u001f\u007f]/.test(text))
    return name(`${quoted} holds a slash or a control character; no file can have that name`);
  if (/\p{Surrogate}/u.test(text)) return name(`${quoted} holds half a character; no file can have that name`);
  if (text === "." || text === "..")
    return name(`${quoted} means a folder on every file system; no file can have that name`);
  if (text === "404" || /\.(json|br|gz)$/i.test(text))
    return name(`${quoted} is the name of a file that the build writes itself`);
  const bytes = Math.max(...[text, fold(text)].map((form) => Buffer.byteLength(form + LONGEST_ENDING)));
  if (bytes > MAX_NAME_BYTES) {
    return name(`${quoted} makes a file name of ${bytes} bytes; file systems hold ${MAX_NAME_BYTES}`);
  }
  return [];
}

function checkAmbiguous(collection: readonly (Sourced<{ id: string }> & { spellings: Placed[] })[]): Issue[] {
  const owners = new Map<string, { id: string; file: string; text: string }>();
  const issues: Issue[] = [];
  for (const { file, value, spellings } of collection) {
    for (const { text, path } of spellings) {
      const owner = owners.get(fold(text));
      if (owner === undefined) {
        owners.set(fold(text), { id: value.id, file, text });
      } else if (owner.file !== file) {
        const message = `"${text}" of ${value.id} is a spelling of ${owner.id} too ("${owner.text}" in ${owner.file}); a spelling names one of them`;
        issues.push({ code: "ambiguous-spelling", file, path, message });
      }
    }
  }
  return issues;
}
