/** A decoded path as client libraries send it: UTF-8, each segment percent-encoded. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
