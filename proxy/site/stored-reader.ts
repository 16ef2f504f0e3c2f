import { statSync } from "node:fs";
import { join } from "node:path";
import { SIGNATURE_FILE } from "../../build/core/site/manifest-signature.ts";
import { isTarball, siteFolder } from "../../build/core/site/site-files.ts";
import { isOriginAddress } from "../config.ts";
import type { Log } from "../log.ts";
import { SiteError } from "./catalog.ts";
import type { SiteReader } from "./follow-site.ts";
import { loadCatalog } from "./stored-catalog.ts";

/** Milliseconds between two looks at the site. */
const POLL_MS = 1_000;

/**
 * Milliseconds until a broken site that does not change is read again. A copy may still be under
 * way, such as one that begins with the manifest.
 */
const READ_AGAIN_MS = 10_000;

/** Opens the reader of a folder, a tarball or an origin, whose client is loaded only for it. */
export async function openReader(site: string, log: Log): Promise<SiteReader> {
  if (!isOriginAddress(site)) return createStoredReader(site, log);
  const { createOriginReader } = await import("./origin-reader.ts");
  return createOriginReader(site, log);
}

/** Creates the reader of a folder or a tarball. */
function createStoredReader(site: string, log: Log): SiteReader {
  const logDamaged = (file: string) =>
    log.error({ file }, "a compressed file is damaged; its content is compressed again");
  let seen: string | undefined;
  let broken: { fault: SiteError; readAgainAt: number } | undefined;
  return {
    pollMs: POLL_MS,
    close: () => {},
    read: async (isForced) => {
      const mark = markOf(site);
      if (!isForced && mark === seen) {
        if (broken === undefined) return undefined;
        if (performance.now() < broken.readAgainAt) throw broken.fault;
      }
      try {
        const catalog = await loadCatalog(site, logDamaged);
        seen = mark;
        broken = undefined;
        return catalog;
      } catch (fault) {
        if (!(fault instanceof SiteError)) throw fault;
        // The site was replaced during the read. The next look reads the new one.
        if (seen !== undefined && markOf(site) !== mark) return undefined;
        seen = mark;
        broken = { fault, readAgainAt: performance.now() + READ_AGAIN_MS };
        throw fault;
      }
    },
  };
}

/** A text that changes when another site replaces the site. */
function markOf(site: string) {
  if (isTarball(site)) return markAt(site);
  const folder = siteFolder(site);
  const files = ["manifest.json", SIGNATURE_FILE].map((file) => markAt(join(folder, file)));
  return [markAt(folder, true), ...files].join(" ");
}

/** A rebuild may link a file instead of writing it. Then only the time of the link differs. */
function markAt(path: string, isFolder = false) {
  try {
    const { dev, ino, mtimeMs, ctimeMs, size } = statSync(path);
    return isFolder ? `${dev}:${ino}` : `${dev}:${ino}:${mtimeMs}:${ctimeMs}:${size}`;
  } catch {
    return "none"; // there is nothing to read
  }
}
