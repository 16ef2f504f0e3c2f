import { invalidity } from "../../build/keys/api-key.ts";
import { type KeyEntry, parseKeyFile } from "../../build/keys/key-file.ts";
import { dayOf } from "../../build/schema/day.ts";
import type { Credential } from "./credential.ts";
import type { Verdict } from "./identity.ts";

/** The default of `maxAgeSeconds`. */
const MAX_AGE_SECONDS = 600;

/** The keys that operators gave out. `find` gives undefined for any other key. */
export type KeyStore = {
  find: (key: Credential) => Verdict | undefined;
  state: () => KeyFileState;
  close: () => void;
};

/** The number of keys, and whether the last read of the file failed. */
export type KeyFileState = { keys: number; isFailing: boolean };

export type KnownKeysOptions = {
  log: Record<"info" | "error", (fields: object, message: string) => void>;
  /** How long keys stay in force while their file cannot be read. Default: 600. */
  maxAgeSeconds?: number | undefined;
  now?: (() => Date) | undefined;
  /** A clock in milliseconds that never runs backwards. Default: the process's. */
  clock?: (() => number) | undefined;
};

/** The keys that were read last. */
export type KnownKeys = Pick<KeyStore, "find" | "state"> & {
  /** Takes over the text of a key file. Throws `KeyFileError`. */
  read: (text: string) => void;
  /** Logs that the keys were read again. */
  tell: () => void;
  /** Notes and logs that the keys cannot be read. */
  fail: (reason: string) => void;
};

/** A key, with its verdict while it is valid. */
type Known = { entry: KeyEntry; valid: Verdict };

const TOO_OLD: Verdict = {
  kind: "unavailable",
  reason: "the key file has not been readable for too long",
};

/**
 * Keeps the keys of a file, whose name in the log is `file`. While it cannot be read, the last keys
 * stay in force for `maxAgeSeconds`.
 */
export function createKnownKeys(
  file: string,
  {
    log,
    maxAgeSeconds = MAX_AGE_SECONDS,
    now = () => new Date(),
    clock = () => performance.now(),
  }: KnownKeysOptions,
): KnownKeys {
  let keys = new Map<string, Known>();
  let failure: { since: number; reason: string; isTold: boolean } | undefined;
  const today = createToday(now);
  const isTooOld = () => failure !== undefined && clock() - failure.since >= maxAgeSeconds * 1000;

  return {
    read: (text) => {
      keys = byDigest(text, file);
      failure = undefined;
    },
    tell: () => log.info({ file, keys: keys.size }, "key file read again"),
    /** Logs a line for each reason, and one when the keys are no longer in force. */
    fail: (reason) => {
      if (failure?.reason !== reason) {
        log.error(
          { file, reason, maxAgeSeconds },
          "key file is broken; the last good one stays in force",
        );
      }
      failure = { since: failure?.since ?? clock(), reason, isTold: failure?.isTold ?? false };
      if (failure.isTold || !isTooOld()) return;
      failure.isTold = true;
      log.error(
        { file, reason, maxAgeSeconds },
        "key file has been broken for API_KEYS_MAX_AGE; its keys are no longer believed",
      );
    },
    find: ({ digest }) => {
      const known = keys.get(digest); // by digest, so that no secret is compared
      if (known === undefined) return undefined;
      const reason = invalidity(known.entry, today);
      if (reason !== undefined)
        return { kind: "rejected", reason: `key ${known.entry.id} is ${reason}` };
      return isTooOld() ? TOO_OLD : known.valid;
    },
    state: () => ({ keys: keys.size, isFailing: failure !== undefined }),
  };
}

function byDigest(text: string, file: string): Map<string, Known> {
  const { keys } = parseKeyFile(text, file);
  return new Map(
    keys.map((entry) => [
      entry.sha256,
      { entry, valid: { kind: "keyed", id: `key:${entry.id}`, scopes: entry.scopes } },
    ]),
  );
}

const DAY_MS = 86_400_000;

/** Creates a function that gives the calendar day. The text is made once a day. */
function createToday(now: () => Date): () => string {
  let known = { number: Number.NaN, day: "" };
  return () => {
    const number = Math.floor(now().getTime() / DAY_MS);
    if (number !== known.number) known = { number, day: dayOf(new Date(number * DAY_MS)) };
    return known.day;
  };
}
