/**
 * A pattern of what a document says is printed: `…` alone on a line matches any lines, elsewhere
 * for a part of a line.
 */
export function patternOf(prints: string) {
  const lines = `${prints}\n`
    .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    .replace(/^…\n/gm, "(?:.*\\n)*");
  return new RegExp(`^${lines.replaceAll("…", ".*")}$`);
}
