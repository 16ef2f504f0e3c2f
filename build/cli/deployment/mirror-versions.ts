import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DeploymentError } from "../../core/fetch/deployment-error.ts";
import { oneLine } from "../../core/fetch/describe-answer.ts";
import type { ServedVersions } from "../../core/fetch/fetch-beside-manifest.ts";
import type { ServedManifest } from "../../core/fetch/fetch-manifest.ts";
import type { Client } from "../../core/fetch/http-client.ts";
import { type Version, type Versions, VersionsSchema } from "../../core/schema/versions.ts";
import { sha256Of } from "../../core/site/digest.ts";
import { parseJson } from "../../core/site/parse-json.ts";
import { readManifest } from "../../core/site/read-manifest.ts";
import { openSiteFiles } from "../../core/site/site-files.ts";
import {
  refuseForeignVersions,
  VERSIONS_FILE,
  writeVersions,
} from "../../generator/versions/write-versions.ts";
import { lock } from "../../generator/write/lock.ts";
import { differences, type MirrorOptions, type MirrorReport, mirrorSite } from "./mirror-site.ts";
import { isSignedBy, type Trust } from "./refuse-untrusted.ts";

/** What a mirror of versions did. `mirrored` holds those that were missing or damaged. */
export type VersionsReport = { latest: string; versions: number; mirrored: MirrorReport[] };

/**
 * Copies all versions of a deployment, the oldest first, and at the end the list and the page above
 * them. Contents of one version are not fetched again for the next. A version that is whole here,
 * and signed where a key is required, is not requested, as it never changes. `clientOf` gives a
 * client for a path below the deployment's. Throws what `mirrorSite` throws. Then the earlier
 * versions are whole, and the list stays.
 */
export async function mirrorVersions(
  { url }: Client,
  { versions: list, body }: ServedVersions,
  clientOf: (path: string) => Client,
  { dir, trust, onProgress }: MirrorOptions,
): Promise<VersionsReport> {
  refuseForeignVersions(dir);
  mkdirSync(dir, { recursive: true });
  const release = lock(join(dir, VERSIONS_FILE));
  try {
    refuseOlder(url, list, dir, trust);
    const mirrored: MirrorReport[] = [];
    let from: string | undefined;
    for (const version of list.versions.toReversed()) {
      const site = join(dir, version.version);
      if (!isWhole(site, version) || (trust !== undefined && !isSignedBy(site, trust))) {
        const judge = (served: ServedManifest) => refuseOther(url, served, version);
        const client = clientOf(`/${version.version}`);
        const options = { dir: site, from, trust, judge, onProgress };
        mirrored.push(await mirrorSite(client, options).finally(client.close));
      }
      from = site;
    }
    for (const version of list.versions) refuseOtherAddress(url, list, version, dir);
    writeVersions(dir, body, list);
    return { latest: list.latest, versions: list.versions.length, mirrored };
  } finally {
    release();
  }
}

function isWhole(site: string, { manifest }: Version): boolean {
  const file = join(site, "manifest.json");
  const isThere = existsSync(file) && sha256Of(readFileSync(file)) === manifest.sha256;
  return isThere && differences(site).length === 0;
}

/** Throws `DeploymentError` where an address has another site than the list says. */
function refuseOther(url: string, { manifest, body }: ServedManifest, of: Version): void {
  const { version, patch } = of;
  const isIt = sha256Of(body) === of.manifest.sha256;
  if (isIt && manifest.patch === patch) return;
  throw new DeploymentError(
    `${url}/${version} has a different manifest from the one in ${url}/${VERSIONS_FILE}; ` +
      "nothing was changed",
  );
}

/**
 * The list is not signed, but the manifests are: each says the address above the versions. Throws
 * `DeploymentError`.
 */
function refuseOtherAddress(url: string, { baseUrl }: Versions, of: Version, dir: string): void {
  const site = join(dir, of.version);
  const signed = readManifest(openSiteFiles(site), site).baseUrl;
  if (baseUrl === signed && of.address === `${signed}/${of.version}`) return;
  throw new DeploymentError(
    `${url}/${VERSIONS_FILE} lists the address ${oneLine(of.address)} for ${of.version}, below ` +
      `${oneLine(baseUrl)}; its manifest says ${oneLine(signed)}. The list was not changed here`,
  );
}

/**
 * Throws `DeploymentError` where an older version would become the latest. The list is not signed,
 * so this holds only where a key is required.
 */
function refuseOlder(url: string, list: Versions, dir: string, trust: Trust | undefined): void {
  if (trust === undefined || trust.mayBeOlder) return;
  const before = VersionsSchema.safeParse(readJsonIfThere(join(dir, VERSIONS_FILE))).data;
  const [then, now] = [before?.versions[0]?.patch ?? "", list.versions[0]?.patch ?? ""];
  if (now >= then) return;
  throw new DeploymentError(
    `${url} serves patch ${now} as its latest, which is older than ${then} in ${dir}; ` +
      "use --allow-older to accept it",
  );
}

function readJsonIfThere(file: string): unknown {
  return existsSync(file) ? parseJson(readFileSync(file)) : undefined;
}
