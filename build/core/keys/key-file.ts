/*
 * Keys as they are stored: the key file and its form for the edge (this file), and the digests and
 * dates of a key (api-key.ts). Shared by `build/cli/keys`, which writes them, and
 * `proxy/auth`, which checks them. Nothing here reads a disk.
 */
import * as z from "zod";
import { ExpectedError } from "../errors.ts";
import { DateSchema } from "../schema/values.ts";
import { parseJson } from "../site/parse-json.ts";

export const ScopeSchema = z
  .string()
  .regex(
    /^[\x21\x23-\x5b\x5d-\x7e]+$/,
    "expected a scope without spaces, such as gamedata:read (RFC 6749, section 3.3)",
  );

/** The most requests of a key or account in a window. */
export const LimitSchema = z.int().min(1).max(1_000_000_000);

/**
 * A key as it is stored, with its digest and never the key itself. Members that a later version
 * adds are kept.
 */
const KeySchema = z.looseObject({
  id: z.string().regex(/^[0-9a-z]{8}$/),
  name: z.string().min(1),
  scopes: z.array(ScopeSchema),
  created: DateSchema,
  expires: DateSchema.nullable().describe("The last day, in UTC, on which the key is valid."),
  revoked: DateSchema.nullable(),
  limit: LimitSchema.optional().describe("Requests in a window. Default: KEYED_LIMIT."),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type KeyEntry = z.infer<typeof KeySchema>;

/** Whether a member of a key is one that this version does not know. */
export function isUnknownMember(name: string): boolean {
  return !Object.hasOwn(KeySchema.shape, name);
}

/** The key file cannot be used. The message says why, and never shows a line: it may hold a key. */
export class KeyFileError extends ExpectedError {}

/** The most keys of a file. A proxy keeps them all in memory. */
export const MAX_KEYS = 200_000;

/** In characters, so that a file of something else is not collected in memory. */
const MAX_LINE_LENGTH = 65_536;

/** The start of a file of the earlier format: one object that holds all keys. */
const EARLIER_FORMAT = /^\s*\{\s*("format"|"keys"|$)/;

const EarlierFileSchema = z.strictObject({ format: z.literal(1), keys: z.array(KeySchema) });

/** Whether a text is of the earlier format, which the `keys` commands rewrite. */
export function isEarlierFormat(text: string): boolean {
  return EARLIER_FORMAT.test(text);
}

/** The text of `API_KEYS_FILE`: one key a line, as JSON. */
export function formatKeyFile(keys: readonly KeyEntry[]): string {
  return keys.map((key) => `${JSON.stringify(key)}\n`).join("");
}

/** Parses the text of a key file, of the earlier format too. Throws `KeyFileError`. */
export function parseKeyFile(text: string, path: string): KeyEntry[] {
  if (!isEarlierFormat(text)) {
    const lines = createKeyLines(path);
    return [...lines.add(text), ...lines.end()];
  }
  const { success, data } = EarlierFileSchema.safeParse(parseJson(text.trim()));
  if (success) return data.keys;
  throw new KeyFileError(`${path} is not a key file; gamedata keys issue makes one`);
}

/**
 * Parses a key file whose text comes in parts. Both functions return the keys that are complete
 * now, and throw `KeyFileError`.
 */
export function createKeyLines(path: string): {
  add: (part: string) => KeyEntry[];
  end: () => KeyEntry[];
} {
  let rest = "";
  let number = 0;
  const parseLine = (written: string): KeyEntry[] => {
    const line = written.trim(); // of blanks, and of the byte order mark that some editors write
    number += 1;
    if (number > MAX_KEYS && line !== "")
      throw new KeyFileError(
        `${path} has more than ${MAX_KEYS} keys, which is the most a file can have. Use ` +
          "API_KEY_INTROSPECTION_URL",
      );
    if (line === "") return [];
    const { success, data } = KeySchema.safeParse(parseJson(line));
    if (success) return [data];
    if (number === 1 && isEarlierFormat(line))
      throw new KeyFileError(
        `${path} has the format of an earlier version; gamedata keys list --file ${path} ` +
          "rewrites it",
      );
    throw notAKey();
  };
  const notAKey = () =>
    new KeyFileError(
      `${path}:${number} is not a key; expected one JSON object a line, as gamedata keys issue ` +
        "writes it",
    );
  return {
    add: (part) => {
      const lines = (rest + part).split("\n");
      rest = lines.pop() ?? "";
      const keys = lines.flatMap(parseLine);
      if (rest.length <= MAX_LINE_LENGTH) return keys;
      number += 1;
      throw notAKey();
    },
    end: () => parseLine(rest),
  };
}

/** The name of the value in the edge's store that holds the keys. */
export const PUBLISHED_KEY = "keys";

/**
 * A key file as it is published: digests, scopes, limits and dates. Names are replaced by ids, so
 * that nobody learns whose a key is. Throws `KeyFileError`.
 */
export function publishedKeys(text: string, path: string): string {
  const published = z.object(KeySchema.shape); // without members that are not known
  const keys = parseKeyFile(text, path);
  return formatKeyFile(keys.map((key) => published.parse({ ...key, name: key.id })));
}
