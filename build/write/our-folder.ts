import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { DECODERS } from "../site/siblings.ts";

/** The folder holds what this program did not write; it is neither replaced nor removed. */
export class NotASiteError extends Error {}

/** The file that marks a folder as made by this program, until it holds a whole site. */
const MARKER = ".made-by-gamedata";

/** Folders in which programs keep the history of files. A site has none. */
const REPOSITORIES = [".git", ".hg", ".svn", ".jj"];

/**
 * What the manifest of every version of this program has, and other files of that name have not.
 */
const OurManifestSchema = z.object({
  format: z.int(),
  game: z.string(),
  patch: z.string(),
  version: z.string(),
  baseUrl: z.string(),
  documents: z.array(z.object({ path: z.string(), file: z.string(), sha256: z.string() })),
});

/**
 * Throws `NotASiteError` unless a name is free or its folder is ours: it is empty, it holds a site
 * of any version of this program, or `makeOurFolder` made it. One with a repository in it never is.
 */
export function refuseForeignFolder(dir: string): void {
  if (lstatSync(dir, { throwIfNoEntry: false }) === undefined || isOurFolder(dir)) return;
  const repository = REPOSITORIES.find((name) => existsSync(join(dir, name)));
  if (repository !== undefined) {
    throw new NotASiteError(
      `${dir} holds ${repository}, which would be lost; name another folder, or move it away`,
    );
  }
  throw new NotASiteError(
    `${dir} exists and is no site; name another folder, or empty this one first`,
  );
}

/** Removes a folder, where there is one. Throws `NotASiteError` where it is not ours. */
export function removeOurFolder(dir: string): void {
  refuseForeignFolder(dir);
  rmSync(dir, { recursive: true, force: true });
}

/** Makes a folder that may be removed later. Where it exists it must be ours. */
export function makeOurFolder(dir: string): void {
  refuseForeignFolder(dir);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, MARKER), "This folder can be removed.\n");
}

/** Takes the mark from a folder that holds a whole site now. */
export function unmarkOurFolder(dir: string): void {
  rmSync(join(dir, MARKER), { force: true });
}

/** Whether this program made what stands in a folder, so that it may be replaced or removed. */
export function isOurFolder(dir: string): boolean {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  const names = readdirSync(dir);
  if (names.some((name) => REPOSITORIES.includes(name))) return false;
  if (names.length === 0 || names.includes(MARKER)) return true;
  // A damaged manifest has its siblings to speak for it.
  return [...DECODERS].some(([ending, decode]) => {
    try {
      const text = decode(readFileSync(join(dir, `manifest.json${ending}`))).toString();
      return OurManifestSchema.safeParse(JSON.parse(text)).success;
    } catch {
      return false; // not there, or not readable as what its name says
    }
  });
}
