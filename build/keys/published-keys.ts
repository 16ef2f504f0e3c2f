import { parseKeyFile } from "./key-file.ts";

/** What the keys of the edge are published under. */
export const PUBLISHED_KEY = "keys";

/**
 * What is published of a key file: the digests, and what is needed to judge a key. Whose a key is
 * stays at home. Throws `KeyFileError`.
 */
export function publishedKeys(text: string, path: string): string {
  const { format, keys } = parseKeyFile(text, path);
  return JSON.stringify({ format, keys: keys.map((key) => ({ ...key, name: key.id })) });
}
