import { hash } from "node:crypto";

/** The SHA-256 of a body, in hexadecimal. */
export function sha256Of(body: Uint8Array): string {
  return hash("sha256", body, "hex");
}

/** The size and checksum of a body, as the manifest lists them. */
export function digestOf(body: Uint8Array): { bytes: number; sha256: string } {
  return { bytes: body.length, sha256: sha256Of(body) };
}
