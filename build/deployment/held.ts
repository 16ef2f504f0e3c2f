import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { digestOf } from "../site/digest.ts";
import { ManifestError, openSiteFiles, readManifest } from "../site/site-files.ts";
import { contentsOf } from "./contents.ts";

/**
 * The contents that need not be fetched, by checksum: those of the site that stands in `dir`, and those that an
 * interrupted run has fetched, which are kept beside it.
 */
export type Held = {
  /** The content, compared with its checksum now. */
  read: (sha256: string) => Buffer | undefined;
  keep: (sha256: string, body: Buffer) => void;
  /** Removes what was kept beside the site. */
  clear: () => void;
};

export function openHeld(dir: string): Held {
  const beside = `${resolve(dir)}.fetched`;
  const old = filesByChecksum(dir);
  return {
    read: (sha256) => {
      const kept = readIfThere(join(beside, sha256));
      if (kept !== undefined && digestOf(kept).sha256 === sha256) return kept;
      for (const file of old.get(sha256) ?? []) {
        const body = openSiteFiles(dir).read(file);
        if (body !== undefined && digestOf(body).sha256 === sha256) return body;
      }
      return undefined;
    },
    keep: (sha256, body) => {
      mkdirSync(beside, { recursive: true });
      writeFileSync(join(beside, sha256), body); // should it be cut short, its checksum will tell
    },
    clear: () => rmSync(beside, { recursive: true, force: true }),
  };
}

function filesByChecksum(dir: string): Map<string, string[]> {
  try {
    const manifest = readManifest(openSiteFiles(dir), dir);
    return new Map(contentsOf(manifest).map(({ sha256, files }) => [sha256, files]));
  } catch (error) {
    if (error instanceof ManifestError) return new Map(); // there is no site yet, or one of another format
    throw error;
  }
}

function readIfThere(path: string): Buffer | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined;
}
