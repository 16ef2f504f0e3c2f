import { join } from "node:path";
import { PACKAGE_ROOT } from "../../build/core/package.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder of a site built from the real data, which no test changes. */
    realSite: string;
    /** The same as of `EARLIER`. */
    earlierSite: string;
    /** Where helpers keep further sites, until a source changes. */
    sitesFolder: string;
  }
}

export const BASE_URL = "https://gamedata.example.org";

/** A patch before which heroes and maps of today were not there. */
export const EARLIER = "2026-08-11";

/** Where sites are kept until one of their sources changes. A run of mutants has its own. */
export const SITES =
  process.env["GAMEDATA_TEST_SITES"] ?? join(PACKAGE_ROOT, "node_modules/.cache/gamedata-tests");
