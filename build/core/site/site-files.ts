import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ENDINGS, MAX_FILE_BYTES } from "./codings.ts";
import { runSteps, type Steps } from "./steps.ts";
import { openTarball } from "./tarball-files.ts";

/** Whether a site's name ends as a tarball's does. */
export function isTarball(site: string): boolean {
  return /\.(tar\.gz|tgz)$/.test(site);
}

/**
 * Opens a site's folder or tarball. A tarball is read into memory, since not every disk can hold
 * the name of every spelling. Throws `ManifestError`.
 */
export function openSiteFiles(site: string): SiteFiles {
  return runSteps(openSiteFilesInSteps(site));
}

/** `openSiteFiles` in steps, between which other work can run. */
export function* openSiteFilesInSteps(site: string): Steps<SiteFiles> {
  return isTarball(site) ? yield* openTarball(site, createShelf()) : openFolder(siteFolder(site));
}

/** A place for the bodies of one site. */
export type Shelf = (bytes: number) => Buffer;

/**
 * Creates the shelf of a site: one large buffer, whose pages become real when they are written.
 * The system has it back as soon as the site is replaced; thousands of small ones stay in pieces.
 */
function createShelf(): Shelf {
  let free = Buffer.alloc(0);
  return (bytes) => {
    if (bytes > free.length) free = Buffer.allocUnsafeSlow(Math.max(bytes, 64 * 1024 * 1024));
    const body = free.subarray(0, bytes);
    free = free.subarray(bytes);
    return body;
  };
}

/** Where the old site is while a build swaps the folders. A killed build leaves it there. */
export function previousOf(dir: string): string {
  return `${resolve(dir)}.previous`;
}

/** The folder to read a site from: `dir`, or the old site that a killed build left. */
export function siteFolder(dir: string): string {
  return !existsSync(dir) && existsSync(previousOf(dir)) ? previousOf(dir) : dir;
}

/** The path of a file in a folder, for messages. The folder stays as it was typed: `./data`. */
export function joinKeepingPrefix(dir: string, file: string): string {
  return `${dir.replace(/\/+$/, "")}/${file}`;
}

/** The files of a site, by path below its root. */
export type SiteFiles = {
  names: () => string[];
  /** Whether compressed siblings are stored beside the files. */
  hasSiblings: boolean;
  /** Everything that is not a regular file, with its kind, such as `link` or `empty folder`. */
  others: () => { name: string; kind: string }[];
  /** Reads a regular file, at most one byte beyond `mostBytes`. Undefined where it is missing. */
  read: (name: string, mostBytes?: number) => Buffer | undefined;
};

/** Errors of opening what is missing or no regular file. Links are not followed. */
const NOT_A_FILE: ReadonlySet<unknown> = new Set([
  "ENOENT",
  "ENOTDIR",
  "EISDIR",
  "ELOOP",
  "EMLINK",
  "ENXIO",
  "ENAMETOOLONG",
  "EINVAL",
]);

/**
 * Opens the files of a site's folder. The folder itself may be a link. Links in it are not files.
 */
export function openFolder(dir: string): SiteFiles {
  const known = new Set<string>(["."]);
  const isFolder = (name: string): boolean => {
    if (known.has(name)) return true;
    const isThere =
      isFolder(dirname(name)) &&
      lstatSync(join(dir, name), { throwIfNoEntry: false })?.isDirectory() === true;
    if (isThere) known.add(name);
    return isThere;
  };
  const shelf = createShelf();
  return {
    // A moved site has no siblings. A site that lacks only one of the two is broken.
    hasSiblings: [ENDINGS.br, ENDINGS.gzip].some((ending) =>
      existsSync(join(dir, `manifest.json${ending}`)),
    ),
    names: () => [...entriesBelow(dir, "")].flatMap(({ name, kind }) => (kind ? [] : [name])),
    others: () =>
      [...entriesBelow(dir, "")].flatMap(({ name, kind }) => (kind ? [{ name, kind }] : [])),
    read: (name, mostBytes = MAX_FILE_BYTES) =>
      isFolder(dirname(name)) ? readRegularFile(join(dir, name), mostBytes, shelf) : undefined,
  };
}

/** Reads a regular file: at most `mostBytes` and one byte more, which shows that it is too long. */
function readRegularFile(path: string, mostBytes: number, shelf: Shelf): Buffer | undefined {
  let file: number;
  try {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && "code" in error && NOT_A_FILE.has(error.code)) return undefined;
    throw error;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return undefined;
    const body = shelf(Math.min(stat.size, mostBytes + 1));
    let length = 0;
    for (let read = -1; read !== 0 && length < body.length; length += read)
      read = readSync(file, body, length, body.length - length, length);
    return body.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/**
 * Everything below a folder. `kind` is set for what is not a regular file, and for empty folders.
 */
function* entriesBelow(dir: string, prefix: string): Generator<{ name: string; kind?: string }> {
  for (const entry of readdirSync(join(dir, prefix), { withFileTypes: true })) {
    const name = prefix + entry.name;
    if (entry.isFile()) yield { name };
    else if (!entry.isDirectory()) yield { name, kind: entry.isSymbolicLink() ? "link" : "device" };
    else if (readdirSync(join(dir, name)).length === 0) yield { name, kind: "empty folder" };
    else yield* entriesBelow(dir, `${name}/`);
  }
}
