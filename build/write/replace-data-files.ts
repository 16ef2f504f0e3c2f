import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { replaceFile, stageFile } from "./update-file.ts";

/**
 * Names the files of an update that is being carried out. While it is there, all of them are on the
 * disk.
 */
const UPDATE = ".unfinished-update";

/** A new file stands beside the old one under this ending until all of them are written. */
const STAGED = ".staged";

const UpdateSchema = z.array(z.string().regex(/^[a-z-]+(\/[a-z0-9-]+)?\.json$/));

/**
 * Replaces several files of a folder, all or none: a full disk or a kill leaves all the old ones,
 * or else all the new ones once `finishUpdate` has run. The caller has the folder's lock.
 */
export function replaceFiles(dir: string, texts: ReadonlyMap<string, string>): void {
  const update = join(dir, UPDATE);
  try {
    for (const [file, text] of texts) {
      stageFile(join(dir, file), join(dir, file + STAGED), text);
    }
    replaceFile(update, JSON.stringify([...texts.keys()])); // from here on it is carried out
  } catch (error) {
    for (const file of texts.keys()) rmSync(join(dir, file + STAGED), { force: true });
    throw error;
  }
  finishUpdate(dir);
}

/** Carries out an update that was killed on its way. The caller has the folder's lock. */
export function finishUpdate(dir: string): void {
  const update = join(dir, UPDATE);
  if (!existsSync(update)) return;
  for (const file of UpdateSchema.parse(JSON.parse(readFileSync(update, "utf8")))) {
    const staged = join(dir, file + STAGED);
    if (existsSync(staged)) renameSync(staged, join(dir, file));
  }
  rmSync(update);
}

/** Whether an update of a folder was killed on its way, or is being carried out. */
export function isUnfinished(dir: string): boolean {
  return existsSync(join(dir, UPDATE));
}
