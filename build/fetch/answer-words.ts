import type { Answer } from "./exchange.ts";

/** `status 404`; a redirect says where to, as it is not followed. */
export function statusWords({ status, headers }: Answer): string {
  const location = headers["location"];
  if (status < 300 || status >= 400 || location === undefined) return `status ${status}`;
  return `status ${status}, a redirect to ${location.slice(0, 200)}, which is not followed`;
}

/** `1,234 bytes with SHA-256 ab12...`: enough of it to tell two apart. */
export function digestWords({ bytes, sha256 }: { bytes: number; sha256: string }): string {
  return `${bytes.toLocaleString("en")} bytes with SHA-256 ${sha256.slice(0, 12)}...`;
}

/** A text that a deployment chose, on one line and without what a terminal would obey. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").slice(0, 160);
}
