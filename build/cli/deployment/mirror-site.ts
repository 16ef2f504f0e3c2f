import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DeploymentError } from "../../core/fetch/exchange.ts";
import {
  fetchManifest,
  fetchSignature,
  type ServedManifest,
} from "../../core/fetch/fetch-manifest.ts";
import {
  distinctContents,
  fetchSite,
  isContent,
  type SiteContent,
} from "../../core/fetch/fetch-site.ts";
import type { Client } from "../../core/fetch/http-client.ts";
import type { Manifest } from "../../core/schema/manifest.ts";
import {
  type PublicKey,
  SIGNATURE_FILE,
  SignatureError,
  verifyManifest,
} from "../../core/site/manifest-signature.ts";
import { type Content, singleFile } from "../../core/site/site.ts";
import { isTarball, openSiteFiles, previousOf, siteFolder } from "../../core/site/site-files.ts";
import { siteFileNames, verifySite } from "../../core/site/verify-site.ts";
import { notFoundFile } from "../../generator/documents/not-found-files.ts";
import { hostFiles } from "../../generator/hosts/host-files.ts";
import { lock } from "../../generator/write/lock.ts";
import { folderToReplace, refuseForeignFolder } from "../../generator/write/our-folder.ts";
import { writePackedSite } from "../../generator/write/tarball.ts";
import { replaceSiteFile } from "../../generator/write/update-file.ts";
import { writeSite } from "../../generator/write/write-site.ts";
import { type FetchedContents, openFetchedContents } from "./fetched-contents.ts";

type MirrorOptions = {
  dir: string;
  /** Whose signature is required. Default: nobody's. */
  trust?: Trust | undefined;
  /** Called while contents are fetched. */
  onProgress?: ((done: number, total: number) => void) | undefined;
};

/**
 * Copies a deployment into `dir`. Each distinct content that is not there yet is fetched once, and
 * its checksum is verified. Only a whole site that agrees with its manifest replaces the old one.
 * Throws `DeploymentError`, `NotASiteError` and `FileBusyError`. Then `dir` stays, and the next run
 * uses what was fetched. The report counts each distinct content once.
 */
export async function mirrorSite(
  client: Client,
  { dir: named, trust, onProgress = () => {} }: MirrorOptions,
) {
  const dir = isTarball(named) ? resolve(named) : folderToReplace(named);
  refuseForeignFolder(previousOf(dir)); // before anything is fetched
  mkdirSync(dirname(dir), { recursive: true });
  const release = lock(dir);
  try {
    const local = openFetchedContents(dir);
    const first = await fetchManifest(client);
    const early = await signatureOf(client, first, dir, trust); // before anything else is fetched
    const { served, fetched } = await fetchSite(client, local, first, {
      make: makeProblem,
      onProgress,
    });
    const signature = served === first ? early : await signatureOf(client, served, dir, trust);
    const { patch, version } = served.manifest;
    const contents = distinctContents(served.manifest);
    const atHome = contents.filter(({ sha256 }) => local.read(sha256) !== undefined);
    const isUpToDate = isWhole(dir, served);
    const make = (add: (content: Content) => void) => addAll(served, local, add);
    const check = (staging: string) => finish(staging, signature);
    if (isTarball(dir)) writePackedSite(dir, make, signature);
    else if (!isUpToDate) writeSite(dir, make, check);
    if (!isTarball(dir)) writeSignature(dir, signature);
    local.clear();
    return {
      patch,
      version,
      contents: contents.length,
      fetched: fetched.size,
      fetchedBytes: [...fetched.values()].reduce((sum, bytes) => sum + bytes, 0),
      // In the folder, or fetched by an interrupted run.
      reused: atHome.filter(({ sha256 }) => !fetched.has(sha256)).length,
      // From the manifest. What was fetched may be of a manifest that has changed since.
      made: contents.length - atHome.length,
      files: siteFileNames(served.manifest).length,
      isUpToDate,
    };
  } finally {
    release();
  }
}

/** Whether the folder holds this site already, with every file. */
function isWhole(dir: string, { body }: ServedManifest) {
  if (!existsSync(siteFolder(dir))) return false;
  const files = openSiteFiles(dir);
  return files.read("manifest.json")?.equals(body) === true && differences(dir).length === 0;
}

function addAll(
  { manifest, body }: ServedManifest,
  local: FetchedContents,
  add: (content: Content) => void,
) {
  for (const content of distinctContents(manifest)) {
    const kept = local.read(content.sha256) ?? makeProblem(manifest, content);
    if (kept === undefined)
      throw new DeploymentError(`${content.files[0]} disappeared from the disk; try again`);
    add({ body: kept, sha256: content.sha256, files: content.files });
  }
  // Never fetched, so that nobody else configures a server.
  for (const { file, body } of hostFiles(manifest)) add(singleFile(file, Buffer.from(body)));
  add(singleFile("manifest.json", body));
}

/** Verifies the new site on the disk before the swap, and completes it. */
function finish(staging: string, signature: string | undefined) {
  const [first] = differences(staging);
  if (first !== undefined) {
    throw new DeploymentError(
      `${first} differs on disk from what was written; does this file system support the name?`,
    );
  }
  writeSignature(staging, signature);
}

/**
 * The signature of a deployment. With `trust`, throws `DeploymentError` where the manifest is not
 * signed, or was signed before that of `dir`, and `SignatureError` where another key signed it.
 */
async function signatureOf(
  client: Client,
  { body }: ServedManifest,
  dir: string,
  trust: Trust | undefined,
) {
  const signature = await fetchSignature(client);
  if (trust === undefined) return signature;
  if (signature === undefined)
    throw new DeploymentError(`${client.url} has no ${SIGNATURE_FILE}; expected a signed site`);
  const { seconds = 0 } = verifyManifest(body, signature, trust.keys);
  const before = signedAt(dir, trust.keys);
  if (trust.mayBeOlder || seconds >= before) return signature;
  const [then, now] = [seconds, before].map((time) => new Date(time * 1000).toISOString());
  throw new DeploymentError(
    `${client.url} serves a site signed at ${then}, earlier than the one in ${dir} (${now}); ` +
      "use --allow-older to accept it",
  );
}

/** Writes the signature into a site, so that mirrors of the mirror get it too. */
function writeSignature(dir: string, signature: string | undefined) {
  const file = join(dir, SIGNATURE_FILE);
  if (signature === undefined) rmSync(file, { force: true });
  else if (openSiteFiles(dir).read(SIGNATURE_FILE)?.toString() !== signature)
    replaceSiteFile(file, signature);
}

/**
 * The names of all files of a site that differ from its manifest, and of files for hosts that
 * another version of the program made, which a mirror makes again.
 */
function differences(dir: string) {
  const { missing, extra, altered } = verifySite(dir, hostFiles);
  return [...missing, ...extra, ...altered];
}

/**
 * Makes the 404 file of a folder, because servers do not serve it as a file. Undefined where
 * `content` is not a problem or has another checksum.
 */
function makeProblem({ baseUrl }: Manifest, content: SiteContent) {
  if (content.detail === undefined) return undefined;
  const body = Buffer.from(notFoundFile(content.path, content.detail, baseUrl));
  return isContent(body, content) ? body : undefined;
}

/** The keys of which one must have signed a site. `mayBeOlder`: an earlier signature will do. */
export type Trust = { keys: readonly PublicKey[]; mayBeOlder: boolean };

/** When one of the keys signed the site in a folder, in seconds since 1970; 0 where none did. */
function signedAt(dir: string, keys: readonly PublicKey[]) {
  if (!existsSync(siteFolder(dir))) return 0;
  const files = openSiteFiles(dir);
  const manifest = files.read("manifest.json");
  const signature = files.read(SIGNATURE_FILE);
  if (manifest === undefined || signature === undefined) return 0;
  try {
    return verifyManifest(manifest, signature.toString(), keys).seconds ?? 0;
  } catch (error) {
    if (error instanceof SignatureError) return 0;
    throw error;
  }
}
