import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Answer } from "./client.ts";

/** The content of an answer's body, its coding undone (RFC 9110 §8.4); undefined where that cannot be done within `maxBytes`. */
export function contentOf({ headers, body }: Answer, maxBytes: number): Buffer | undefined {
  const bounded = { maxOutputLength: Math.max(1, maxBytes) }; // a small body may unfold to a huge one
  try {
    switch (headers["content-encoding"] ?? "identity") {
      case "identity":
        return body;
      case "br":
        return brotliDecompressSync(body, bounded);
      case "gzip":
        return gunzipSync(body, bounded);
      default:
        return undefined;
    }
  } catch {
    return undefined; // no valid compressed data, or too much of it
  }
}
