import { formatKeyFile, parseKeyFile } from "./key-file.ts";

/** The name of the value in the edge's store that holds the keys. */
export const PUBLISHED_KEY = "keys";

/**
 * A key file as it is published: digests, scopes and dates. Names are replaced by ids, so that
 * nobody learns whose a key is. Throws `KeyFileError`.
 */
export function publishedKeys(text: string, path: string): string {
  return formatKeyFile(parseKeyFile(text, path).map((key) => ({ ...key, name: key.id })));
}
