import { existsSync, readFileSync } from "node:fs";
import {
  type PublicKey,
  parsePublicKey,
  SignatureError,
} from "../../core/site/manifest-signature.ts";
import { InputError } from "./terminal.ts";

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
