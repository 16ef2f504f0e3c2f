import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { createClient } from "../../../../build/core/fetch/http-client.ts";
import type { Manifest } from "../../../../build/core/schema/manifest.ts";
import { buildSite } from "../../../../build/generator/build-site.ts";
import { edit, temporaryFolder } from "../../../helpers/data.ts";
import { soundData } from "../../../helpers/real-data.ts";
import { NEW_PATCH, smallData } from "../../data-copies.ts";

/** A proxy that never refuses. */
export const UNLIMITED = { ANONYMOUS_LIMIT: "1000000", LOG_LEVEL: "silent" };

/**
 * Two deployments, one after the other: in the second Ana has another alias. No test changes them.
 */
export async function oldSite() {
  return smallSite();
}

export async function newSite() {
  return built("new", (data) => {
    edit(data, "heroes/ana.json", (ana) => {
      ana.aliases.push("Captain Amari");
    });
  });
}

/** The site of the small data, which no test changes. */
export function smallSite() {
  return built("old", () => {});
}

/** A copy of a site, to mirror over. */
export function copyOf(site: string) {
  const dir = join(temporaryFolder(), "mirror");
  cpSync(site, dir, { recursive: true });
  return dir;
}

/**
 * Builds the site of the small data after an edit, where no run before built it of the same
 * sources. Files of tests ask for it outside of a test too.
 */
function built(name: string, change: (data: string) => void) {
  const out = join(inject("sitesFolder"), name);
  if (existsSync(out)) return out;
  const folder = mkdtempSync(join(tmpdir(), "gamedata-small-"));
  const dir = smallData(join(folder, "gamedata"));
  change(dir);
  const data = soundData(dir);
  rmSync(folder, { recursive: true });
  const addresses = {
    baseUrl: "https://gamedata.example.org",
    assetsUrl: "https://gamedata.example.org/assets",
  };
  const own = `${out}.${process.pid}`; // another process may build it at the same time
  buildSite(data, { ...addresses, patch: NEW_PATCH, version: "1", out: own });
  if (existsSync(out)) rmSync(own, { recursive: true });
  else renameSync(own, out);
  return out;
}

/** The manifest of a site on the disk. */
export function manifestOf(site: string): Manifest {
  return JSON.parse(readFileSync(join(site, "manifest.json"), "utf8"));
}

/** A client whose waits take no time but are reported; it is closed when the test ends. */
export function patientClient(
  url: string,
  onWait: (ms: number) => void = () => {},
  timeoutMs = 30_000,
) {
  let now = 0;
  const wait = async (ms: number) => {
    now += ms;
    onWait(ms);
  };
  const client = createClient(url, { wait, now: () => now, timeoutMs });
  onTestFinished(() => client.close());
  return client;
}
