import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { createApiKey, credentialDigest, invalidity, READ_SCOPE } from "../../core/keys/api-key.ts";
import {
  type KeyEntry,
  KeyFileError,
  parseKeyFile,
  ScopeSchema,
} from "../../core/keys/key-file.ts";
import { readKeyFile } from "../../core/keys/read-key-file.ts";
import { dayOf } from "../../core/schema/day.ts";
import { DateSchema, TextSchema } from "../../core/schema/values.ts";
import { formatJson } from "../../core/site/parse-json.ts";
import { updateFile } from "../../generator/write/update-file.ts";

/** Readable and writable by its owner only. */
const MODE = 0o600;

/**
 * Makes a key, stores its digest, and returns the key, which is stored nowhere. Default of `scope`:
 * `gamedata:read`; of `expires`: never. Throws `KeyFileError`.
 */
export function issueKey(
  path: string,
  about: { prefix: string; name: string; scope?: string[]; expires?: string },
  now: Date,
): { key: string; entry: KeyEntry } {
  checkOptions(about, dayOf(now));
  const key = createApiKey(about.prefix);
  const entry: KeyEntry = {
    id: randomBytes(4).toString("hex"),
    name: about.name,
    scopes: about.scope ?? [READ_SCOPE],
    created: dayOf(now),
    expires: about.expires ?? null,
    revoked: null,
    sha256: credentialDigest(key),
  };
  if (existsSync(path)) readKeyFile(path); // refuses a device, which has no end
  updateFile(path, MODE, (old) => {
    const keys = old === undefined ? [] : parseKeyFile(old, path).keys;
    return formatJson({ format: 1, keys: [...keys, entry] });
  });
  return { key, entry };
}

/** The keys of a file, each with its state today. Throws `KeyFileError`. */
export function listKeys(
  path: string,
  now: Date,
): (KeyEntry & { state: "valid" | "revoked" | "expired" })[] {
  return parseKeyFile(readKeyFile(path), path).keys.map((key) => ({
    ...key,
    state: invalidity(key, () => dayOf(now)) ?? "valid",
  }));
}

/**
 * Revokes a key from today on. Its entry stays in the file, so that its id is never used again.
 * Throws `KeyFileError`.
 */
export function revokeKey(path: string, id: string, now: Date): KeyEntry {
  readKeyFile(path); // without a file there is nothing to lock and to update
  let revoked: KeyEntry | undefined;
  updateFile(path, MODE, (old) => {
    const { keys } = parseKeyFile(old ?? "", path);
    const found = keys.find((key) => key.id === id);
    if (found === undefined) {
      const ids = keys.map((key) => `${key.id} (${key.name})`).join(", ");
      throw new KeyFileError(`${path}: no key has the id "${id}"; existing keys: ${ids || "none"}`);
    }
    revoked = { ...found, revoked: found.revoked ?? dayOf(now) };
    const next = revoked;
    return formatJson({ format: 1, keys: keys.map((key) => (key.id === id ? next : key)) });
  });
  if (revoked === undefined) throw new Error("the update did not run");
  return revoked;
}

function checkOptions(
  { name, scope = [], expires }: { name: string; scope?: string[]; expires?: string },
  today: string,
): void {
  const problems: string[] = [];
  if (!TextSchema.safeParse(name).success) problems.push("--name: expected one line of text");
  for (const one of scope.filter((one) => !ScopeSchema.safeParse(one).success)) {
    problems.push(
      `--scope: ${JSON.stringify(one)}; expected a scope without spaces, such as ${READ_SCOPE}`,
    );
  }
  if (expires !== undefined && !DateSchema.safeParse(expires).success) {
    problems.push(`--expires: ${JSON.stringify(expires)}; expected a calendar date, YYYY-MM-DD`);
  } else if (expires !== undefined && expires < today) {
    problems.push(`--expires: ${expires} is over; expected today or a later day`);
  }
  if (problems.length > 0) throw new KeyFileError(problems.join("\n"));
}
