import { existsSync } from "node:fs";
import { DeploymentError } from "../../core/fetch/exchange.ts";
import type { ServedManifest } from "../../core/fetch/fetch-manifest.ts";
import type { Client } from "../../core/fetch/http-client.ts";
import {
  type PublicKey,
  SIGNATURE_FILE,
  SignatureError,
  verifyManifest,
} from "../../core/site/manifest-signature.ts";
import { openSiteFiles, siteFolder } from "../../core/site/site-files.ts";

/** The keys of which one must have signed a site. `mayBeOlder`: an earlier signature will do. */
export type Trust = { keys: readonly PublicKey[]; mayBeOlder: boolean };

/**
 * Throws `DeploymentError` where a manifest is not signed, or was signed before that of `dir`, and
 * `SignatureError` where none of the keys signed it.
 */
export function refuseUntrusted(
  { url }: Client,
  { body }: ServedManifest,
  signature: string | undefined,
  dir: string,
  { keys, mayBeOlder }: Trust,
): void {
  if (signature === undefined)
    throw new DeploymentError(`${url} has no ${SIGNATURE_FILE}; expected a signed site`);
  const { seconds = 0 } = verifyManifest(body, signature, keys);
  const before = signedAt(dir, keys);
  if (mayBeOlder || seconds >= before) return;
  const [then, now] = [seconds, before].map((time) => new Date(time * 1000).toISOString());
  throw new DeploymentError(
    `${url} serves a site signed at ${then}, earlier than the one in ${dir} (${now}); ` +
      "use --allow-older to accept it",
  );
}

/** When one of the keys signed the site in a folder, in seconds since 1970; 0 where none did. */
function signedAt(dir: string, keys: readonly PublicKey[]): number {
  if (!existsSync(siteFolder(dir))) return 0;
  const files = openSiteFiles(dir);
  const [manifest, signature] = [files.read("manifest.json"), files.read(SIGNATURE_FILE)];
  if (manifest === undefined || signature === undefined) return 0;
  try {
    return verifyManifest(manifest, signature.toString(), keys).seconds ?? 0;
  } catch (error) {
    if (error instanceof SignatureError) return 0;
    throw error;
  }
}
