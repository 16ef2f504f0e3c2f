import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { LRUCache } from "lru-cache";
import { compress } from "../site/compress.ts";
import { contentTime } from "../site/content-time.ts";
import { hasSiblings, withSiblings } from "../site/siblings.ts";
import type { Content } from "../site/site.ts";
import { openSiteFiles } from "../site/site-files.ts";
import { type EarlierSite, openEarlierSite, readIfThere } from "./earlier-site.ts";

/**
 * `staging` is the empty folder in which a new site is put together, `out` the place where it will
 * stand, `from` another site that may hold what the one at `out` does not. One that `isBare` has
 * one file of each content.
 */
export type StagedSiteOptions = {
  staging: string;
  out: string;
  from?: string | undefined;
  isBare?: boolean;
};

/** A new site before it stands in its place. */
export type StagedSite = {
  /** Adds a content under each of its names, with its siblings where it is not bare. */
  add: (content: Content) => void;
  /** Completes the new site. Where `out` is the same site already, nothing is done. */
  finish: () => { files: number; bytes: number; isUnchanged: boolean };
};

/**
 * Opens a new site. What an earlier site holds is not compressed again, and is linked rather than
 * written; what stands at `out` is linked at the end, and only if anything else is new. A file that
 * is written has the time of its content.
 */
export function createStagedSite({
  staging,
  out,
  from,
  isBare = false,
}: StagedSiteOptions): StagedSite {
  const earlierSites = [out, from].filter((dir) => dir !== undefined).map(openEarlierSite);
  const names = new Set<string>();
  const kept: string[] = []; // the names under which `out` holds the same bytes
  const folders = new Set<string>();
  let bytes = 0;

  const pathOf = (name: string): string => {
    const path = join(staging, name);
    const folder = dirname(path);
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    return path;
  };

  const addFile = (name: string, dated: Dated, earlier: string | undefined) => {
    const { body } = dated;
    names.add(name);
    bytes += body.length;
    const isThere =
      earlier !== undefined && readIfThere(join(earlier, name))?.equals(body) === true;
    if (!isThere) write(pathOf(name), dated);
    else if (earlier === out) kept.push(name);
    else link(join(earlier, name), pathOf(name));
  };

  return {
    add: (content) => {
      if (isBare) {
        const [file = ""] = content.files;
        return addFile(file, { body: content.body, time: contentTime(content.body) }, out);
      }
      const { dir, bodies } = findIn(earlierSites, content) ?? compressed(content);
      for (const [ending, body] of bodies) {
        const dated = { body, time: contentTime(body) };
        for (const file of content.files) addFile(file + ending, dated, dir);
      }
    },
    finish: () => {
      const isUnchanged = kept.length === names.size && !holdsOther(out, names);
      if (!isUnchanged) {
        for (const name of kept) bringOver(join(out, name), pathOf(name), name);
      }
      return { files: names.size, bytes, isUnchanged };
    },
  };
}

/** Readers notice a new site by its manifest, so that one is always a new file. */
const MANIFEST_FILES = new Set(withSiblings(["manifest.json"]));

function bringOver(from: string, to: string, name: string): void {
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
  writeFileSync(path, body);
  utimesSync(path, time, time);
}

/** A link costs a tenth of a new file, and less on most disks. Not every disk has links. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** A content and its siblings by ending, and the site that holds them. */
type Bodies = { dir?: string; bodies: ReadonlyMap<string, Uint8Array> };

function findIn(sites: readonly EarlierSite[], content: Content): Bodies | undefined {
  for (const { dir, find } of sites) {
    const bodies = find(content);
    if (bodies !== undefined) return { dir, bodies };
  }
  return undefined;
}

/**
 * Siblings by the checksum of their content. The sites that one process builds share most contents,
 * and compressing is two thirds of a small build.
 */
const lately = new LRUCache<string, ReturnType<typeof compress>>({
  maxSize: 8_000_000, // bytes
  sizeCalculation: ({ br, gz }) => br.length + gz.length + 1,
});

function compressed({ body, sha256, files: [file = ""] }: Content): Bodies {
  if (!hasSiblings(file)) return { bodies: new Map([["", body]]) };
  const { br, gz } = lately.get(sha256) ?? compress(body);
  lately.set(sha256, { br, gz });
  const bodies = new Map([
    ["", body],
    [".br", br],
    [".gz", gz],
  ]);
  return { bodies };
}

/** Whether a folder holds a file of another name. */
function holdsOther(dir: string, names: ReadonlySet<string>): boolean {
  return openSiteFiles(dir)
    .names()
    .some((name) => !names.has(name));
}
