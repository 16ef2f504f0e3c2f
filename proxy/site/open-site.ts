import type { LiveCatalog, Prepare, SiteLog } from "./follow-site.ts";
import { openLiveCatalog } from "./live-catalog.ts";
import { isOriginAddress } from "./origin-address.ts";

/**
 * Loads a site from wherever it is, a folder, a tarball or an origin, and follows it. `prepare` has
 * each site before it is taken over. Throws `SiteError` at the start.
 */
export async function openSite(
  site: string,
  log: SiteLog,
  prepare?: Prepare,
): Promise<LiveCatalog> {
  if (!isOriginAddress(site)) return openLiveCatalog(site, log, prepare);
  // nobody else waits for an HTTP client
  const { openOriginCatalog } = await import("./origin-catalog.ts");
  return openOriginCatalog(site, log, prepare);
}
