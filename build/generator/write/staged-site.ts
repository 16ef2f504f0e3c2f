import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  utimesSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ManifestError } from "../../core/errors.ts";
import { DECODERS, endingsOf, withCompressed, withSiblings } from "../../core/site/codings.ts";
import { contentTime, sha256Of } from "../../core/site/digest.ts";
import { readManifest } from "../../core/site/read-manifest.ts";
import type { Content } from "../../core/site/site.ts";
import { openSiteFiles } from "../../core/site/site-files.ts";
import { listedContents } from "../../core/site/verify-site.ts";
import { writeFile } from "./update-file.ts";

/**
 * Creates a new site in the empty folder `staging`. Contents of the earlier site in `out` are not
 * compressed again, and its files are linked instead of written. They are linked at the end, and
 * only if the site has changed. A written file gets the time of its content.
 */
export function createStagedSite(staging: string, out: string) {
  const findEarlier = openEarlierSite(out);
  const names = new Set<string>();
  const kept: string[] = []; // the names of files that `out` holds with the same bytes
  const folders = new Set<string>();
  let bytes = 0;

  const pathOf = (name: string): string => {
    const path = join(staging, name);
    const folder = dirname(path);
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    return path;
  };

  return {
    /** Adds a content under each of its names, with its siblings. */
    add: ({ body, sha256, files }: Content) => {
      const [first = ""] = files;
      const earlier = findEarlier(sha256, first, body);
      for (const [ending, bytesOfFile] of earlier?.bodies ?? withCompressed(first, body)) {
        bytes += bytesOfFile.length; // its names share one file
        const isInOut = earlier && createComparison(out, earlier.file + ending, bytesOfFile);
        let written: string | undefined;
        for (const name of files.map((file) => file + ending)) {
          names.add(name);
          if (isInOut?.(name)) kept.push(name);
          else if (written !== undefined) link(written, pathOf(name));
          else {
            written = pathOf(name);
            write(written, bytesOfFile, ending === "" ? sha256 : undefined);
          }
        }
      }
    },
    /** Completes the new site. `isUnchanged`: `out` holds the same site, so nothing was done. */
    finish: () => {
      const isUnchanged = kept.length === names.size && !holdsOther(out, names);
      for (const name of isUnchanged ? [] : kept) {
        // Readers notice a new site by its manifest, so the manifest is never linked.
        if (MANIFEST_FILES.has(name)) write(pathOf(name), readFileSync(join(out, name)));
        else link(join(out, name), pathOf(name));
      }
      return { files: names.size, bytes, isUnchanged };
    },
  };
}

const MANIFEST_FILES = new Set(withSiblings(["manifest.json"]));

/**
 * Opens the site in a folder, and finds a content in it: its file, its body and its siblings by
 * ending. Nothing is found where one is missing or altered, or there is no site that can be read.
 */
function openEarlierSite(dir: string) {
  const files = filesOfSite(dir);
  return (sha256: string, named: string, body: Uint8Array) => {
    // The manifest does not list itself.
    const file = files.get(sha256) ?? (named === "manifest.json" ? named : undefined);
    if (file === undefined) return undefined;
    const bodies = new Map<string, Buffer>();
    for (const ending of endingsOf(file)) {
      const stored = readIfReadable(join(dir, file + ending));
      if (stored === undefined || !decodesTo(body, stored, ending)) return undefined;
      bodies.set(ending, stored);
    }
    return { file, bodies };
  };
}

/** The files of a site, by the checksum of their content. */
function filesOfSite(dir: string): ReadonlyMap<string, string> {
  if (!existsSync(join(dir, "manifest.json"))) return new Map();
  try {
    const listed = listedContents(readManifest(openSiteFiles(dir), dir));
    return new Map(listed.map(({ file, sha256 }) => [sha256, file]));
  } catch (error) {
    if (error instanceof ManifestError) return new Map(); // damaged, or of another version
    throw error;
  }
}

/** Whether a file decodes to a content. A file that cannot be decoded does not. */
function decodesTo(body: Uint8Array, stored: Buffer, ending: string): boolean {
  try {
    return DECODERS.get(ending)?.(stored).equals(body) === true;
  } catch {
    return false;
  }
}

/**
 * Creates a function that says whether a file in `dir` has the bytes that were read of `known`.
 * Links are not read again.
 */
function createComparison(dir: string, known: string, body: Uint8Array): (name: string) => boolean {
  let same = statSync(join(dir, known), { throwIfNoEntry: false })?.ino;
  return (name) => {
    const path = join(dir, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return false;
    if (stat.ino === same) return true;
    if (readIfReadable(path)?.equals(body) !== true) return false;
    same = stat.ino;
    return true;
  };
}

/** The bytes of a file; undefined where it cannot be read. */
function readIfReadable(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function write(path: string, body: Uint8Array, sha256 = sha256Of(body)): void {
  writeFile(path, body);
  const time = contentTime(sha256);
  utimesSync(path, time, time);
}

/** Links a file, which costs a tenth of a copy or less. Where the disk has no links, it copies. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Whether a folder holds a file of a name that is not among these. */
function holdsOther(dir: string, names: ReadonlySet<string>): boolean {
  return openSiteFiles(dir)
    .names()
    .some((name) => !names.has(name));
}
