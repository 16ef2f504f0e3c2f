import { constants, type Stats } from "node:fs";
import { open, stat } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { createKeyLines, KeyFileError } from "../../build/core/keys/key-file.ts";
import {
  collectKeys,
  createKnownKeys,
  type KeyStore,
  type KnownKeysOptions,
  type LoadedKeys,
} from "./known-keys.ts";

/** Milliseconds between two looks at the file. */
const POLL_MS = 1_000;

/** A look fails if nothing arrives from the disk for so long, in milliseconds. */
const SILENCE_MS = 2_000;

/**
 * Reads the file of `API_KEYS_FILE` now, and looks every second whether it has changed. While it
 * cannot be used, its last keys stay in force for `maxAgeSeconds`. Throws `KeyFileError` where it
 * cannot be used now.
 */
export async function openKeyFile(path: string, options: KnownKeysOptions): Promise<KeyStore> {
  let last: { stamp: string; keys: Promise<LoadedKeys> } | undefined;
  let good: LoadedKeys | undefined;
  let isUnderWay = false;
  const read = async (onNews: () => void) => {
    // A step that hangs holds a thread that other reads need, so no other look begins.
    if (isUnderWay) throw silence();
    isUnderWay = true;
    try {
      const stamp = await stampOf(path);
      onNews();
      if (stamp !== last?.stamp)
        last = { stamp, keys: readKeys(path, onNews, collectKeys(path, options.log, good)) };
      return await last.keys;
    } finally {
      isUnderWay = false;
    }
  };
  const load = async () => {
    try {
      good = await untilSilence(read);
      return good;
    } catch (error) {
      if (error instanceof KeyFileError) throw error;
      last = undefined; // the next look tries again
      const { code, message } = error as NodeJS.ErrnoException;
      const hint = code === "ENOENT" ? "; gamedata keys issue makes it" : "";
      throw new KeyFileError(`${path} cannot be read (${code ?? message})${hint}`);
    }
  };
  const known = createKnownKeys(path, await load(), options);
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    await known.refresh(load);
    isLooking = false;
  };
  const timer = setInterval(() => void look(), POLL_MS).unref();
  return { find: known.find, state: known.state, close: () => clearInterval(timer) };
}

const silence = () => new Error(`nothing arrives for ${SILENCE_MS} ms`);

/** Awaits work that calls `onNews` while it makes progress. Throws if it makes none. */
function untilSilence<T>(work: (onNews: () => void) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // What has arrived in a busy process is read before an immediate runs.
    const timer = setTimeout(() => setImmediate(reject, silence()), SILENCE_MS);
    work(() => void timer.refresh())
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** What changes whenever the file does. */
async function stampOf(path: string) {
  const about = await stat(path, { bigint: true });
  refuseUnlessFile(path, about);
  return [about.ino, about.size, about.ctimeNs].join();
}

/** Others have no end, such as a pipe. Throws `KeyFileError`. */
function refuseUnlessFile(path: string, about: Pick<Stats, "isFile">) {
  if (!about.isFile())
    throw new KeyFileError(`${path} is not a regular file; expected a key file, or a link to one`);
}

/** Reads the keys in parts of 64 KiB, between which other requests are served. */
async function readKeys(
  path: string,
  onNews: () => void,
  { add, end }: ReturnType<typeof collectKeys>,
): Promise<LoadedKeys> {
  const lines = createKeyLines(path);
  const decoder = new StringDecoder("utf8");
  const part = Buffer.alloc(65_536);
  // To open a pipe would wait for its writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    refuseUnlessFile(path, await file.stat());
    for (;;) {
      const { bytesRead } = await file.read(part);
      if (bytesRead === 0) break;
      onNews();
      add(lines.add(decoder.write(part.subarray(0, bytesRead))));
    }
    add(lines.end());
    return end();
  } finally {
    await file.close();
  }
}
