import * as z from "zod";
import { DateSchema } from "../schema/values.ts";

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
export class KeyFileError extends Error {}

/** Parses the text of a key file. Throws `KeyFileError`. */
export function parseKeyFile(text: string, path: string): KeyFile {
  try {
    return KeyFileSchema.parse(JSON.parse(text));
  } catch {
    throw new KeyFileError(
      `${path} is not a key file that this version reads; gamedata keys issue makes one`,
    );
  }
}
