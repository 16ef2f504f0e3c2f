import { existsSync, readFileSync } from "node:fs";
import {
  type PublicKey,
  parsePublicKey,
  SignatureError,
} from "../../core/site/manifest-signature.ts";
import { isTarball } from "../../core/site/site-files.ts";
import { InputError, terminal } from "./terminal.ts";

/**
 * Where a site is written: the folder of this name, or on Windows, which cannot store all names of
 * a site, a tarball.
 */
export function siteToWrite(dir: string): string {
  return terminal().platform === "win32" && !isTarball(dir) ? `${dir}.tar.gz` : dir;
}

/** Where a site of this name is read: where `siteToWrite` says, if the name itself is missing. */
export function siteToRead(site: string): string {
  const written = siteToWrite(site);
  return !existsSync(site) && existsSync(written) ? written : site;
}

/** The help for `--key`. */
export const KEY_HELP =
  "the minisign public key (or its file) that signed the site; repeatable, for replacing a key";

/** Reads a public key of minisign, given as its file or as the key itself. Throws `InputError`. */
export function readPublicKey(named: string): PublicKey {
  try {
    return parsePublicKey(existsSync(named) ? readFileSync(named, "utf8") : named);
  } catch (error) {
    if (error instanceof SignatureError) throw new InputError(`${named}: ${error.message}`);
    throw error;
  }
}
