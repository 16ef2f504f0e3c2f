import { every, waitUntil } from "#host";
import { PUBLISHED_KEY } from "../../build/core/keys/published-keys.ts";
import {
  collectKeys,
  createKnownKeys,
  type KeyStore,
  type KeysByDigest,
  type KnownKeysOptions,
} from "../auth/known-keys.ts";
import { createSharedValue, inTime } from "./per-request.ts";

/** A namespace of Workers KV. */
export type KeyNamespace = { get: (key: string) => Promise<string | null> };

/** The keys of a namespace. Until they have been read, no key can be checked. */
export type EdgeKeys = KeyStore & {
  /** Waits for the first read, whether it succeeds or not. Undefined if that has ended. */
  firstRead: () => Promise<unknown> | undefined;
};

/** The store's name in the log. */
const NAME = "the namespace KEYS";

/** The least time between two reads of the store, in milliseconds. */
const POLL_MS = 10_000;

/** How long the store may take to answer, in milliseconds. */
const MAX_READ_MS = 2_000;

const NO_KEYS = '{ "format": 1, "keys": [] }';

/**
 * Creates the published keys. They are read when a request needs them, and again while there are
 * requests. While the store cannot be read, the last keys stay in force for `maxAgeSeconds`.
 */
export function createEdgeKeys(namespace: KeyNamespace, options: KnownKeysOptions): EdgeKeys {
  const known = createKnownKeys(NAME, undefined, options);
  let last: { text: string; keys: KeysByDigest } | undefined;
  const load = async () => {
    const text = (await inTime(namespace.get(PUBLISHED_KEY), MAX_READ_MS)) ?? NO_KEYS;
    if (text === last?.text) return last.keys;
    const keys = collectKeys(NAME);
    keys.add(text);
    last = { text, keys: keys.end() };
    return last.keys;
  };
  const refresh = () => known.refresh(load);
  const first = createSharedValue(async () => {
    await refresh();
    return "read";
  });
  const stop = every(POLL_MS, () => waitUntil(refresh()));
  return {
    find: known.find,
    state: known.state,
    firstRead: () => (first.current() === undefined ? first.load() : undefined),
    close: stop,
  };
}
