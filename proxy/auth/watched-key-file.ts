import { readFileSync, statSync } from "node:fs";
import { KeyFileError } from "../../build/core/keys/key-file.ts";
import { runWithPauses } from "../../build/core/site/steps.ts";
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
  const run = runWithPauses;
  const known = createKnownKeys(path, readKeyText(path), { ...options, run });
  let isReading = false;
  const look = async () => {
    if (isReading) return;
    isReading = true;
    await known.refresh(() => readKeyText(path));
    isReading = false;
  };
  const timer = setInterval(() => void look(), pollMs).unref();
  return { find: known.find, state: known.state, close: () => clearInterval(timer) };
}

/** The text of a key file. Throws `KeyFileError` where it cannot be read. */
export function readKeyText(path: string): string {
  try {
    refuseLongFile(path);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof KeyFileError) throw error;
    const code = error instanceof Error && "code" in error ? error.code : "unknown error";
    const hint = code === "ENOENT" ? "; gamedata keys issue makes it" : "";
    throw new KeyFileError(`${path} cannot be read (${code})${hint}`);
  }
}

/** A larger file has too many keys, and reading it would hold up requests. */
const MAX_BYTES = 100_000_000;

function refuseLongFile(path: string): void {
  const { size } = statSync(path);
  if (size > MAX_BYTES)
    throw new KeyFileError(`${path} is ${size} bytes; expected at most ${MAX_BYTES}`);
}
