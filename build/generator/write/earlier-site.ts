import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "../../core/schema/manifest.ts";
import { COMPRESSION } from "../../core/site/compress.ts";
import { ManifestError, readManifest } from "../../core/site/read-manifest.ts";
import { DECODERS, endingsOf } from "../../core/site/siblings.ts";
import type { Content } from "../../core/site/site.ts";
import { openSiteFiles } from "../../core/site/site-files.ts";
import { listedContents } from "../../core/site/verify-site.ts";

/** A site that was built before, whose files are used again. */
export type EarlierSite = {
  dir: string;
  /**
   * The files of a content and its siblings, by ending. Undefined where one of them is missing or
   * altered.
   */
  find: (content: Content) => ReadonlyMap<string, Buffer> | undefined;
};

/**
 * Opens the site in a folder. Nothing is found where there is no site, or where its siblings were
 * compressed in another way.
 */
export function openEarlierSite(dir: string): EarlierSite {
  const manifest = manifestAt(dir);
  const listed = manifest?.compression === COMPRESSION ? listedContents(manifest) : [];
  const files = new Map(listed.map(({ file, sha256 }) => [sha256, file]));
  return {
    dir,
    find: ({ body, sha256, files: [named = ""] }) => {
      // The manifest does not list itself.
      const file = files.get(sha256) ?? (named === "manifest.json" ? named : undefined);
      if (file === undefined) return undefined;
      const found = new Map<string, Buffer>();
      for (const ending of endingsOf(file)) {
        const decode = DECODERS.get(ending) ?? Buffer.from;
        const stored = readIfReadable(join(dir, file + ending));
        if (stored === undefined || !isEqual(() => decode(stored), body)) return undefined;
        found.set(ending, stored);
      }
      return found;
    },
  };
}

/** The bytes of a file; undefined where it cannot be read. */
export function readIfReadable(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function manifestAt(dir: string): Manifest | undefined {
  if (!existsSync(join(dir, "manifest.json"))) return undefined;
  try {
    return readManifest(openSiteFiles(dir), dir);
  } catch (error) {
    // the site is damaged, or of another version
    if (error instanceof ManifestError) return undefined;
    throw error;
  }
}

/** Whether decoding gives the content. A file that cannot be decoded does not. */
function isEqual(decode: () => Buffer, body: Uint8Array): boolean {
  try {
    return decode().equals(body);
  } catch {
    return false;
  }
}
