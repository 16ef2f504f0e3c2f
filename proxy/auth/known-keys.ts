import { describeError } from "../../build/core/errors.ts";
import { dayOf } from "../../build/core/game/day.ts";
import { invalidity } from "../../build/core/keys/api-key.ts";
import { isUnknownMember, type KeyEntry, KeyFileError } from "../../build/core/keys/key-file.ts";
import type { Log } from "../log.ts";
import type { Credential, Verdict } from "./identity.ts";

/** The default of `maxAgeSeconds`. */
const MAX_AGE_SECONDS = 600;

/** How the ids of keys begin in a verdict. */
const KEY_KIND = "key:";

/** The keys that operators gave out. `find` gives undefined for any other key. */
export type KeyStore = {
  find: (key: Credential) => Verdict | undefined;
  state: () => KeyFileState;
  close: () => void;
};

/** The number of keys, and whether the last read failed, and has for too long to accept them. */
export type KeyFileState = { keys: number; isFailing: boolean; isTooOld: boolean };

export type KnownKeysOptions = {
  log: Log;
  /** How long keys stay in force while their file cannot be read. Default: 600. */
  maxAgeSeconds?: number | undefined;
  now?: (() => Date) | undefined;
};

/** The keys of a file by digest. Each read of the file gives another object. */
export type LoadedKeys = { byDigest: Map<string, KnownKey> };

/** What of a key is kept in memory: its verdict while it is valid, and the last read with it. */
type KnownKey = Extract<Verdict, { kind: "keyed" }> &
  Pick<KeyEntry, "expires" | "revoked" | "sha256"> & { read: symbol };

const unavailable = (reason: string): Verdict => ({ kind: "unavailable", reason });
const NEVER_READ = unavailable("the keys could not be read so far");
const TOO_OLD = unavailable("the key file has not been readable for too long");

/**
 * Keeps the keys of a file, whose name in the log is `file`. `current` are those of its first read,
 * if any. While it cannot be read, the last keys stay in force for `maxAgeSeconds`.
 */
export function createKnownKeys(
  file: string,
  current: LoadedKeys | undefined,
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
    refresh: async (load: () => Promise<LoadedKeys>) => {
      try {
        const loaded = await load();
        if (known !== undefined && (loaded !== known || failure !== undefined))
          log.info({ file, keys: loaded.byDigest.size }, "key file read again");
        known = loaded;
        failure = undefined;
      } catch (error) {
        fail(error instanceof KeyFileError ? error.message : describeError(error));
      }
    },
    find: ({ digest }: Credential): Verdict | undefined => {
      if (known === undefined) return NEVER_READ;
      const found = known.byDigest.get(digest); // by digest, so that no secret is compared
      if (found === undefined) return undefined;
      const reason = invalidity(found, today);
      if (reason !== undefined)
        return { kind: "rejected", reason: `${found.id.replace(":", " ")} is ${reason}` };
      return isTooOld() ? TOO_OLD : found;
    },
    state: () => ({
      keys: known?.byDigest.size ?? 0,
      isFailing: failure !== undefined,
      isTooOld: isTooOld(),
    }),
  };
}

/**
 * Collects the keys of a file whose last read gave `last`. `end` puts what has changed into them,
 * because 200,000 new keys with each change would be garbage of 70 MB. It throws `KeyFileError`
 * where no key is left, as while a program empties the file before it writes it.
 */
export function collectKeys(file: string, log: Log, last?: LoadedKeys) {
  const known = last?.byDigest ?? new Map<string, KnownKey>();
  const changed = new Map<string, KnownKey>();
  const ignored = new Set<string>();
  const read = Symbol("read");

  const add = (entries: readonly KeyEntry[]) => {
    for (const entry of entries) {
      const old = known.get(entry.sha256);
      changed.delete(entry.sha256);
      if (old !== undefined && isSame(old, entry)) old.read = read;
      else {
        const { id, scopes, limit, expires, revoked, sha256 } = entry;
        const about = { scopes, limit, expires, revoked, sha256, read };
        changed.set(sha256, { kind: "keyed", id: `${KEY_KIND}${id}`, ...about });
      }
      for (const name in entry) if (isUnknownMember(name)) ignored.add(name);
    }
  };
  const end = (): LoadedKeys => {
    const members = [...ignored];
    if (members.length > 0)
      log.info({ file, members }, "this version ignores some members of the keys");
    if (known.size === 0) return { byDigest: changed };
    const gone = [...known.values()].filter((key) => key.read !== read);
    if (gone.length === known.size && changed.size === 0)
      throw new KeyFileError(`${file} has no keys any more; to take all back, revoke them`);
    for (const { sha256 } of gone) known.delete(sha256);
    for (const [sha256, key] of changed) known.set(sha256, key);
    return { byDigest: known };
  };
  return { add, end };
}

function isSame(key: KnownKey, { id, limit, expires, revoked, scopes }: KeyEntry) {
  return (
    key.id === `${KEY_KIND}${id}` &&
    key.limit === limit &&
    key.expires === expires &&
    key.revoked === revoked &&
    key.scopes.join() === scopes.join()
  );
}
