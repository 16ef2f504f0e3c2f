import { type ContentCoding, DecodeError, decode } from "../site/decode.ts";
import type { Answer } from "./exchange.ts";

const CODINGS: ReadonlySet<string> = new Set<ContentCoding>(["identity", "br", "gzip"]);

/**
 * The decoded content of an answer (RFC 9110 §8.4). Undefined where the coding is unknown, the body
 * is damaged, or the content is longer than `maxBytes`.
 */
export function contentOf({ headers, body }: Answer, maxBytes: number): Buffer | undefined {
  const coding = headers["content-encoding"] ?? "identity";
  if (!isContentCoding(coding)) return undefined;
  try {
    return decode(coding, body, maxBytes);
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

function isContentCoding(coding: string): coding is ContentCoding {
  return CODINGS.has(coding);
}
