import * as z from "zod";
import { ExpectedError } from "../expected-error.ts";
import { DateSchema } from "../schema/values.ts";
import { parseJson } from "../site/parse-json.ts";
import { runSteps, type Steps } from "../site/steps.ts";

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

/** An object without objects in it, as every key is. */
const ENTRY = /\{[^{}"]*(?:"(?:[^"\\]|\\.)*"[^{}"]*)*\}/gs;

/** A key file with a 0 in the place of each key. */
const OutlineSchema = z.strictObject({ format: z.literal(1), keys: z.array(z.literal(0)) });

/** Parses the text of a key file. Throws `KeyFileError`. */
export function parseKeyFile(text: string, path: string): KeyFile {
  return runSteps(parseKeyFileInSteps(text, path));
}

/** `parseKeyFile` key by key. Other work can run between the keys. */
export function* parseKeyFileInSteps(text: string, path: string): Steps<KeyFile> {
  const keys: KeyEntry[] = [];
  const outline: string[] = [];
  const entries = new RegExp(ENTRY);
  let end = text.indexOf("[") + 1;
  entries.lastIndex = end;
  outline.push(text.slice(0, end));
  for (const { 0: entry, index } of text.matchAll(entries)) {
    const { success, data } = KeySchema.safeParse(parseJson(Buffer.from(entry)));
    if (!success) throw unusable(path);
    keys.push(data);
    if (keys.length > MAX_KEYS)
      throw new KeyFileError(
        `${path} has more than ${MAX_KEYS} keys, which is the most a file can have. Use ` +
          `API_KEY_INTROSPECTION_URL`,
      );
    outline.push(text.slice(end, index), "0");
    end = index + entry.length;
    yield;
  }
  outline.push(text.slice(end));
  const { data } = OutlineSchema.safeParse(parseJson(Buffer.from(outline.join(""))));
  if (data?.keys.length !== keys.length) throw unusable(path);
  return { format: data.format, keys };
}

function unusable(path: string): KeyFileError {
  return new KeyFileError(
    `${path} is not a key file that this version reads; gamedata keys issue makes one`,
  );
}
