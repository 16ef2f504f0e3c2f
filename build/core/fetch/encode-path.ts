/** A decoded path as client libraries send it, with each segment percent-encoded as UTF-8. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
