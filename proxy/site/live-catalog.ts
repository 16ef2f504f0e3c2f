import { statSync } from "node:fs";
import { join } from "node:path";
import { isTarball } from "../../build/site/site-files.ts";
import { siteFolder } from "../../build/site/site-folder.ts";
import { type Catalog, SiteError } from "./catalog.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { loadCatalog } from "./stored-catalog.ts";

/** How often the site is looked at. */
const POLL_MS = 1_000;

/** A site that changes while it is served: taken over whole, between two requests. */
export type LiveCatalog = {
  /** The catalog to answer from now. */
  current: () => Catalog;
  /** When it was read, in milliseconds since the epoch. */
  takenOverAt: () => number;
  /** Looks at the site at once; with `isForced` also where nothing seems to have changed. */
  look: (isForced?: boolean) => Promise<void>;
  close: () => void;
};

export type Log = Record<"info" | "error", (fields: object, message: string) => void>;

/** A site that was broken is looked at again after this many polls, twice as many each time, up to the limit. */
const MOST_POLLS_BETWEEN_TRIES = 30;

/** Makes what is to be answered from a catalog, before it is taken over; if it throws, it is not. */
export type Prepare = (catalog: Catalog) => void | Promise<void>;

/**
 * Loads a folder or a tarball and follows it. Throws `SiteError` at the start; later a broken site
 * is reported, and the old one serves on.
 */
export async function openLiveCatalog(
  site: string,
  log: Log,
  prepare: Prepare = () => {},
): Promise<LiveCatalog> {
  let seen = markOf(site);
  const load = async () => {
    const loaded = await loadCatalog(site, (file) =>
      log.error({ file }, "a compressed file is damaged; its content is compressed anew"),
    );
    await prepareOrRefuse(loaded, prepare);
    return loaded;
  };
  let catalog = await load();
  let takenOverAt = Date.now();
  let broken: { mark: string; tries: number; pollsToWait: number } | undefined;

  const look = oneAtATime(async (isForced) => {
    const mark = markOf(site);
    if (mark === seen && !isForced) return;
    if (broken?.mark === mark && !isForced && broken.pollsToWait > 0) {
      broken.pollsToWait -= 1; // it may be on its way still, such as a copy whose manifest came first
      return;
    }
    try {
      catalog = await load();
      takenOverAt = Date.now();
      seen = mark;
      broken = undefined;
      log.info(
        { patch: catalog.manifest.patch, version: catalog.manifest.version },
        "site taken over",
      );
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      if (markOf(site) !== mark) return; // it was replaced while it was read; the next look reads that one
      const tries = broken?.mark === mark ? broken.tries + 1 : 1;
      if (tries === 1)
        log.error({ reason: error.message }, "the new site is broken; the old one is served on");
      broken = { mark, tries, pollsToWait: Math.min(2 ** tries, MOST_POLLS_BETWEEN_TRIES) };
    }
  });

  const timer = setInterval(() => void look(), POLL_MS).unref();
  return {
    current: () => catalog,
    takenOverAt: () => takenOverAt,
    look,
    close: () => clearInterval(timer),
  };
}

/** Has a catalog prepared. Throws `SiteError` where that fails, whatever the reason. */
async function prepareOrRefuse(catalog: Catalog, prepare: Prepare): Promise<void> {
  try {
    await prepare(catalog);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown error";
    throw new SiteError(`its answers cannot be made: ${reason}`);
  }
}

/** Changes whenever another site is put in the place of the one before. */
function markOf(site: string): string {
  try {
    const stat = statSync(isTarball(site) ? site : join(siteFolder(site), "manifest.json"));
    return `${stat.dev}:${stat.ino}:${stat.mtimeMs}:${stat.size}`;
  } catch {
    return "none"; // whatever the reason, there is no site to read there
  }
}
