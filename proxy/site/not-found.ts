import { LRUCache } from "lru-cache";
import type { Manifest } from "../../build/schema/manifest.ts";
import { PROBLEM_DETAILS } from "../../build/schema/problem-details.ts";
import type { Steps } from "../../build/site/steps.ts";
import { lookupKey } from "../../build/spelling/fold.ts";
import { nearest } from "../../build/spelling/nearest.ts";
import type { Catalog } from "./catalog.ts";

/** How many spellings a 404 suggests at the most. */
const MOST_SUGGESTIONS = 3;

/**
 * What a path that does not resolve is told: what is wrong with it, and the nearest spellings that
 * do resolve.
 */
export type NotFound = (segments: readonly string[] | undefined) => string;

/**
 * The names below a directory, folded where names are looked up folded, and where each of them
 * leads.
 */
type Children = Map<string, { spelling: string; id: string }>;

/** What stands below each directory, by its path. */
export type Directories = ReadonlyMap<string, Children>;

/** Collects what stands below each directory of a site. */
export function* collectDirectories({ documents }: Manifest): Steps<Directories> {
  const directories = new Map<string, Children>();
  for (const { path, spellings } of documents) {
    const ids = path.slice(1).split("/");
    for (const spelling of spellings) {
      const segments = spelling.slice(1).split("/");
      const key = lookupKey(segments);
      addChildren(directories, segments, key, ids);
      // A document is the end of a path too, maybe with nothing below it.
      if (!directories.has(key)) directories.set(key, new Map());
      yield;
    }
  }
  return directories;
}

/** Prepares the details of the 404s of a site. */
export function createNotFound(catalog: Catalog): NotFound {
  const remembered = new LRUCache<string, string>({
    max: 10_000,
    maxEntrySize: 1_000,
    sizeCalculation: sizeOf,
    maxSize: 4_000_000,
  });

  return (segments) => {
    if (segments === undefined) return PROBLEM_DETAILS.malformedPath;
    const { directories, notFoundDetails } = catalog;
    const { directory, given } = deepest(directories, segments);
    const detail =
      given === "" && segments.at(-1) === ""
        ? PROBLEM_DETAILS.trailingSlash
        : (notFoundDetails.get(directory) ?? PROBLEM_DETAILS.nothingBelow(directory));
    const key = `${directory}/${given}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const suggested = suggestions(directories.get(directory), given);
    const full = suggested === "" ? detail : `${detail} Did you mean ${suggested}?`;
    remembered.set(key, full);
    return full;
  };
}

function sizeOf(detail: string, key: string): number {
  return detail.length + key.length;
}

/** Adds each segment of a spelling, whose `lookupKey` is `key`, below the folder that it is in. */
function addChildren(
  directories: Map<string, Children>,
  spelling: readonly string[],
  key: string,
  ids: readonly string[],
): void {
  const names = key.slice(1).split("/");
  let path = "";
  for (const [depth, segment] of spelling.entries()) {
    const name = names[depth] ?? "";
    const directory = path === "" ? "/" : path;
    const children = directories.get(directory) ?? new Map();
    directories.set(directory, children);
    if (!children.has(name)) children.set(name, { spelling: segment, id: ids[depth] ?? "" });
    path += `/${name}`;
  }
}

/** The deepest directory a path leads into, and the name that is not in it. */
function deepest(
  directories: ReadonlyMap<string, Children>,
  segments: readonly string[],
): { directory: string; given: string } {
  let depth = 0;
  while (segments[depth] && directories.has(lookupKey(segments.slice(0, depth + 1)))) depth += 1;
  const given = depth < segments.length ? lastSegment(lookupKey(segments.slice(0, depth + 1))) : "";
  return { directory: lookupKey(segments.slice(0, depth)), given };
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * `루시우` (lucio) or `juno`: each thing once, by its nearest spelling, with its id where that is
 * another word.
 */
function suggestions(children: Children | undefined, given: string): string {
  if (children === undefined) return "";
  const found = new Map<string, string>();
  for (const name of nearest(given, children.keys(), 20)) {
    const child = children.get(name);
    if (child === undefined || found.has(child.id)) continue;
    found.set(
      child.id,
      child.spelling === child.id ? `\`${child.id}\`` : `\`${child.spelling}\` (${child.id})`,
    );
  }
  return [...found.values()].slice(0, MOST_SUGGESTIONS).join(" or ");
}
