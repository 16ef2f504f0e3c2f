import { waitUntil } from "cloudflare:workers";
import { PUBLISHED_KEY, parseKeyFile } from "../../build/core/keys/key-file.ts";
import {
  collectKeys,
  createKnownKeys,
  type KnownKeysOptions,
  type LoadedKeys,
} from "../auth/known-keys.ts";
import { inTime } from "./object-windows.ts";

/** A namespace of Workers KV. */
export type KeyNamespace = { get: (key: string) => Promise<string | null> };

/** The store's name in the log. */
const NAME = "the namespace KEYS";

/** The least time between two reads of the store, and after a failed first one. */
const READ_AGAIN_MS = 10_000;
const FIRST_AGAIN_MS = 1_000;

/** How long the store may take to answer, in milliseconds. */
const MAX_READ_MS = 2_000;

/**
 * Creates the keys that `gamedata keys publish` stored. They are read when a request needs them,
 * and again while there are requests. While the store cannot be read, the last keys stay in force
 * for `maxAgeSeconds`.
 */
export function createEdgeKeys(namespace: KeyNamespace, options: KnownKeysOptions) {
  const { find, refresh } = createKnownKeys(NAME, undefined, options);
  let last: { text: string; keys: LoadedKeys } | undefined;
  let readAgainAt = 0;

  const load = async (): Promise<LoadedKeys> => {
    const text = (await inTime(namespace.get(PUBLISHED_KEY), MAX_READ_MS)) ?? "";
    if (text === last?.text) return last.keys;
    const { add, end } = collectKeys(NAME, options.log, last?.keys);
    add(parseKeyFile(text, NAME));
    last = { text, keys: end() };
    return last.keys;
  };

  /** Reads the keys. Only requests that come before the first good read wait for it. */
  const prepare = async () => {
    if (Date.now() < readAgainAt) return;
    if (last !== undefined) {
      readAgainAt = Date.now() + READ_AGAIN_MS;
      return waitUntil(refresh(load));
    }
    await refresh(load);
    readAgainAt = Date.now() + (last === undefined ? FIRST_AGAIN_MS : READ_AGAIN_MS);
  };

  return { find, prepare };
}
