import { hash } from "node:crypto";

/** The checksum by which the manifest names a content. */
export function sha256Of(content: Buffer): string {
  return hash("sha256", content, "hex");
}
