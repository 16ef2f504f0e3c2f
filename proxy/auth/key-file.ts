import { readFileSync, unwatchFile, watchFile } from "node:fs";
import { invalidity, type KeyEntry, KeyFileError, parseKeyFile } from "../../build/keys/api-key.ts";
import { dayOf } from "../../build/schema/values.ts";
import type { Credential } from "./credential.ts";
import type { Verdict } from "./identity.ts";

/** How often the file is looked at. A revoked key stops working within twice this time. */
const POLL_MS = 1_000;

/** Keys stay in force for so long while their file cannot be read, unless told otherwise. */
const MAX_AGE_SECONDS = 600;

/** The keys of `API_KEYS_FILE`. `find` is undefined for a key that is not in it. */
export type KeyStore = {
  find: (key: Credential) => Verdict | undefined;
  state: () => KeyFileState;
  close: () => void;
};

/** How many keys are known of the file, and whether it could be read when it was last looked at. */
export type KeyFileState = { keys: number; isFailing: boolean };

/** A key, and what is said of it while it is valid. */
type Known = { entry: KeyEntry; valid: Verdict };

export type KeyFileOptions = {
  log: {
    info: (fields: object, message: string) => void;
    error: (fields: object, message: string) => void;
  };
  /** For how long keys stay in force while their file cannot be read; 600 by default. */
  maxAgeSeconds?: number | undefined;
  now?: () => Date;
  /** Milliseconds of a clock that never runs backwards. */
  clock?: () => number;
};

const TOO_OLD: Verdict = {
  kind: "unavailable",
  reason: "the key file has not been readable for too long",
};

/**
 * Reads the file, and reads it again when it changes. One that cannot be used is reported and tried
 * again every second; its last keys stay in force for `maxAgeSeconds`. Throws `KeyFileError` at the
 * start.
 */
export function openKeyFile(
  path: string,
  {
    log,
    maxAgeSeconds = MAX_AGE_SECONDS,
    now = () => new Date(),
    clock = () => performance.now(),
  }: KeyFileOptions,
): KeyStore {
  let keys = new Map<string, Known>();
  let failure: { since: number; reason: string; isTold: boolean } | undefined;
  let retry: NodeJS.Timeout | undefined;
  const today = createToday(now);
  const isTooOld = () => failure !== undefined && clock() - failure.since >= maxAgeSeconds * 1000;

  const reload = () => {
    clearTimeout(retry);
    try {
      keys = readKeys(path);
      failure = undefined;
      log.info({ file: path, keys: keys.size }, "key file read again");
    } catch (error) {
      if (!(error instanceof KeyFileError)) throw error;
      report(error.message);
      retry = setTimeout(reload, POLL_MS).unref(); // what was in the way may be gone without a change of the file
    }
  };

  /** One line for each reason, and one when the keys are no longer believed. */
  const report = (reason: string) => {
    if (failure?.reason !== reason) {
      log.error(
        { file: path, reason, maxAgeSeconds },
        "key file is broken; the last good one stays in force",
      );
    }
    failure = { since: failure?.since ?? clock(), reason, isTold: failure?.isTold ?? false };
    if (failure.isTold || !isTooOld()) return;
    failure.isTold = true;
    log.error(
      { file: path, reason, maxAgeSeconds },
      "key file has been broken for API_KEYS_MAX_AGE; its keys are no longer believed",
    );
  };

  watchFile(path, { interval: POLL_MS, persistent: false }, reload);
  try {
    keys = readKeys(path); // after the watch began, so that no change in between is missed
  } catch (error) {
    unwatchFile(path, reload);
    throw error;
  }

  return {
    find: ({ digest }) => {
      const known = keys.get(digest); // so no secret is compared
      if (known === undefined) return undefined;
      const reason = invalidity(known.entry, today);
      if (reason !== undefined)
        return { kind: "rejected", reason: `key ${known.entry.id} is ${reason}` };
      return isTooOld() ? TOO_OLD : known.valid;
    },
    state: () => ({ keys: keys.size, isFailing: failure !== undefined }),
    close: () => {
      clearTimeout(retry);
      unwatchFile(path, reload);
    },
  };
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

/** By digest. */
function readKeys(path: string): Map<string, Known> {
  const { keys } = parseKeyFile(readText(path), path);
  return new Map(
    keys.map((entry) => [
      entry.sha256,
      { entry, valid: { kind: "keyed", id: `key:${entry.id}`, scopes: entry.scopes } },
    ]),
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = codeOf(error);
    const hint = code === "ENOENT" ? "; gamedata keys issue makes it" : "";
    throw new KeyFileError(`${path} cannot be read (${code})${hint}`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}
