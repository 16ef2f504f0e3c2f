import { copyFileSync, linkSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compress } from "../site/compress.ts";
import type { Content } from "../site/site.ts";
import { openEarlierSite, readIfThere } from "./earlier-site.ts";

/** The folder in which a new site is put together, the site whose place it takes, and another that may hold what that one does not. */
export type PlaceOptions = { staging: string; out: string; from?: string | undefined };

/** What was taken, siblings included. `hasNew`: some of it does not stand at `out` already. */
export type Taken = { files: number; bytes: number; hasNew: boolean };

/** Where the contents of a new site go, each with its siblings. */
export type Place = {
  take: (content: Content) => void;
  taken: () => Taken;
  /** Brings over what was not touched, as nothing was new yet. */
  linkTheSame: () => void;
};

/** What an earlier site has is neither compressed nor written again; and nothing is done at all until something is new. */
export function openPlace({ staging, out, from }: PlaceOptions): Place {
  const earlier = [out, from].filter((dir) => dir !== undefined).map(openEarlierSite);
  const taken: Taken = { files: 0, bytes: 0, hasNew: false };
  const folders = new Set<string>();
  let same: string[] = [];

  const find = (content: Content): { dir?: string; bodies: ReadonlyMap<string, Uint8Array> } => {
    for (const { dir, find } of earlier) {
      const bodies = find(content);
      if (bodies !== undefined) return { dir, bodies };
    }
    const { br, gz } = compress(content.body);
    return {
      bodies: new Map([
        ["", content.body],
        [".br", br],
        [".gz", gz],
      ]),
    };
  };
  const put = (file: string, body: Uint8Array, dir: string | undefined) => {
    const isThere = dir !== undefined && readIfThere(join(dir, file))?.equals(body) === true;
    if (isThere && dir === out && !taken.hasNew) return void same.push(file);
    linkTheSame();
    if (isThere) link(join(dir, file), pathOf(file));
    else writeFileSync(pathOf(file), body);
  };
  const linkTheSame = () => {
    taken.hasNew = true;
    for (const file of same) link(join(out, file), pathOf(file));
    same = [];
  };
  const pathOf = (file: string): string => {
    const path = join(staging, file);
    const folder = dirname(path);
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    return path;
  };

  return {
    take: (content) => {
      const { dir, bodies } = find(content);
      for (const [ending, body] of bodies) {
        for (const file of content.files) put(file + ending, body, dir);
        taken.files += content.files.length;
        taken.bytes += content.files.length * body.length;
      }
    },
    taken: () => ({ ...taken }),
    linkTheSame,
  };
}

/** A link costs a tenth of a new file, and less on most disks. Not every disk has links. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
