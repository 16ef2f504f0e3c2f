import type { Answer } from "./exchange.ts";

/** `status 404`. A redirect is reported with its address, as it is not followed. */
export function describeStatus({ status, headers }: Answer): string {
  const location = headers["location"];
  if (status < 300 || status >= 400 || location === undefined) return `status ${status}`;
  return `status ${status}, a redirect to ${location.slice(0, 200)}, which is not followed`;
}

/** `1,234 bytes with SHA-256 ab12...`. Twelve digits are enough to tell two contents apart. */
export function describeDigest({ bytes, sha256 }: { bytes: number; sha256: string }): string {
  return `${bytes.toLocaleString("en")} bytes with SHA-256 ${sha256.slice(0, 12)}...`;
}

/** A text from a deployment, on one line and without control characters, at most 160 long. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").slice(0, 160);
}
