import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Manifest } from "../schema/manifest.ts";
import { setContentTimes } from "../site/content-time.ts";
import { type Content, singleFile } from "../site/site.ts";
import { openSiteFiles } from "../site/site-files.ts";
import { previousOf } from "../site/site-folder.ts";
import { siteFileNames, verifySite } from "../site/verify.ts";
import { lock } from "../write/lock.ts";
import { refuseForeignFolder } from "../write/our-folder.ts";
import { writeSite } from "../write/write-site.ts";
import type { Client } from "./client.ts";
import { DeploymentError } from "./deployment-error.ts";
import { distinctContents } from "./distinct-contents.ts";
import { fetchContent } from "./fetch-content.ts";
import { type FetchedContents, openFetchedContents } from "./fetched-contents.ts";
import { makeHostFiles, makeProblem } from "./made-content.ts";
import { fetchManifest, type ServedManifest } from "./manifest.ts";

/** What a mirror did; contents are distinct ones. */
export type MirrorReport = {
  patch: string;
  version: string;
  contents: number;
  fetched: number;
  fetchedBytes: number;
  /** Already at home: in the folder, or fetched by an interrupted run. The rest was made from the manifest. */
  reused: number;
  files: number;
  isUpToDate: boolean;
};

export type MirrorOptions = {
  dir: string;
  /** Called while contents are brought home. */
  onProgress?: (done: number, total: number) => void;
};

/** A deployment that changes this often while it is mirrored is left to settle. */
const MOST_ROUNDS = 4;

/** With more wrong contents than these, the rest is not asked for. */
const MOST_FAULTS = 10;

/**
 * Brings a deployment home: what `dir` does not hold yet is fetched, once for each distinct content, and compared with its
 * checksum; only a whole site that agrees with its manifest takes the place of the old one. Throws `DeploymentError`,
 * `NotASiteError`, `FileBusyError`; then `dir` is as it was, and the next run goes on from what was fetched.
 */
export async function mirrorSite(
  client: Client,
  { dir, onProgress = () => {} }: MirrorOptions,
): Promise<MirrorReport> {
  refuseForeignFolder(dir);
  refuseForeignFolder(previousOf(dir)); // before anything is fetched
  mkdirSync(dirname(resolve(dir)), { recursive: true });
  const release = lock(resolve(dir));
  try {
    const local = openFetchedContents(dir);
    const { served, fetched } = await bringHome(client, local, onProgress);
    const { patch, version } = served.manifest;
    const contents = distinctContents(served.manifest);
    const atHome = contents.filter(({ sha256 }) => local.read(sha256) !== undefined);
    const isUpToDate = isWhole(dir, served);
    if (!isUpToDate) writeSite(dir, (take) => takeAll(served, local, take), { check: finish });
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

/** `fetched` has the size of each content that was fetched, by its checksum. */
type Brought = { served: ServedManifest; fetched: Map<string, number> };

/** Until every content of the manifest is here. A new deployment that comes meanwhile has a new manifest: then that one's. */
async function bringHome(
  client: Client,
  local: FetchedContents,
  onProgress: (done: number, total: number) => void,
): Promise<Brought> {
  const fetched = new Map<string, number>();
  let served = await fetchManifest(client);
  for (let round = 1; ; round += 1) {
    const faults = await bringContents(client, served.manifest, local, fetched, onProgress);
    if (faults.length === 0) return { served, fetched };
    const now = await fetchManifest(client);
    if (now.body.equals(served.body)) throw new DeploymentError(inWords(client, faults));
    if (round === MOST_ROUNDS) {
      throw new DeploymentError(
        `${client.url} changed ${round} times while it was mirrored; try again when it is at rest`,
      );
    }
    served = now;
  }
}

async function bringContents(
  client: Client,
  manifest: Manifest,
  local: FetchedContents,
  fetched: Map<string, number>,
  onProgress: (done: number, total: number) => void,
): Promise<string[]> {
  const contents = distinctContents(manifest);
  const faults: string[] = [];
  let done = 0;
  await client.forEach(contents, async (content) => {
    if (faults.length >= MOST_FAULTS) return;
    if ((local.read(content.sha256) ?? makeProblem(manifest, content)) === undefined) {
      const got = await fetchContent(client, content);
      if ("fault" in got) return void faults.push(got.fault);
      local.keep(content.sha256, got.body);
      fetched.set(content.sha256, got.body.length);
    }
    done += 1;
    onProgress(done, contents.length);
  });
  return faults;
}

function inWords({ url }: Client, faults: string[]): string {
  const more = faults.length >= MOST_FAULTS ? " or more" : "";
  const contents = faults.length === 1 ? "one document" : `${faults.length}${more} documents`;
  return `${faults.join("\n")}\n${url} does not serve ${contents} as its manifest says; nothing was changed here`;
}

/** Whether the folder is this very site already, every file of it. */
function isWhole(dir: string, { body }: ServedManifest): boolean {
  const files = openSiteFiles(dir);
  return files.read("manifest.json")?.equals(body) === true && differences(dir).length === 0;
}

function takeAll(
  { manifest, body }: ServedManifest,
  local: FetchedContents,
  take: (content: Content) => void,
): void {
  for (const content of distinctContents(manifest)) {
    const kept = local.read(content.sha256) ?? makeProblem(manifest, content);
    if (kept === undefined)
      throw new DeploymentError(`${content.source.file} was lost on the disk; try again`);
    take({ body: kept, sha256: content.sha256, files: content.files });
  }
  for (const { file, body } of makeHostFiles(manifest)) take(singleFile(file, Buffer.from(body)));
  take(singleFile("manifest.json", body));
}

/** The last look before the swap: the disk holds what was written. */
function finish(staging: string): void {
  const [first] = differences(staging);
  if (first !== undefined) {
    throw new DeploymentError(
      `${first} is not on the disk as it was written; can this disk hold the name?`,
    );
  }
  setContentTimes(staging);
}

function differences(dir: string): string[] {
  const { missing, extra, altered } = verifySite(dir, makeHostFiles);
  return [...missing, ...extra, ...altered];
}
