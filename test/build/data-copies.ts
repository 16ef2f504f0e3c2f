import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { PACKAGE_DATA } from "../../build/core/package.ts";
import type { PatchFile, RecordedChange } from "../../build/core/schema/patch.ts";
import { checkData, checkEverything } from "../../build/generator/data/check-data.ts";
import { formatIssues, type Issue } from "../../build/generator/data/issue.ts";
import { type LoadedData, loadData } from "../../build/generator/data/load-data.ts";
import { asLine, edit, temporaryFolder } from "../helpers/data.ts";

type Edit = Parameters<typeof edit>[2];

/** A day after every recorded patch, so that what a test records on it is the newest change. */
export const NEW_PATCH = "2099-01-01";

/** The file of `NEW_PATCH`. */
export const NEW_PATCH_FILE = `patches/${NEW_PATCH}.json`;

/**
 * A copy of the real data of today: no patch but the newest, few gaps. It is checked three times as
 * fast as the whole, and has all that a rule about one thing needs.
 */
export function copyOfToday(folder = join(temporaryFolder(), "gamedata")) {
  for (const [file, text] of TODAY) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

/** A data folder of two heroes, a map and a patch, which makes a site of some hundred files. */
export function smallData(folder = join(temporaryFolder(), "gamedata")) {
  const things = /^(heroes\/(ana|lucio)|maps\/ilios|[a-z]+)\.json$/;
  for (const [file, text] of TODAY.filter(([name]) => things.test(name.replaceAll("\\", "/")))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  writeFileSync(join(folder, "gaps.json"), '{ "gaps": [] }\n');
  mkdirSync(join(folder, "patches"));
  addPatch(folder, NEW_PATCH);
  edit(folder, "game.json", (game) => {
    game.historyFrom = NEW_PATCH;
  });
  return folder;
}

/** Reports what is of no hero and no map, or of one that a pattern names (`heroes/ana`). */
export function keepsOf(things: RegExp): (path: string) => boolean {
  return (path) => !/^(heroes|maps)\/[^*]/.test(path) || things.test(path.split("/", 2).join("/"));
}

/**
 * A copy of the real data: of its heroes and maps those that a pattern names (`heroes/ana`), of its
 * patches those from a day on, with what they did to what is left. Its site has all kinds of pages
 * and is built in a fraction of the time.
 */
export function copyOfSome(folder: string, things: RegExp, from: string) {
  const isLeft = keepsOf(things);
  const files = readdirSync(PACKAGE_DATA, { recursive: true, encoding: "utf8" })
    .filter(
      (file) =>
        /^(?!schemas|oldest|exceptions|witnesses).*\.json$/.test(file) && isLeft(file.slice(0, -5)),
    )
    .filter((file) => !file.startsWith("patches") || file >= join("patches", from));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(PACKAGE_DATA, file), join(folder, file));
    if (!file.startsWith("patches")) continue;
    edit(folder, file, (patch) => {
      const left = (changes: { target: string }[]) =>
        changes.filter(({ target }) => isLeft(target));
      patch.changes = left(patch.changes);
      const groups = (patch.unexplained ?? []).map((group: { changes: { target: string }[] }) => ({
        ...group,
        changes: left(group.changes),
      }));
      patch.unexplained = groups.filter(({ changes }: { changes: object[] }) => changes.length > 0);
      if (patch.unexplained.length === 0) delete patch.unexplained;
    });
  }
  edit(folder, "game.json", (game) => {
    game.historyFrom = from;
  });
  edit(folder, "corrections.json", (file) => {
    file.corrections = file.corrections.filter((one: { target: string }) => isLeft(one.target));
  });
  edit(folder, "gaps.json", (file) => {
    file.gaps = file.gaps.filter(
      ({ path, before, differs }: { path: string; before?: string; differs?: string }) =>
        isLeft(path) && !path.startsWith("patches/") && before === undefined && !differs,
    );
  });
}

/** Edits the standard health of Ana. */
export function setHealth(data: string, standard: number) {
  edit(data, "heroes/ana.json", (hero) => {
    hero.health.standard = standard;
  });
}

const TODAY = readToday();

function textOfToday(file: string) {
  const [, text] = TODAY.find(([name]) => name === file) ?? [];
  if (text === undefined) throw new Error(`the data of today has no file ${file}`);
  return text;
}

function readToday(): [file: string, text: string][] {
  const [newest = ""] = readdirSync(join(PACKAGE_DATA, "patches")).toSorted().reverse();
  const files = readdirSync(PACKAGE_DATA, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json") && !/^(schemas|witnesses)/.test(file))
    .filter((file) => !["oldest.json", "exceptions.json"].includes(file)) // of older patches
    .filter((file) => !file.startsWith("patches") || file === join("patches", newest));
  return files.map((file) => {
    const text = readFileSync(join(PACKAGE_DATA, file), "utf8");
    if (file === "gaps.json") return [file, gapsOfToday(text)];
    if (file.startsWith("heroes")) return [file, withoutFormerKeys(text)]; // of older patches
    if (file !== "game.json") return [file, text];
    return [
      file,
      JSON.stringify({ ...JSON.parse(text), historyFrom: newest.replace(".json", "") }),
    ];
  });
}

/** The gaps of keys. Others may name older patches. */
function gapsOfToday(text: string) {
  const gaps = JSON.parse(text).gaps.filter(({ path }: { path: string }) => path.endsWith("/key"));
  return JSON.stringify({ gaps });
}

function withoutFormerKeys(text: string) {
  const { formerKeys: _, ...hero } = JSON.parse(text);
  return `${JSON.stringify(hero, null, 2)}\n`;
}

/**
 * A copy of the real data whose files were made in the other order, which some disks list them in.
 */
export function copyOfDataBackwards() {
  const folder = join(temporaryFolder(), "gamedata");
  for (const file of readdirSync(PACKAGE_DATA, { recursive: true, encoding: "utf8" })
    .toSorted()
    .reverse()) {
    if (!file.endsWith(".json")) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(PACKAGE_DATA, file), join(folder, file));
  }
  return folder;
}

/** What the checks say of the real data of today after edits, by file. */
export function problemsAfter(edits: Record<string, Edit>, check = EVERY_CHECK) {
  return problemsOfTodayWith((folder) => {
    for (const [file, change] of Object.entries(edits)) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), textOfToday(file));
      edit(folder, file, change);
    }
  }, check);
}

/** What the checks say of the real data of today once a newer patch made these changes. */
export function problemsOfChanges(...changes: Partial<RecordedChange>[]) {
  return problemsOfTodayWith((folder) => addPatch(folder, NEW_PATCH, changes));
}

/** The real data of today, read once. No check changes it. */
let today: LoadedData | undefined;

const EVERY_CHECK = (data: LoadedData) => checkEverything(data).issues;

/**
 * What checks say of the real data of today with the files that are written into a folder in place
 * of its own.
 */
export function problemsOfTodayWith(
  write: (folder: string) => void,
  check: (data: LoadedData) => Issue[] = EVERY_CHECK,
) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "game.json"), textOfToday("game.json")); // needed by every data folder
  write(folder);
  today ??= loadData(copyOfToday()).data;
  const { data: edited, issues } = loadData(folder);
  const isEdited = (file: string) => existsSync(join(folder, file));
  const unreadable = [...edited.unreadable].filter((target) => isEdited(`${target}.json`));
  const data: LoadedData = { ...today, unreadable: new Set(unreadable) };
  for (const [name, own] of Object.entries(edited)) {
    const old: unknown = Reflect.get(today, name);
    if (Array.isArray(own) && Array.isArray(old)) {
      const all = [...old.filter(({ file }) => !isEdited(file)), ...own];
      Reflect.set(
        data,
        name,
        all.toSorted((a, b) => (a.file < b.file ? -1 : 1)),
      );
    } else if (isEdited(`${name}.json`)) {
      Reflect.set(data, name, own);
    }
  }
  const ofFiles = issues.filter(({ code }) => code !== "missing-file");
  return [...ofFiles, ...check(data)].map(asLine);
}

/** A patch as its file holds it. */
export function patchOf(id: string, changes: PatchFile["changes"]): PatchFile {
  return {
    id,
    date: id.slice(0, 10),
    kind: "hotfix",
    name: "A patch of the tests",
    sourceUrl: null,
    summary: null,
    completeness: { state: "complete" },
    changes,
  };
}

/** Records a patch in a data folder. */
export function addPatch(
  folder: string,
  id: string,
  changes: readonly object[] = [],
  about: object = {},
) {
  const patch = { ...patchOf(id, []), changes, ...about };
  writeJson(folder, `patches/${id}.json`, { $schema: "../schemas/patch.json", ...patch });
}

export function writeJson(folder: string, file: string, value: unknown) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
}

/** What a person reads of the problems of a data folder: grouped by file, with line and column. */
export function printedProblems(folder: string) {
  const checked = checkData(folder);
  return checked.ok ? "" : formatIssues(checked.issues, (file) => checked.texts.get(file));
}
