import { readFileSync } from "node:fs";
import { KeyFileError } from "../../build/core/keys/key-file.ts";
import { createKnownKeys, type KeyStore, type KnownKeysOptions } from "./known-keys.ts";

/** The default of `pollMs`. A revoked key stops working within twice this time. */
const POLL_MS = 1_000;

export type KeyFileOptions = KnownKeysOptions & { pollMs?: number | undefined };

/**
 * Reads the file of `API_KEYS_FILE` now and every second. While it cannot be used, its last keys
 * stay in force for `maxAgeSeconds`. Throws `KeyFileError` where it cannot be used now.
 */
export function openKeyFile(
  path: string,
  { pollMs = POLL_MS, ...options }: KeyFileOptions,
): KeyStore {
  const known = createKnownKeys(path, readKeyText(path), options);
  const timer = setInterval(() => void known.refresh(() => readKeyText(path)), pollMs).unref();
  return { find: known.find, state: known.state, close: () => clearInterval(timer) };
}

/** The text of a key file. Throws `KeyFileError` where it cannot be read. */
export function readKeyText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "unknown error";
    const hint = code === "ENOENT" ? "; gamedata keys issue makes it" : "";
    throw new KeyFileError(`${path} cannot be read (${code})${hint}`);
  }
}
