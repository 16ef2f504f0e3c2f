import { mkdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DeploymentError } from "../fetch/deployment-error.ts";
import { distinctContents } from "../fetch/distinct-contents.ts";
import { fetchManifest, type ServedManifest } from "../fetch/fetch-manifest.ts";
import { fetchSignature } from "../fetch/fetch-signature.ts";
import { fetchSite } from "../fetch/fetch-site.ts";
import type { Client } from "../fetch/http-client.ts";
import { setContentTimes } from "../site/content-time.ts";
import { SIGNATURE_FILE } from "../site/minisign.ts";
import { type Content, singleFile } from "../site/site.ts";
import { openSiteFiles } from "../site/site-files.ts";
import { previousOf } from "../site/site-folder.ts";
import { siteFileNames, verifySite } from "../site/verify-site.ts";
import { lock } from "../write/lock.ts";
import { refuseForeignFolder } from "../write/our-folder.ts";
import { replaceFile } from "../write/update-file.ts";
import { writeSite } from "../write/write-site.ts";
import { type FetchedContents, openFetchedContents } from "./fetched-contents.ts";
import { makeHostFiles, makeProblem } from "./made-content.ts";
import { refuseUntrusted, type Trust } from "./signed-manifest.ts";

/** What a mirror did; contents are distinct ones. */
export type MirrorReport = {
  patch: string;
  version: string;
  contents: number;
  fetched: number;
  fetchedBytes: number;
  /**
   * Already at home: in the folder, or fetched by an interrupted run. The rest was made from the
   * manifest.
   */
  reused: number;
  files: number;
  isUpToDate: boolean;
};

export type MirrorOptions = {
  dir: string;
  /** Whom to believe; anybody unless told. */
  trust?: Trust | undefined;
  /** Another site, which may hold what the one in `dir` does not. */
  from?: string | undefined;
  /** Sees each manifest before anything is fetched by it; if it throws, `dir` is as it was. */
  judge?: (served: ServedManifest) => void;
  /** Called while contents are brought home. */
  onProgress?: ((done: number, total: number) => void) | undefined;
};

/**
 * Brings a deployment home: what `dir` does not hold yet is fetched, once for each distinct
 * content, and compared with its checksum; only a whole site that agrees with its manifest takes
 * the place of the old one. Throws `DeploymentError`,
 * `NotASiteError`, `FileBusyError`; then `dir` is as it was, and the next run goes on from what was
 * fetched.
 */
export async function mirrorSite(
  client: Client,
  { dir, trust, from, judge = () => {}, onProgress = () => {} }: MirrorOptions,
): Promise<MirrorReport> {
  refuseForeignFolder(dir);
  refuseForeignFolder(previousOf(dir)); // before anything is fetched
  mkdirSync(dirname(resolve(dir)), { recursive: true });
  const release = lock(resolve(dir));
  try {
    const local = openFetchedContents(dir, from);
    const first = await fetchManifest(client);
    judge(first);
    const early = await signatureOf(client, first, dir, trust); // before anything else is believed
    const { served, fetched } = await fetchSite(client, local, first, {
      make: makeProblem,
      onProgress,
    });
    judge(served);
    const signature = served === first ? early : await signatureOf(client, served, dir, trust);
    const { patch, version } = served.manifest;
    const contents = distinctContents(served.manifest);
    const atHome = contents.filter(({ sha256 }) => local.read(sha256) !== undefined);
    const isUpToDate = isWhole(dir, served);
    const check = (staging: string) => finish(staging, signature);
    if (!isUpToDate) writeSite(dir, (add) => addAll(served, local, add), { check, from });
    writeSignature(dir, signature);
    local.clear();
    return {
      patch,
      version,
      contents: contents.length,
      fetched: fetched.size,
      fetchedBytes: [...fetched.values()].reduce((sum, bytes) => sum + bytes, 0),
      reused: atHome.filter(({ sha256 }) => !fetched.has(sha256)).length,
      files: siteFileNames(served.manifest).length,
      isUpToDate,
    };
  } finally {
    release();
  }
}

/** Whether the folder is this very site already, every file of it. */
function isWhole(dir: string, { body }: ServedManifest): boolean {
  const files = openSiteFiles(dir);
  return files.read("manifest.json")?.equals(body) === true && differences(dir).length === 0;
}

function addAll(
  { manifest, body }: ServedManifest,
  local: FetchedContents,
  add: (content: Content) => void,
): void {
  for (const content of distinctContents(manifest)) {
    const kept = local.read(content.sha256) ?? makeProblem(manifest, content);
    if (kept === undefined)
      throw new DeploymentError(`${content.source.file} was lost on the disk; try again`);
    add({ body: kept, sha256: content.sha256, files: content.files });
  }
  for (const { file, body } of makeHostFiles(manifest)) add(singleFile(file, Buffer.from(body)));
  add(singleFile("manifest.json", body));
}

/** The last look before the swap: the disk holds what was written. */
function finish(staging: string, signature: string | undefined): void {
  const [first] = differences(staging);
  if (first !== undefined) {
    throw new DeploymentError(
      `${first} is not on the disk as it was written; can this disk hold the name?`,
    );
  }
  writeSignature(staging, signature);
  setContentTimes(staging);
}

async function signatureOf(
  client: Client,
  served: ServedManifest,
  dir: string,
  trust: Trust | undefined,
): Promise<string | undefined> {
  const signature = await fetchSignature(client);
  if (trust !== undefined) refuseUntrusted(client, served, signature, dir, trust);
  return signature;
}

/** The signature is a file of the site, so that every mirror carries it. */
function writeSignature(dir: string, signature: string | undefined): void {
  const file = join(dir, SIGNATURE_FILE);
  if (signature === undefined) rmSync(file, { force: true });
  else if (openSiteFiles(dir).read(SIGNATURE_FILE)?.toString() !== signature)
    replaceFile(file, signature);
}

/** The names of all files that are not as the manifest of a folder says. */
export function differences(dir: string): string[] {
  const { missing, extra, altered } = verifySite(dir, makeHostFiles);
  return [...missing, ...extra, ...altered];
}
