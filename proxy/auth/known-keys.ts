import { describeError } from "../../build/core/errors.ts";
import { dayOf } from "../../build/core/game/day.ts";
import { invalidity } from "../../build/core/keys/api-key.ts";
import { type KeyEntry, KeyFileError } from "../../build/core/keys/key-file.ts";
import type { Credential, Verdict } from "./identity.ts";

/** The default of `maxAgeSeconds`. */
const MAX_AGE_SECONDS = 600;

/** The keys that operators gave out. `find` gives undefined for any other key. */
export type KeyStore = {
  find: (key: Credential) => Verdict | undefined;
  state: () => KeyFileState;
  close: () => void;
};

/** The number of keys, and whether the last read failed, and has for too long to accept them. */
export type KeyFileState = { keys: number; isFailing: boolean; isTooOld: boolean };

export type KnownKeysOptions = {
  log: Record<"info" | "error", (fields: object, message: string) => void>;
  /** How long keys stay in force while their file cannot be read. Default: 600. */
  maxAgeSeconds?: number | undefined;
  now?: (() => Date) | undefined;
};

/** Keys by digest. */
export type KeysByDigest = ReadonlyMap<string, KnownKey>;

/** What of a key is kept in memory. `valid` is its verdict while it is valid. */
export type KnownKey = Pick<KeyEntry, "id" | "expires" | "revoked"> & { valid: Verdict };

const unavailable = (reason: string): Verdict => ({ kind: "unavailable", reason });
const NEVER_READ = unavailable("the keys could not be read so far");
const TOO_OLD = unavailable("the key file has not been readable for too long");

/**
 * Keeps the keys of a file, whose name in the log is `file`. `current` are those of its first read,
 * if any. While it cannot be read, the last keys stay in force for `maxAgeSeconds`.
 */
export function createKnownKeys(
  file: string,
  current: KeysByDigest | undefined,
  { log, maxAgeSeconds = MAX_AGE_SECONDS, now = () => new Date() }: KnownKeysOptions,
) {
  let known = current;
  let failure: { since: number; reason: string; isLogged: boolean } | undefined;
  const today = () => dayOf(now());
  const isTooOld = () =>
    failure !== undefined && performance.now() - failure.since >= maxAgeSeconds * 1000;

  /** Logs a line for each reason, and one when the keys are no longer in force. */
  const fail = (reason: string) => {
    const fields = { file, reason, maxAgeSeconds };
    if (failure?.reason !== reason)
      log.error(
        fields,
        known === undefined
          ? "keys cannot be read"
          : "key file is broken; the last good one stays in force",
      );
    failure = { since: performance.now(), isLogged: false, ...failure, reason };
    if (failure.isLogged || !isTooOld()) return;
    failure.isLogged = true;
    log.error(fields, "key file has been broken for API_KEYS_MAX_AGE; its keys are not accepted");
  };

  return {
    /** Takes over the keys that `load` gives, or logs why there are none. */
    refresh: async (load: () => Promise<KeysByDigest>): Promise<void> => {
      try {
        const loaded = await load();
        const isNew = loaded !== known || failure !== undefined;
        if (known !== undefined && isNew)
          log.info({ file, keys: loaded.size }, "key file read again");
        known = loaded;
        failure = undefined;
      } catch (error) {
        fail(error instanceof KeyFileError ? error.message : describeError(error));
      }
    },
    find: ({ digest }: Credential): Verdict | undefined => {
      if (known === undefined) return NEVER_READ;
      const found = known.get(digest); // by digest, so that no secret is compared
      if (found === undefined) return undefined;
      const reason = invalidity(found, today);
      if (reason !== undefined) return { kind: "rejected", reason: `key ${found.id} is ${reason}` };
      return isTooOld() ? TOO_OLD : found.valid;
    },
    state: (): KeyFileState => ({
      keys: known?.size ?? 0,
      isFailing: failure !== undefined,
      isTooOld: isTooOld(),
    }),
  };
}

/** Adds keys to those that are found by their digest. */
export function addKeys(keys: Map<string, KnownKey>, entries: readonly KeyEntry[]): void {
  for (const { id, expires, revoked, scopes, sha256 } of entries)
    keys.set(sha256, { id, expires, revoked, valid: { kind: "keyed", id: `key:${id}`, scopes } });
}
