import { hash } from "node:crypto";

/** The SHA-256 of a body, in hexadecimal. */
export function sha256Of(body: Uint8Array): string {
  return hash("sha256", body, "hex");
}

/** The size and checksum of a body, as the manifest lists them. */
export function digestOf(body: Uint8Array): { bytes: number; sha256: string } {
  return { bytes: body.length, sha256: sha256Of(body) };
}

/** 1990-01-01 in seconds since 1970. Every disk, archive and date field can hold it. */
const FIRST_SECOND = 631_152_000;

/** Thirty years, so that no time is in the future (`Last-Modified`, RFC 9110 §8.8.2.1). */
const SECONDS = 30 * 365 * 86_400;

/**
 * The modification time for a file, from its checksum. Web servers make validators from time and
 * size. So the same bytes have the same time on every machine, and other bytes another time.
 */
export function contentTime(sha256: string): Date {
  const number = Number.parseInt(sha256.slice(0, 12), 16);
  return new Date((FIRST_SECOND + (number % SECONDS)) * 1000);
}
