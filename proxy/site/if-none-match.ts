/**
 * Whether `If-None-Match` matches the current validator (RFC 9110 §13.1.2). Tags are compared
 * weakly. `*` matches any.
 */
export function isNotModified(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === "*") return true;
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => (tag.startsWith("W/") ? tag.slice(2) : tag) === etag);
}
