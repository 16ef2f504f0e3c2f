import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildSite } from "../../build/build-site.ts";
import { checkData } from "../../build/data/check-data.ts";
import { offeredPatches } from "../../build/data/reference.ts";
import { PACKAGE_DATA, PACKAGE_ROOT } from "../../build/package.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder of a site built from the real data, which no test changes: `inject("realSite")`. */
    realSite: string;
  }
}

export const BASE_URL = "https://gamedata.example.org";

/** Builds the real site once for all tests, with the program of today's source. */
export async function setup(project: TestProject): Promise<() => void> {
  execFileSync(process.execPath, ["compile.mjs"], {
    cwd: PACKAGE_ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const folder = mkdtempSync(join(tmpdir(), "gamedata-site-"));
  const checked = checkData(PACKAGE_DATA);
  if (!checked.ok)
    throw new Error("the real data does not pass its checks; run: npm run -s gamedata -- check");
  const [newest] = offeredPatches(checked.data);
  if (newest === undefined) throw new Error("the real data has no patch");
  const out = join(folder, "dist");
  const addresses = { baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets` };
  await buildSite(checked.data, { ...addresses, patch: newest.id, version: "test", out });
  project.provide("realSite", out);
  return () => rmSync(folder, { recursive: true, force: true });
}
