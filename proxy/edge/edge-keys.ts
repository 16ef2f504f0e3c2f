import { every, goOn } from "#host";
import { KeyFileError } from "../../build/keys/key-file.ts";
import { PUBLISHED_KEY } from "../../build/keys/published-keys.ts";
import { describeError } from "../../build/site/describe-error.ts";
import type { Credential } from "../auth/credential.ts";
import type { Verdict } from "../auth/identity.ts";
import { createKnownKeys, type KeyStore, type KnownKeysOptions } from "../auth/known-keys.ts";

/** A namespace of Workers KV. */
export type KeyNamespace = { get: (key: string) => Promise<string | null> };

/** What the store is called in the log. */
const NAME = "the namespace KEYS";

/** The least time between two looks at the store, in milliseconds. */
const POLL_MS = 10_000;

const UNKNOWN: Verdict = { kind: "unavailable", reason: "the keys have not been readable yet" };

/**
 * Reads the published keys, and reads them again while there are requests. An empty store has no
 * keys. While the store cannot be read, the last keys stay in force for `maxAgeSeconds`.
 */
export async function openEdgeKeys(
  namespace: KeyNamespace,
  options: KnownKeysOptions,
): Promise<KeyStore> {
  const known = createKnownKeys(NAME, options);
  let text: string | null | undefined;

  const look = async (): Promise<void> => {
    try {
      const now = await namespace.get(PUBLISHED_KEY);
      known.read(now ?? NO_KEYS);
      if (text !== undefined && now !== text) known.tell();
      text = now;
    } catch (error) {
      known.fail(error instanceof KeyFileError ? error.message : describeError(error));
    }
  };

  await look();
  const stop = every(POLL_MS, () => goOn(look()));
  return {
    find: (key: Credential) => (text === undefined ? UNKNOWN : known.find(key)),
    state: known.state,
    close: stop,
  };
}

const NO_KEYS = '{ "format": 1, "keys": [] }';
