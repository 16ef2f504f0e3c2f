import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { COMPRESSION } from "./compress.ts";
import { sha256Of } from "./digest.ts";
import type { Manifest } from "./schema/manifest.ts";
import { ManifestError, openSiteFiles, readManifest } from "./site-files.ts";
import { siteFolder } from "./site-folder.ts";
import { contentsOf, DECODERS, verifySite } from "./verify.ts";
import type { Content } from "./write.ts";

/** The site that stands where a build goes: what did not change is neither compressed nor written again. */
export type EarlierSite = {
  /** What it holds where it is the very site that has this manifest, every file included. */
  whole: (manifest: Buffer) => { files: number; bytes: number } | undefined;
  /** The content and its siblings as they stand there; nothing where any of them is missing or not what it should be. */
  find: (content: Content) => Content[] | undefined;
};

/** Opens the site at `out`; where there is none, or one whose siblings were made otherwise, nothing is found in it. */
export function openEarlierSite(out: string): EarlierSite {
  const dir = siteFolder(out);
  const manifest = manifestAt(dir);
  if (manifest?.compression !== COMPRESSION) return { whole: () => undefined, find: () => undefined };
  const files = new Map(contentsOf(manifest).map(({ file, sha256 }) => [sha256, file]));

  return {
    whole: (body) => (body.equals(read(dir, "manifest.json") ?? Buffer.alloc(0)) ? soundSite(out) : undefined),
    find: ({ body, files: wanted }) => {
      const file = files.get(sha256Of(body));
      if (file === undefined) return undefined;
      const found = [...DECODERS].flatMap(([ending, decode]) => {
        const stored = read(dir, file + ending);
        const isGood = stored !== undefined && orNothing(() => decode(stored))?.equals(body);
        if (!isGood) return [];
        return [{ body: stored, files: wanted.map((name) => name + ending), from: dir }];
      });
      return found.length === DECODERS.size ? found : undefined;
    },
  };
}

function manifestAt(dir: string): Manifest | undefined {
  if (!existsSync(join(dir, "manifest.json"))) return undefined;
  try {
    return readManifest(openSiteFiles(dir), dir);
  } catch (error) {
    if (error instanceof ManifestError) return undefined; // one of another version
    throw error;
  }
}

function soundSite(site: string): { files: number; bytes: number } | undefined {
  const { files, bytes, missing, extra, altered } = verifySite(site);
  return missing.length + extra.length + altered.length === 0 ? { files, bytes } : undefined;
}

function read(dir: string, file: string): Buffer | undefined {
  return orNothing(() => readFileSync(join(dir, file)));
}

/** What cannot be read, or does not decompress, is not there; the build makes it anew. */
function orNothing<T>(get: () => T): T | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
}
