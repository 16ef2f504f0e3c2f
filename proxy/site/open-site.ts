import type { LiveCatalog, Prepare, SiteLog } from "./follow-site.ts";
import { openLiveCatalog } from "./live-catalog.ts";
import { isOriginAddress } from "./origin-address.ts";

/**
 * Loads a site from a folder, a tarball or an origin, and follows it. `prepare` (default: nothing)
 * runs before each site is taken over. Throws `SiteError` where the site is broken now.
 */
export async function openSite(
  site: string,
  log: SiteLog,
  prepare?: Prepare,
): Promise<LiveCatalog> {
  if (!isOriginAddress(site)) return openLiveCatalog(site, log, prepare);
  // It is loaded here, since only an origin needs an HTTP client.
  const { openOriginCatalog } = await import("./origin-catalog.ts");
  return openOriginCatalog(site, log, prepare);
}
