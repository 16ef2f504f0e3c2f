import { invalidity } from "../../build/core/keys/api-key.ts";
import {
  type KeyEntry,
  KeyFileError,
  parseKeyFileInSteps,
} from "../../build/core/keys/key-file.ts";
import { dayOf } from "../../build/core/schema/day.ts";
import { describeError } from "../../build/core/site/describe-error.ts";
import { runSteps, type Steps } from "../../build/core/site/steps.ts";
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
  /** Runs the steps of reading new keys. Default: all at once. */
  run?: (<T>(steps: Steps<T>) => T | Promise<T>) | undefined;
};

/** The keys that were read last. */
export type KnownKeys = Pick<KeyStore, "find" | "state"> & {
  /** Reads the text of a key file. Takes over new keys, and logs why there are none. */
  refresh: (read: () => string | Promise<string>) => Promise<void>;
};

/** A key, with its verdict while it is valid. */
type Known = { entry: KeyEntry; valid: Verdict };

const NEVER_READ: Verdict = {
  kind: "unavailable",
  reason: "the keys could not be read so far",
};

const TOO_OLD: Verdict = {
  kind: "unavailable",
  reason: "the key file has not been readable for too long",
};

/**
 * Keeps the keys of a file, whose name in the log is `file`. `text` is its text now, if that is
 * known. While it cannot be read, the last keys stay in force for `maxAgeSeconds`. Throws
 * `KeyFileError` where the text is not that of a key file.
 */
export function createKnownKeys(
  file: string,
  text: string | undefined,
  {
    log,
    maxAgeSeconds = MAX_AGE_SECONDS,
    now = () => new Date(),
    run = runSteps,
  }: KnownKeysOptions,
): KnownKeys {
  let current = text === undefined ? undefined : { text, keys: runSteps(byDigest(text, file)) };
  let failure: { since: number; reason: string; isLogged: boolean } | undefined;
  const today = () => dayOf(now());
  const isTooOld = () =>
    failure !== undefined && performance.now() - failure.since >= maxAgeSeconds * 1000;

  /** Logs a line for each reason, and one when the keys are no longer in force. */
  const fail = (reason: string) => {
    const fields = { file, reason, maxAgeSeconds };
    if (failure?.reason !== reason)
      log.error(fields, "key file is broken; the last good one stays in force");
    failure = { since: performance.now(), isLogged: false, ...failure, reason };
    if (failure.isLogged || !isTooOld()) return;
    failure.isLogged = true;
    log.error(fields, "key file has been broken for API_KEYS_MAX_AGE; its keys are not accepted");
  };

  return {
    refresh: async (read) => {
      try {
        const found = await read();
        const isRead = found === current?.text && failure === undefined;
        if (isRead) return;
        const keys = await run(byDigest(found, file));
        if (current !== undefined) log.info({ file, keys: keys.size }, "key file read again");
        current = { text: found, keys };
        failure = undefined;
      } catch (error) {
        fail(error instanceof KeyFileError ? error.message : describeError(error));
      }
    },
    find: ({ digest }) => {
      if (current === undefined) return NEVER_READ;
      const known = current.keys.get(digest); // by digest, so that no secret is compared
      if (known === undefined) return undefined;
      const reason = invalidity(known.entry, today);
      if (reason !== undefined)
        return { kind: "rejected", reason: `key ${known.entry.id} is ${reason}` };
      return isTooOld() ? TOO_OLD : known.valid;
    },
    state: () => ({
      keys: current?.keys.size ?? 0,
      isFailing: failure !== undefined,
      isTooOld: isTooOld(),
    }),
  };
}

function* byDigest(text: string, file: string): Steps<Map<string, Known>> {
  const { keys } = yield* parseKeyFileInSteps(text, file);
  const known = new Map<string, Known>();
  for (const entry of keys) {
    const valid = { kind: "keyed", id: `key:${entry.id}`, scopes: entry.scopes } as const;
    known.set(entry.sha256, { entry, valid });
    yield;
  }
  return known;
}
