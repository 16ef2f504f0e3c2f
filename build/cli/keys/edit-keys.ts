/*
 * What `gamedata keys` does: changes of the key file (this file), and its copy in the store of the
 * edge (publish-keys.ts). Imported by `build/cli/keys.ts`, which parses and prints.
 */
import { randomBytes } from "node:crypto";
import { existsSync, fchmodSync, fstatSync, readFileSync, statSync } from "node:fs";
import { dayOf } from "../../core/game/day.ts";
import { createApiKey, credentialDigest, invalidity, READ_SCOPE } from "../../core/keys/api-key.ts";
import {
  formatKeyFile,
  isEarlierFormat,
  type KeyEntry,
  KeyFileError,
  LimitSchema,
  parseKeyFile,
  ScopeSchema,
} from "../../core/keys/key-file.ts";
import { DateSchema, TextSchema } from "../../core/schema/values.ts";
import { updateFile } from "../../generator/write/update-file.ts";

/** Readable and writable by its owner only. */
const MODE = 0o600;

/** The text of a key file. Throws `KeyFileError` where the file is missing, or is a device. */
export function readKeyFile(path: string): string {
  try {
    const about = statSync(path);
    if (!about.isFile() && !about.isDirectory())
      throw new KeyFileError(`${path} is not a regular file; pass the path of a key file`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code === "ENOENT")
      throw new KeyFileError(`${path}: no such file; create it with gamedata keys issue`);
    throw Object.assign(error, { path }); // the system's error of a folder does not name it
  }
}

/**
 * Makes a key, stores its digest, and returns the key, which is stored nowhere. Default of `scope`:
 * `gamedata:read`; of `expires`: never. Throws `KeyFileError`.
 */
export function issueKey(
  path: string,
  about: { prefix: string; name: string; scope?: string[]; expires?: string; limit?: string },
  now: Date,
) {
  checkOptions(about, dayOf(now));
  const key = createApiKey(about.prefix);
  const entry: KeyEntry = {
    id: randomBytes(4).toString("hex"),
    name: about.name,
    scopes: about.scope ?? [READ_SCOPE],
    created: dayOf(now),
    expires: about.expires ?? null,
    revoked: null,
    limit: about.limit === undefined ? undefined : parseLimit("--limit", about.limit),
    sha256: credentialDigest(key),
  };
  if (existsSync(path)) readKeyFile(path); // refuses a device, which has no end
  updateFile(path, MODE, (old) => {
    return formatKeyFile([...parseKeyFile(old ?? "", path), entry]);
  });
  return { key, entry };
}

/**
 * The keys of a file, each with its state today. A file of the earlier format is rewritten. Throws
 * `KeyFileError`.
 */
export function listKeys(path: string, now: Date) {
  const text = readKeyFile(path);
  const keys = parseKeyFile(text, path);
  if (isEarlierFormat(text))
    updateFile(path, MODE, (old) => formatKeyFile(parseKeyFile(old ?? "", path)));
  return keys.map((key) => ({ ...key, state: invalidity(key, () => dayOf(now)) ?? "valid" }));
}

/**
 * Revokes a key from today on. Its entry stays in the file, so that its id is never used again.
 * Throws `KeyFileError`.
 */
export function revokeKey(path: string, id: string, now: Date): KeyEntry {
  return changeKey(path, id, (key) => ({ ...key, revoked: key.revoked ?? dayOf(now) }));
}

/** Sets the limit of a key, or with `none` takes it back. Throws `KeyFileError`. */
export function limitKey(path: string, id: string, named: string): KeyEntry {
  const limit = named === "none" ? undefined : parseLimit("the limit", named);
  return changeKey(path, id, (key) => ({ ...key, limit }));
}

function parseLimit(name: string, text: string) {
  const limit = /^\d+$/.test(text) ? LimitSchema.safeParse(Number(text)).data : undefined;
  if (limit !== undefined) return limit;
  throw new KeyFileError(
    `${name}: ${JSON.stringify(text)}; expected a whole number of requests from 1 to 1000000000`,
  );
}

function changeKey(path: string, id: string, change: (key: KeyEntry) => KeyEntry) {
  readKeyFile(path); // without a file there is nothing to lock and to update
  let changed: KeyEntry | undefined;
  updateFile(path, MODE, (old) => {
    const keys = parseKeyFile(old ?? "", path);
    const found = keys.find((key) => key.id === id);
    if (found === undefined) {
      const ids = keys.map((key) => `${key.id} (${key.name})`).join(", ");
      throw new KeyFileError(`${path}: no key has the id "${id}"; existing keys: ${ids || "none"}`);
    }
    const next = change(found);
    changed = next;
    return formatKeyFile(keys.map((key) => (key.id === id ? next : key)));
  });
  if (changed === undefined) throw new Error("the update did not run");
  return changed;
}

/**
 * Restricts an output to its owner before a secret is printed. Where the output is a file, as with
 * `> key.txt`, nobody else can read it from now on.
 */
export function restrictToOwner(output: number): void {
  const file = fstatSync(output);
  const isOurs = [file.uid, 0].includes(process.getuid?.() ?? 0);
  if (file.isFile() && isOurs) fchmodSync(output, 0o600);
}

function checkOptions(
  { name, scope = [], expires }: { name: string; scope?: string[]; expires?: string },
  today: string,
) {
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
