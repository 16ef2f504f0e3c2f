/**
 * What a log may show of a path: a path that holds what looks like one of our keys or a token, by
 * mistake of its sender, is left out whole. So is one with 24 letters and digits in a row, as a key
 * without its first letter has them; in names there are at most half as many.
 */
export function createRedact(keyPrefix: string): (path: string) => string {
  const secret = new RegExp(`${keyPrefix}[\\w\\-.~+/=]{6}|ey[\\w-]{6}|[A-Za-z0-9]{24}`);
  return (path) =>
    secret.test(decoded(path)) ? "(left out: it holds what looks like a credential)" : path;
}

/** The path as it may have been before it was encoded, also more than once. */
function decoded(path: string): string {
  let text = path;
  for (let round = 0; round < 4 && text.includes("%"); round += 1) {
    text = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return text;
}
