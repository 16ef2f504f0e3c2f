import { type LiveCatalog, type Log, openLiveCatalog } from "./live-catalog.ts";
import { isOriginAddress } from "./origin.ts";
import { openOriginCatalog } from "./origin-catalog.ts";

/** Loads a site from wherever it is, a folder, a tarball or an origin, and follows it. Throws `SiteError` at the start. */
export function openSite(site: string, log: Log): Promise<LiveCatalog> {
  return isOriginAddress(site) ? openOriginCatalog(site, log) : openLiveCatalog(site, log);
}
