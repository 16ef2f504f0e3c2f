/** The parsed address of a Redis or Valkey. */
export type RedisAddress = {
  host: string;
  port: number;
  isTls: boolean;
  username: string | undefined;
  password: string | undefined;
  /** The number of the database. Default: 0. */
  db: number;
};

const DEFAULT_PORT = 6379;

const ADDRESS =
  /^redis(s?):\/\/(?:([^@/?#]*)@)?(?:\[([\da-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?(?:\/(\d{0,4}))?$/;

/**
 * Reads `redis://user:password@host:port/db`. `rediss` means TLS. User and password are
 * percent-encoded. Undefined for any other text, so that no mistake is read as another address.
 */
export function parseRedisUrl(text: string): RedisAddress | undefined {
  const match = ADDRESS.exec(text);
  if (match === null) return undefined;
  const [, tls, user, bracketed, plain, digits = DEFAULT_PORT, db] = match;
  const [host, port] = [bracketed ?? plain, Number(digits)];
  const login = parseLogin(user);
  if (host === undefined || port < 1 || port > 65_535 || login === undefined) return undefined;
  return { host, port, isTls: tls === "s", ...login, db: Number(db ?? 0) };
}

function parseLogin(
  text = "",
): { username: string | undefined; password: string | undefined } | undefined {
  const [username = "", ...rest] = text.split(":");
  try {
    return { username: decoded(username), password: decoded(rest.join(":")) };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function decoded(text: string): string | undefined {
  return text === "" ? undefined : decodeURIComponent(text);
}
