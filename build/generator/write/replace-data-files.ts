import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { replaceFile, stageFile } from "./update-file.ts";

/**
 * The file that lists the files of an update. It exists while the update is carried out. Then all
 * new files are on the disk.
 */
const UPDATE = ".unfinished-update";

/** The ending of a new file, which is next to the old one until all files are written. */
const STAGED = ".staged";

const UpdateSchema = z.array(z.string().regex(/^[a-z-]+(\/[a-z0-9-]+)?\.json$/));

/**
 * Replaces several files of a folder, all or none. After a full disk or a kill there are all the
 * old files, or all the new ones once `finishUpdate` has run. The caller holds the folder's lock.
 */
export function replaceFiles(dir: string, texts: ReadonlyMap<string, string>): void {
  const update = join(dir, UPDATE);
  try {
    for (const [file, text] of texts) {
      stageFile(join(dir, file), join(dir, file + STAGED), text);
    }
    replaceFile(update, JSON.stringify([...texts.keys()])); // from here on the new files count
  } catch (error) {
    for (const file of texts.keys()) rmSync(join(dir, file + STAGED), { force: true });
    throw error;
  }
  finishUpdate(dir);
}

/** Completes an update that was killed. The caller holds the folder's lock. */
export function finishUpdate(dir: string): void {
  const update = join(dir, UPDATE);
  if (!existsSync(update)) return;
  for (const file of UpdateSchema.parse(JSON.parse(readFileSync(update, "utf8")))) {
    const staged = join(dir, file + STAGED);
    if (existsSync(staged)) renameSync(staged, join(dir, file));
  }
  rmSync(update);
}

/** Whether an update of a folder was killed, or is being carried out. */
export function isUnfinished(dir: string): boolean {
  return existsSync(join(dir, UPDATE));
}
