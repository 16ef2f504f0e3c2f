import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../../core/fetch/http-client.ts";
import type { Manifest } from "../../core/schema/manifest.ts";
import { readManifest } from "../../core/site/read-manifest.ts";
import { isTarball, openSiteFiles } from "../../core/site/site-files.ts";
import { type GameData, newestPatch } from "../../generator/data/game-data.ts";
import { documentsInMemory } from "../../generator/make-documents.ts";
import { readBuildSettings } from "../settings.ts";
import { offeredPatch, readableData } from "../terminal/data-folder.ts";
import { InputError, terminal } from "../terminal/terminal.ts";
import { isRevision, withRevision } from "./git.ts";

/** One side of a comparison, wherever it is from. */
export type ComparedSite = {
  label: string;
  manifest: Manifest;
  /** The document of a canonical path; undefined where the site has none. */
  read: (path: string) => unknown;
};

/**
 * Opens a site (a folder, a tarball or an address), a recorded patch, a git revision of the data,
 * or the data folder (`.`). `open` is called with what it is, while it can be read.
 */
export async function withSite(
  name: string,
  dataDir: string,
  open: (site: ComparedSite) => Promise<void>,
): Promise<void> {
  if (/^https?:\/\//.test(name)) {
    const { withClient } = await import("../terminal/with-client.ts"); // undici is slow to load
    return await withClient(name, async (client) => open(await served(client, name)));
  }
  if (existsSync(join(name, "manifest.json")) || (isTarball(name) && existsSync(name)))
    return await open(built(name));
  if (name === ".") return await open(ofData("the data folder", dataDir, readableData(dataDir)));
  if (/^\d{4}-\d{2}-\d{2}(-[b-z])?$/.test(name)) {
    const data = readableData(dataDir);
    return await open(ofData(name, dataDir, data, offeredPatch(data, name)));
  }
  if (isRevision(dataDir, name))
    return await open(ofData(name, dataDir, withRevision(dataDir, name, readableData)));
  throw new InputError(
    `"${name}" is neither a site (a folder or a tarball with a manifest.json, or an address), ` +
      `nor a recorded patch, nor a git revision of ${dataDir}`,
  );
}

function built(site: string): ComparedSite {
  const files = openSiteFiles(site);
  return comparedSite(site, readManifest(files, site), ({ file }) => `${files.read(file)}`);
}

async function served(client: Client, address: string): Promise<ComparedSite> {
  const { fetchContent } = await import("../../core/fetch/fetch-site.ts");
  const { fetchManifest } = await import("../../core/fetch/fetch-manifest.ts");
  const { manifest } = await fetchManifest(client);
  return comparedSite(address, manifest, async (document) => {
    const fetched = await fetchContent(client, { ...document, files: [document.file] });
    if ("fault" in fetched) throw new InputError(`${address}: ${fetched.fault}`);
    return `${fetched.body}`;
  });
}

function ofData(label: string, dir: string, data: GameData, patch?: string): ComparedSite {
  // Both sides have one version, since another commit is not a difference.
  const env = { ...terminal().env, GAMEDATA_VERSION: "compared" };
  const options = { ...readBuildSettings(env, dir), patch: patch ?? newestPatch(data) };
  const { manifest, textOf } = documentsInMemory(data, options);
  return comparedSite(label, manifest, ({ file }) => textOf(file));
}

function comparedSite(
  label: string,
  manifest: Manifest,
  textOf: (document: Manifest["documents"][number]) => string | Promise<string>,
): ComparedSite {
  const read = async (path: string): Promise<unknown> => {
    const document = manifest.documents.find((one) => one.path === path);
    if (document === undefined) return undefined;
    try {
      return JSON.parse(await textOf(document));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new InputError(
        `${label}: ${document.file} is not JSON; gamedata verify shows whether the site is complete`,
      );
    }
  };
  return { label, manifest, read };
}
