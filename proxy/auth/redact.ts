/** What a log may show of a path: a path that holds what looks like one of our keys or a token, by mistake of its sender, is left out whole. */
export function createRedact(keyPrefix: string): (path: string) => string {
  const secret = new RegExp(`${keyPrefix}[0-9A-Za-z]{6}|eyJ[\\w-]{6}`);
  return (path) => {
    const decoded = path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return secret.test(decoded) ? "(left out: it holds what looks like a credential)" : path;
  };
}
