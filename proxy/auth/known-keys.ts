import { invalidity } from "../../build/keys/api-key.ts";
import { type KeyEntry, parseKeyFile } from "../../build/keys/key-file.ts";
import { dayOf } from "../../build/schema/day.ts";
import type { Credential } from "./credential.ts";
import type { Verdict } from "./identity.ts";

/** Keys stay in force for so long while their file cannot be read, unless told otherwise. */
const MAX_AGE_SECONDS = 600;

/** The keys that operators gave out. `find` is undefined for a key that is not among them. */
export type KeyStore = {
  find: (key: Credential) => Verdict | undefined;
  state: () => KeyFileState;
  close: () => void;
};

/** How many keys are known of the file, and whether it could be read when it was last looked at. */
export type KeyFileState = { keys: number; isFailing: boolean };

export type KnownKeysOptions = {
  log: Record<"info" | "error", (fields: object, message: string) => void>;
  /** For how long keys stay in force while their file cannot be read; 600 by default. */
  maxAgeSeconds?: number | undefined;
  now?: (() => Date) | undefined;
  /** Milliseconds of a clock that never runs backwards. */
  clock?: (() => number) | undefined;
};

/** The keys that were read last. */
export type KnownKeys = Pick<KeyStore, "find" | "state"> & {
  /** Takes the text of a key file over. Throws `KeyFileError`. */
  read: (text: string) => void;
  /** Says that they were read again. */
  tell: () => void;
  /** Notes that they cannot be read, and reports it. */
  fail: (reason: string) => void;
};

/** A key, and what is said of it while it is valid. */
type Known = { entry: KeyEntry; valid: Verdict };

const TOO_OLD: Verdict = {
  kind: "unavailable",
  reason: "the key file has not been readable for too long",
};

/**
 * Keeps the keys of a file, wherever that is; `file` names it in the log. While it cannot be used
 * the last keys stay in force for `maxAgeSeconds`.
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
    /** One line for each reason, and one when the keys are no longer believed. */
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
      const known = keys.get(digest); // so no secret is compared
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

/** The calendar day, written out once a day and not for every request. */
function createToday(now: () => Date): () => string {
  let known = { number: Number.NaN, day: "" };
  return () => {
    const number = Math.floor(now().getTime() / DAY_MS);
    if (number !== known.number) known = { number, day: dayOf(new Date(number * DAY_MS)) };
    return known.day;
  };
}
