import { readFileSync, unwatchFile, watchFile } from "node:fs";
import { invalidity, type KeyEntry, KeyFileError, parseKeyFile } from "../../build/keys/api-key.ts";
import { dayOf } from "../../build/schema/values.ts";
import type { Credential } from "./credential.ts";
import type { Verdict } from "./identity.ts";

/** How often the file is looked at. A revoked key stops working within this time. */
const POLL_MS = 1_000;

/** The keys of `API_KEYS_FILE`. `find` is undefined for a key that is not in it. */
export type KeyStore = {
  find: (key: Credential) => Verdict | undefined;
  /** How many keys the file holds. */
  size: () => number;
  close: () => void;
};

/** A key, and what is said of it while it is valid. */
type Known = { entry: KeyEntry; valid: Verdict };

type Log = {
  info: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};

/** Reads the file, and reads it again when it changes; a broken one is reported and the last good one stays in force. Throws `KeyFileError` at the start. */
export function openKeyFile(path: string, log: Log, now: () => Date = () => new Date()): KeyStore {
  let keys = new Map<string, Known>();
  const today = createToday(now);
  const reload = () => {
    try {
      keys = readKeys(path);
      log.info({ file: path, keys: keys.size }, "key file read again");
    } catch (error) {
      if (!(error instanceof KeyFileError)) throw error;
      log.error(
        { file: path, reason: error.message },
        "key file is broken; the last good one stays in force",
      );
    }
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
      return reason === undefined
        ? known.valid
        : { kind: "rejected", reason: `key ${known.entry.id} is ${reason}` };
    },
    size: () => keys.size,
    close: () => unwatchFile(path, reload),
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
    throw new KeyFileError(
      `${path} cannot be read (${code})${code === "ENOENT" ? "; gamedata keys issue makes it" : ""}`,
    );
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}
