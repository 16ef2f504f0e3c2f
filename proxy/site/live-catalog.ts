import { statSync } from "node:fs";
import { join } from "node:path";
import { isTarball } from "../../build/site-files.ts";
import { siteFolder } from "../../build/site-folder.ts";
import { type Catalog, loadCatalog, SiteError } from "./catalog.ts";

/** How often the site is looked at. */
const POLL_MS = 1_000;

/** A site that changes while it is served: taken over whole, between two requests. */
export type LiveCatalog = {
  /** The catalog to answer from now. */
  current: () => Catalog;
  /** Looks at the site at once; with `isForced` also where nothing seems to have changed. */
  look: (isForced?: boolean) => void;
  close: () => void;
};

type Log = Record<"info" | "error", (fields: object, message: string) => void>;

/** Loads a site and follows it. Throws `SiteError` at the start; later a broken site is reported, and the old one serves on. */
export function openLiveCatalog(site: string, log: Log): LiveCatalog {
  let seen = markOf(site);
  let catalog = loadCatalog(site);

  const look = (isForced = false) => {
    const mark = markOf(site);
    if (mark === seen && !isForced) return;
    try {
      const next = loadCatalog(site);
      seen = mark;
      catalog = next;
      log.info({ patch: next.manifest.patch, version: next.manifest.version }, "site taken over");
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      // In the middle of a swap of folders there is a new mark a moment later, and so another look.
      seen = mark;
      log.error({ reason: error.message }, "the new site is broken; the old one is served on");
    }
  };

  const timer = setInterval(look, POLL_MS).unref();
  return { current: () => catalog, look, close: () => clearInterval(timer) };
}

/** Changes whenever another site is put in the place of the one before. */
function markOf(site: string): string {
  const file = isTarball(site) ? site : join(siteFolder(site), "manifest.json");
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? "none" : `${stat.dev}:${stat.ino}:${stat.mtimeMs}:${stat.size}`;
}
