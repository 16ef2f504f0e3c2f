import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { buildSite } from "../../../build/build-site.ts";
import { checkData } from "../../../build/check-data.ts";
import { type Client, createClient } from "../../../build/deployment/client.ts";
import type { Manifest } from "../../../build/schema/manifest.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { NEW_PATCH, smallData } from "../data-copies.ts";

/** Builds a site from a data folder of `NEW_PATCH` into a place of its own. */
export function siteFrom(data: string = smallData(), version = "1"): string {
  const checked = checkData(data);
  if (!checked.ok) throw new Error("the data is not good");
  const out = join(temporaryFolder(), "dist");
  const addresses = { baseUrl: "https://gamedata.example.org", assetsUrl: "https://gamedata.example.org/assets" };
  buildSite(checked.data, { ...addresses, patch: NEW_PATCH, version, out });
  return out;
}

/** The files of a folder with their bytes, as text that compares them. */
export function filesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, "latin1")]));
}

/** The manifest of a site as it stands on the disk. */
export function manifestOf(site: string): Manifest {
  return JSON.parse(readFileSync(join(site, "manifest.json"), "utf8"));
}

/** A client whose waits take no time but are told; it is closed when the test ends. */
export function patientClient(url: string, onWait: (ms: number) => void = () => {}, timeoutMs = 30_000): Client {
  let now = 0;
  const wait = async (ms: number) => {
    now += ms;
    onWait(ms);
  };
  const client = createClient(url, { wait, now: () => now, timeoutMs });
  onTestFinished(() => client.close());
  return client;
}
