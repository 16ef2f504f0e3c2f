import { existsSync } from "node:fs";
import { DeploymentError } from "../../core/fetch/deployment-error.ts";
import type { ServedManifest } from "../../core/fetch/fetch-manifest.ts";
import type { Client } from "../../core/fetch/http-client.ts";
import {
  SIGNATURE_FILE,
  SignatureError,
  type SigningKey,
  type TrustedComment,
  verifyManifest,
} from "../../core/site/manifest-signature.ts";
import { openSiteFiles } from "../../core/site/site-files.ts";
import { siteFolder } from "../../core/site/site-folder.ts";

/** The keys of which one must have signed a site. `mayBeOlder`: an earlier signature will do. */
export type Trust = { keys: readonly SigningKey[]; mayBeOlder: boolean };

/** Throws `DeploymentError` where a manifest is not signed, or was signed before that of `dir`. */
export function refuseUntrusted(
  { url }: Client,
  { body }: ServedManifest,
  signature: string | undefined,
  dir: string,
  { keys, mayBeOlder }: Trust,
): void {
  if (signature === undefined)
    throw new DeploymentError(`${url} has no ${SIGNATURE_FILE}; expected a signed site`);
  const { seconds = 0 } = signedOrRefuse(url, body, signature, keys);
  const before = signedIn(dir, keys)?.seconds ?? 0;
  if (mayBeOlder || seconds >= before) return;
  const [then, now] = [seconds, before].map((time) => new Date(time * 1000).toISOString());
  throw new DeploymentError(
    `${url} serves a site signed at ${then}, earlier than the one in ${dir} (${now}); ` +
      "use --allow-older to accept it",
  );
}

function signedOrRefuse(
  url: string,
  body: Buffer,
  text: string,
  keys: readonly SigningKey[],
): TrustedComment {
  try {
    return verifyManifest(body, text, keys);
  } catch (error) {
    if (error instanceof SignatureError) throw new DeploymentError(`${url}: ${error.message}`);
    throw error;
  }
}

/** The comment of a site's signature; undefined where it has none by these keys. */
function signedIn(dir: string, keys: readonly SigningKey[]): TrustedComment | undefined {
  if (!existsSync(siteFolder(dir))) return undefined;
  const files = openSiteFiles(dir);
  const [manifest, signature] = [files.read("manifest.json"), files.read(SIGNATURE_FILE)];
  if (manifest === undefined || signature === undefined) return undefined;
  try {
    return verifyManifest(manifest, signature.toString(), keys);
  } catch (error) {
    if (error instanceof SignatureError) return undefined;
    throw error;
  }
}
