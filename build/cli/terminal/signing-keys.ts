import { existsSync, readFileSync } from "node:fs";
import {
  parsePublicKey,
  parseSecretKey,
  SignatureError,
  type SigningKey,
} from "../../core/site/manifest-signature.ts";
import { InputError, terminal } from "./terminal.ts";

/** The help for `--key`. */
export const KEY_HELP =
  "the minisign public key (or its file) that signed the site; repeatable, for replacing a key";

/** Collects the values of an option that may be repeated. */
export function appendTo(value: string, values: readonly string[] = []): string[] {
  return [...values, value];
}

/** Reads a public key of minisign, given as its file or as the key itself. Throws `InputError`. */
export function readPublicKey(named: string): SigningKey {
  return orInputError(named, () =>
    parsePublicKey(existsSync(named) ? readFileSync(named, "utf8") : named),
  );
}

/** Reads a secret key. MINISIGN_PASSWORD opens an encrypted one. Throws `InputError`. */
export function readSecretKey(file: string): SigningKey {
  if (!existsSync(file)) throw new InputError(`${file} does not exist`);
  return orInputError(file, () =>
    parseSecretKey(readFileSync(file, "utf8"), terminal().env["MINISIGN_PASSWORD"]),
  );
}

function orInputError<T>(named: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SignatureError) throw new InputError(`${named}: ${error.message}`);
    throw error;
  }
}
