import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createKeyLines, KeyFileError } from "../../build/core/keys/key-file.ts";
import {
  addKeys,
  createKnownKeys,
  type KeyStore,
  type KeysByDigest,
  type KnownKey,
  type KnownKeysOptions,
} from "./known-keys.ts";

/** Milliseconds between two looks at the file. */
const POLL_MS = 1_000;

/**
 * Reads the file of `API_KEYS_FILE` now, and looks every second whether it has changed. While it
 * cannot be used, its last keys stay in force for `maxAgeSeconds`. Throws `KeyFileError` where it
 * cannot be used now.
 */
export async function openKeyFile(path: string, options: KnownKeysOptions): Promise<KeyStore> {
  let last: { stamp: string; keys: Promise<KeysByDigest> } | undefined;
  const load = async () => {
    try {
      const stamp = await stampOf(path);
      if (stamp !== last?.stamp) last = { stamp, keys: readKeys(path) };
      return await last.keys;
    } catch (error) {
      if (error instanceof KeyFileError) throw error;
      last = undefined; // the next look tries again
      const code = error instanceof Error && "code" in error ? error.code : "unknown error";
      const hint = code === "ENOENT" ? "; gamedata keys issue makes it" : "";
      throw new KeyFileError(`${path} cannot be read (${code})${hint}`);
    }
  };
  const known = createKnownKeys(path, await load(), options);
  let isReading = false;
  const look = async () => {
    if (isReading) return;
    isReading = true;
    await known.refresh(load);
    isReading = false;
  };
  const timer = setInterval(() => void look(), POLL_MS).unref();
  return { find: known.find, state: known.state, close: () => clearInterval(timer) };
}

/** What changes whenever the file does. */
async function stampOf(path: string): Promise<string> {
  const { ino, size, ctimeNs } = await stat(path, { bigint: true });
  return [ino, size, ctimeNs].join();
}

/** Reads the keys in parts of 64 KiB, between which other requests are served. */
async function readKeys(path: string): Promise<KeysByDigest> {
  const keys = new Map<string, KnownKey>();
  const lines = createKeyLines(path);
  for await (const part of createReadStream(path, "utf8")) addKeys(keys, lines.add(part));
  addKeys(keys, lines.end());
  return keys;
}
