import * as z from "zod";
import { ExpectedError } from "../expected-error.ts";
import { DateSchema } from "../schema/values.ts";
import { parseJson } from "../site/parse-json.ts";

export const ScopeSchema = z
  .string()
  .regex(
    /^[\x21\x23-\x5b\x5d-\x7e]+$/,
    "expected a scope without spaces, such as gamedata:read (RFC 6749, section 3.3)",
  );

const KeySchema = z.strictObject({
  id: z.string().regex(/^[0-9a-z]{8}$/),
  name: z.string().min(1),
  scopes: z.array(ScopeSchema),
  created: DateSchema,
  expires: DateSchema.nullable().describe("The last day, in UTC, on which the key is valid."),
  revoked: DateSchema.nullable(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The file of `API_KEYS_FILE`. It holds digests and never keys. */
export const KeyFileSchema = z.strictObject({ format: z.literal(1), keys: z.array(KeySchema) });

export type KeyEntry = z.infer<typeof KeySchema>;
export type KeyFile = z.infer<typeof KeyFileSchema>;

/** The key file cannot be used. The message says why. */
export class KeyFileError extends ExpectedError {}

/** The most keys of a file. A proxy keeps them all in memory. */
export const MAX_KEYS = 200_000;

/** The longest text of a key, so that a file of something else is not collected in memory. */
const MAX_KEY_LENGTH = 65_536;

/** What separates a key from the one before, and the key: an object without objects in it. */
const ENTRY = /([ \t\r\n,]*)(\{[^{}"]*(?:"(?:[^"\\]|\\.)*"[^{}"]*)*\})/gsy;

/** A key file with a 0 in the place of all keys. */
const OutlineSchema = z.strictObject({ format: z.literal(1), keys: z.array(z.literal(0)).max(1) });

/** Parses the text of a key file. Throws `KeyFileError`. */
export function parseKeyFile(text: string, path: string): KeyFile {
  const parser = createKeyParser(path);
  const keys = parser.add(text);
  parser.end();
  return { format: 1, keys };
}

/** Parses a key file whose text comes in parts. */
export type KeyParser = {
  /** Returns the keys that this part completes. Throws `KeyFileError`. */
  add: (part: string) => KeyEntry[];
  /** Throws `KeyFileError` where the text is not that of a whole key file. */
  end: () => void;
};

/** Creates a parser of one key file. */
export function createKeyParser(path: string): KeyParser {
  let outline = "";
  let rest = ""; // what no key of the text so far is in
  let count = 0;

  /** Parses a key and what is before it. */
  const parseEntry = (separator: string, text: string): KeyEntry => {
    const { success, data } = KeySchema.safeParse(parseJson(text));
    if (!success || separator.trim() !== (count === 0 ? "" : ",")) throw unusable(path);
    count += 1;
    if (count <= MAX_KEYS) return data;
    throw new KeyFileError(
      `${path} has more than ${MAX_KEYS} keys, which is the most a file can have. Use ` +
        `API_KEY_INTROSPECTION_URL`,
    );
  };

  return {
    add: (part) => {
      const keys: KeyEntry[] = [];
      const text = rest + part;
      const start = outline === "" ? text.indexOf("[") + 1 : 0;
      outline += text.slice(0, start);
      let end = start;
      if (outline !== "") {
        const entries = new RegExp(ENTRY);
        entries.lastIndex = start;
        for (const [whole, separator = "", entry = ""] of text.matchAll(entries)) {
          keys.push(parseEntry(separator, entry));
          end += whole.length;
        }
      }
      rest = text.slice(end);
      if (rest.length > MAX_KEY_LENGTH) throw unusable(path);
      return keys;
    },
    end: () => {
      const zero = count === 0 ? "" : "0";
      if (!OutlineSchema.safeParse(parseJson(outline + zero + rest)).success) throw unusable(path);
    },
  };
}

function unusable(path: string): KeyFileError {
  return new KeyFileError(
    `${path} is not a key file that this version reads; gamedata keys issue makes one`,
  );
}
