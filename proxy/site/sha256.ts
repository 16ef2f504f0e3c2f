import { createHash } from "node:crypto";

/** The checksum by which the manifest names a content. */
export function sha256Of(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
