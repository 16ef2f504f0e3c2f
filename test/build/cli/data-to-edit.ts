import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { edit } from "../../helpers/data.ts";
import { commit } from "../../helpers/git.ts";
import { setHealth, smallData, writeJson } from "../data-copies.ts";
import { run } from "../program.ts";

/** The day of what the tests record, and its file. */
export const DAY = "2099-02-01";
export const PATCH_FILE = `patches/${DAY}.json`;
/** Values of the data of the tests. */
export const HEALTH = "heroes/ana/health/standard";
export const DART = "heroes/ana/abilities/sleep-dart";
/** A value that the data files do not have. */
export const HEAD = "heroes/ana/hitVolume/head";

/**
 * Small data to edit, with a health of Ana that the tests know and no correction. It is committed.
 */
export function dataToEdit(prepare: (data: string) => void = () => {}, health = 200) {
  const data = smallData();
  writeJson(data, "corrections.json", { $schema: "schemas/corrections.json", corrections: [] });
  setHealth(data, health);
  prepare(data);
  commit(dirname(data));
  return data;
}

export function setCooldown(data: string, cooldown: number) {
  edit(data, "heroes/ana.json", (hero) => {
    hero.abilities[0].cooldown = cooldown;
  });
}

/** Runs a command on the data. What is typed comes from a terminal. */
export function gamedata(data: string, line: string[], typed?: string) {
  const place = { cwd: dirname(data), ...(typed === undefined ? {} : { typed }) };
  return run([...line, "--data", data], place);
}

/** Records with everything that is needed; later options replace earlier ones. */
export function record(data: string, ...more: string[]) {
  const about = ["--kind", "hotfix", "--name", "Hotfix: Ana", "--yes"];
  return gamedata(data, ["record", DAY, ...about, ...more]);
}

/** Writes rows for `--changes` beside the data, and returns the file. */
export function rowsFile(data: string, rows: unknown) {
  const file = join(dirname(data), "rows.json");
  writeFileSync(file, JSON.stringify(rows));
  return file;
}

export function correct(data: string, correction: string, ...more: string[]) {
  const about = ["--reason", "Read from the wrong column.", "--yes"];
  return gamedata(data, ["correct", correction, ...about, ...more]);
}

export function readData(data: string, file: string) {
  return JSON.parse(readFileSync(join(data, file), "utf8"));
}
