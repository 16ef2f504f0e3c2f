import { readFileSync } from "node:fs";
import { KeyFileError } from "../../build/keys/key-file.ts";
import { followFile } from "./follow-file.ts";
import { createKnownKeys, type KeyStore, type KnownKeysOptions } from "./known-keys.ts";

/** The default of `pollMs`. A revoked key stops working within twice this time. */
const POLL_MS = 1_000;

export type KeyFileOptions = KnownKeysOptions & { pollMs?: number | undefined };

/**
 * Reads the file of `API_KEYS_FILE` now and after each change. A file that cannot be used is logged
 * and read again every second, and its last keys stay in force for `maxAgeSeconds`. Throws
 * `KeyFileError` where it cannot be used now.
 */
export function openKeyFile(
  path: string,
  { pollMs = POLL_MS, ...options }: KeyFileOptions,
): KeyStore {
  const known = createKnownKeys(path, options);
  let retry: NodeJS.Timeout | undefined;

  const reload = () => {
    clearTimeout(retry);
    try {
      known.read(readKeyText(path));
      known.tell();
    } catch (error) {
      if (!(error instanceof KeyFileError)) throw error;
      known.fail(error.message);
      // The obstacle may go away without a change of the file.
      retry = setTimeout(reload, pollMs).unref();
    }
  };

  const stopFollowing = followFile(path, pollMs, reload);
  try {
    known.read(readKeyText(path)); // after the first look, so no change is missed
  } catch (error) {
    stopFollowing();
    throw error;
  }

  return {
    find: known.find,
    state: known.state,
    close: () => {
      clearTimeout(retry);
      stopFollowing();
    },
  };
}

/** The text of a key file. Throws `KeyFileError` where it cannot be read. */
export function readKeyText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = codeOf(error);
    const hint = code === "ENOENT" ? "; gamedata keys issue makes it" : "";
    throw new KeyFileError(`${path} cannot be read (${code})${hint}`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}
