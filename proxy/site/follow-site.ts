import type { Log } from "../log.ts";
import { type Catalog, SiteError } from "./catalog.ts";

/** A site that can change while it is served. */
export type LiveCatalog = Awaited<ReturnType<typeof followSite>>;

export const SITE_TROUBLES = ["broken", "away"] as const;

export type SiteTrouble = (typeof SITE_TROUBLES)[number];

const MESSAGES: Record<SiteTrouble, string> = {
  away: "the origin cannot be read; the last good site is still served",
  broken: "the new site is broken; the old one is still served",
};

/** Reads a site from a folder, a tarball or an origin. */
export type SiteReader = {
  /**
   * Reads the site. Undefined where it has not changed since it was read last. Throws `SiteError`
   * and `SiteAwayError`.
   */
  read: (isForced: boolean) => Promise<Catalog | undefined>;
  /** Milliseconds between two looks at the site. */
  pollMs: number;
  close: () => void;
};

/** The site cannot be reached now. The message says why. */
export class SiteAwayError extends SiteError {}

/**
 * Follows a site. At the start it waits while the site is away, and throws `SiteError` where it is
 * broken. Later, both are logged once, and the last good site is still served.
 */
export async function followSite(reader: SiteReader, log: Log) {
  let catalog = await firstCatalog(reader, log);
  let takenOverAt = Date.now();
  let trouble: SiteTrouble | undefined;
  let isClosed = false;

  const lookOnce = async (isForced: boolean) => {
    try {
      const now = await reader.read(isForced);
      if (trouble !== undefined) log.info({}, "the site is readable again");
      trouble = undefined;
      if (now === undefined) return;
      catalog = now;
      takenOverAt = Date.now();
      const { patch, version } = catalog.manifest;
      log.info({ patch, version }, "new site loaded");
    } catch (error) {
      if (isClosed) return;
      if (!(error instanceof SiteError)) throw error;
      const now = error instanceof SiteAwayError ? "away" : "broken";
      if (now !== trouble) log.error({ reason: error.message }, MESSAGES[now]);
      trouble = now;
    }
  };
  /** The last look at the site. One runs at a time. */
  let last = Promise.resolve();
  const look = (isForced = false) => {
    last = last.then(() => lookOnce(isForced));
    return last;
  };

  const timer = setInterval(() => void look(), reader.pollMs).unref();
  return {
    /** The current catalog. A new one is taken over between two requests. */
    current: () => catalog,
    /** When the catalog was taken over, in milliseconds since the epoch. */
    takenOverAt: () => takenOverAt,
    /** Why the last look failed: the site is broken, or its origin is away. */
    trouble: () => trouble,
    /** Looks at the site now. `isForced`: reads it even where nothing seems to have changed. */
    look,
    close: () => {
      isClosed = true;
      clearInterval(timer);
      reader.close();
    },
  };
}

async function firstCatalog(reader: SiteReader, log: Log): Promise<Catalog> {
  let logged: string | undefined;
  for (;;) {
    try {
      const catalog = await reader.read(true);
      if (catalog !== undefined) return catalog;
    } catch (error) {
      if (!(error instanceof SiteAwayError)) {
        reader.close();
        throw error;
      }
      if (error.message !== logged)
        log.error({ reason: error.message }, "the origin cannot be read; waiting for it");
      logged = error.message;
    }
    await new Promise((resolve) => setTimeout(resolve, reader.pollMs));
  }
}
