/**
 * Creates the function that makes a path safe for logs. A path that seems to hold a key or a token
 * is left out whole. So is one with 24 letters and digits in a row, as in a part of a key. Names
 * have at most half as many.
 */
export function createRedact(keyPrefix: string): (path: string) => string {
  const secret = new RegExp(`${keyPrefix}[\\w\\-.~+/=]{6}|ey[\\w-]{6}|[A-Za-z0-9]{24}`);
  return (path) =>
    secret.test(decoded(path)) ? "(left out: it holds what looks like a credential)" : path;
}

/** A path without its percent-encoding, even if it was encoded several times. */
function decoded(path: string): string {
  let text = path;
  for (let round = 0; round < 4 && text.includes("%"); round += 1) {
    text = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return text;
}
