import { copyFileSync, linkSync, mkdirSync, readFileSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { contentTime } from "../../core/site/content-time.ts";
import { withSiblings } from "../../core/site/siblings.ts";
import type { Content } from "../../core/site/site.ts";
import { openSiteFiles } from "../../core/site/site-files.ts";
import { createCompressor } from "./compressor.ts";
import { type EarlierSite, openEarlierSite, readIfReadable } from "./earlier-site.ts";
import { writeFile } from "./write-file.ts";

export type StagedSiteOptions = {
  /** The empty folder in which the new site is put together. */
  staging: string;
  /** The folder of the earlier site, which the new site will replace. */
  out: string;
  /** Another site, whose files are used again too. Default: none. */
  from?: string | undefined;
};

/** A new site before it replaces the earlier one. */
export type StagedSite = {
  /** Adds a content under each of its names, with its siblings. */
  add: (content: Content) => void;
  /** Completes the new site. `isUnchanged`: `out` holds the same site, so nothing was done. */
  finish: () => { files: number; bytes: number; isUnchanged: boolean };
  close: () => void;
};

/**
 * Creates a new site in the staging folder. Contents of earlier sites are not compressed again, and
 * their files are linked instead of written. Files of `out` are linked at the end, and only if the
 * site has changed. A written file gets the time of its content.
 */
export function createStagedSite({ staging, out, from }: StagedSiteOptions): StagedSite {
  const earlierSites = [out, from].filter((dir) => dir !== undefined).map(openEarlierSite);
  const names = new Set<string>();
  const kept: string[] = []; // the names of files that `out` holds with the same bytes
  const folders = new Set<string>();
  const compressor = createCompressor();
  let bytes = 0;

  const pathOf = (name: string): string => {
    const path = join(staging, name);
    const folder = dirname(path);
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    return path;
  };

  /** Adds a file. `first` is another one in the staging folder that has the same bytes. */
  const addFile = (name: string, dated: Dated, earlier: string | undefined, first?: string) => {
    const { body } = dated;
    names.add(name);
    const isThere =
      earlier !== undefined && readIfReadable(join(earlier, name))?.equals(body) === true;
    if (isThere && earlier === out) kept.push(name);
    else if (isThere) link(join(earlier, name), pathOf(name));
    else if (first !== undefined) link(first, pathOf(name));
    else {
      write(pathOf(name), dated);
      return pathOf(name);
    }
    return first;
  };

  /** Adds the bodies of a content, by ending, under each of its names. */
  const addBodies = ({ files }: Content, bodies: ReadonlyMap<string, Uint8Array>, dir?: string) => {
    for (const [ending, body] of bodies) {
      const dated = { body, time: contentTime(body) };
      bytes += body.length; // its names share one file
      let first: string | undefined;
      for (const file of files) first = addFile(file + ending, dated, dir, first);
    }
  };

  return {
    add: (content) => {
      const found = findIn(earlierSites, content);
      if (found !== undefined) addBodies(content, found.bodies, found.dir);
      else compressor.add(content, (bodies) => addBodies(content, bodies));
    },
    finish: () => {
      compressor.finish();
      const isUnchanged = kept.length === names.size && !holdsOther(out, names);
      if (!isUnchanged) {
        for (const name of kept) placeKept(join(out, name), pathOf(name), name);
      }
      return { files: names.size, bytes, isUnchanged };
    },
    close: compressor.close,
  };
}

/** Readers notice a new site by its manifest, so the manifest is never linked. */
const MANIFEST_FILES = new Set(withSiblings(["manifest.json"]));

function placeKept(from: string, to: string, name: string): void {
  if (!MANIFEST_FILES.has(name)) {
    link(from, to);
    return;
  }
  const body = readFileSync(from);
  write(to, { body, time: contentTime(body) });
}

/** A body and the time that its files get. */
type Dated = { body: Uint8Array; time: Date };

function write(path: string, { body, time }: Dated): void {
  writeFile(path, body);
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

/** A content and its siblings by ending, with the folder of the earlier site that has them. */
type Bodies = { dir: string; bodies: ReadonlyMap<string, Uint8Array> };

function findIn(sites: readonly EarlierSite[], content: Content): Bodies | undefined {
  for (const { dir, find } of sites) {
    const bodies = find(content);
    if (bodies !== undefined) return { dir, bodies };
  }
  return undefined;
}

/** Whether a folder holds a file of a name that is not among these. */
function holdsOther(dir: string, names: ReadonlySet<string>): boolean {
  return openSiteFiles(dir)
    .names()
    .some((name) => !names.has(name));
}
