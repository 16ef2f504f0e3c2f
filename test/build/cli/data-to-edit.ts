import { cpSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { edit, temporaryFolder } from "../../helpers/data.ts";
import { setHealth, smallData, writeJson } from "../data-copies.ts";
import { type Run, run } from "../program.ts";

/** The day of what the tests record, and its file. */
export const DAY = "2099-02-01";
export const PATCH_FILE = `patches/${DAY}.json`;
/** A value of the data of the tests. */
export const HEALTH = "heroes/ana/health/standard";
/** A value that the data files do not have. */
export const HEAD = "heroes/ana/hitVolume/head";

/** Data to edit, and a copy of it from before the edits. */
export type Folders = { data: string; base: string };

/**
 * Small data to edit, with a health of Ana that the tests know and no correction, and a copy of it
 * as it is recorded.
 */
export function dataToEdit(prepare: (data: string) => void = () => {}): Folders {
  const data = smallData();
  writeJson(data, "corrections.json", { $schema: "schemas/corrections.json", corrections: [] });
  setHealth(data, 200);
  prepare(data);
  const base = join(temporaryFolder(), "before");
  cpSync(data, base, { recursive: true });
  return { data, base };
}

export function setCooldown(data: string, cooldown: number): void {
  edit(data, "heroes/ana.json", (hero) => {
    hero.abilities[0].cooldown = cooldown;
  });
}

/**
 * The command line of `gamedata record` with everything that it needs; later options replace
 * earlier ones.
 */
export function recordLine({ data, base }: Folders, ...more: string[]): string[] {
  const about = ["--kind", "hotfix", "--name", "Hotfix: Ana", "--data", data, "--base", base];
  return ["record", DAY, ...about, ...more];
}

export function record(folders: Folders, ...more: string[]): Promise<Run> {
  return run(recordLine(folders, "--yes", ...more), { cwd: dirname(folders.data) });
}

export function correctLine(data: string, correction: string, ...more: string[]): string[] {
  return [
    "correct",
    correction,
    "--reason",
    "Read from the wrong column.",
    "--data",
    data,
    ...more,
  ];
}

export function correct(data: string, correction: string, ...more: string[]): Promise<Run> {
  return run(correctLine(data, correction, "--yes", ...more), { cwd: dirname(data) });
}

export function readPatch(data: string, id = DAY) {
  return JSON.parse(readFileSync(join(data, `patches/${id}.json`), "utf8")) as {
    name: string;
    kind: string;
    changes: { target: string }[];
  };
}

export const targetsIn = (data: string, id = DAY) =>
  readPatch(data, id).changes.map(({ target }) => target);
