import { statSync } from "node:fs";
import { join } from "node:path";
import { isTarball } from "../../build/site/site-files.ts";
import { siteFolder } from "../../build/site/site-folder.ts";
import { type Catalog, SiteError } from "./catalog.ts";
import {
  followSite,
  type LiveCatalog,
  type Prepare,
  prepareOrRefuse,
  type SiteLog,
  type SiteReader,
} from "./follow-site.ts";
import { loadCatalog } from "./stored-catalog.ts";

/** Milliseconds between two looks at the site. */
const POLL_MS = 1_000;

/**
 * The most looks between two reads of a broken site that does not change. They double each time.
 */
const MOST_LOOKS_BETWEEN_TRIES = 30;

/** Loads a folder or a tarball and follows it. Throws `SiteError` where it is broken now. */
export function openLiveCatalog(
  site: string,
  log: SiteLog,
  prepare: Prepare = () => {},
): Promise<LiveCatalog> {
  return followSite(createReader(site, log, prepare), log);
}

/** A broken site: its mark, the file at fault with that file's mark, and when it is read again. */
type Broken = {
  mark: string;
  file: string | undefined;
  fileMark: string;
  tries: number;
  looksToWait: number;
};

function createReader(site: string, log: SiteLog, prepare: Prepare): SiteReader {
  let seen: string | undefined;
  let broken: Broken | undefined;

  const mustWait = (mark: string): boolean => {
    if (broken?.mark !== mark || markOfFile(site, broken.file) !== broken.fileMark) return false;
    broken.looksToWait -= 1; // a copy may still be under way, such as one whose manifest came first
    return broken.looksToWait >= 0;
  };
  const load = async (mark: string): Promise<Catalog | undefined> => {
    try {
      return await prepareOrRefuse(await loadCatalog(site, tellDamaged(log)), prepare);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      // The site was replaced during the read. The next look reads the new one.
      if (seen !== undefined && markOf(site) !== mark) return undefined;
      const tries = broken?.mark === mark ? broken.tries + 1 : 1;
      const looksToWait = Math.min(2 ** tries, MOST_LOOKS_BETWEEN_TRIES);
      const { file } = error;
      broken = { mark, file, fileMark: markOfFile(site, file), tries, looksToWait };
      throw error;
    }
  };
  return {
    pollMs: POLL_MS,
    close: () => {},
    read: async (isForced) => {
      const mark = markOf(site);
      if (!isForced && mark === seen) {
        broken = undefined;
        return undefined;
      }
      if (!isForced && mustWait(mark)) throw new SiteError("it is still broken");
      const catalog = await load(mark);
      if (catalog === undefined) return undefined;
      seen = mark;
      broken = undefined;
      return catalog;
    },
  };
}

function tellDamaged(log: SiteLog): (file: string) => void {
  return (file) =>
    log.error({ file }, "a compressed file is damaged; its content is compressed anew");
}

/** A text that changes when another site replaces the site. */
function markOf(site: string): string {
  return isTarball(site)
    ? markAt(site)
    : `${markAt(siteFolder(site), true)} ${markOfFile(site, "manifest.json")}`;
}

function markOfFile(site: string, file: string | undefined): string {
  return file === undefined || isTarball(site) ? "none" : markAt(join(siteFolder(site), file));
}

/** A rebuild may link a file instead of writing it. Then only the time of the link differs. */
function markAt(path: string, isFolder = false): string {
  try {
    const { dev, ino, mtimeMs, ctimeMs, size } = statSync(path);
    return isFolder ? `${dev}:${ino}` : `${dev}:${ino}:${mtimeMs}:${ctimeMs}:${size}`;
  } catch {
    return "none"; // there is nothing to read
  }
}
