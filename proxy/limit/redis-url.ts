/** The parsed address of a Redis or Valkey. */
export type RedisAddress = {
  /** What the hosts are: one server, sentinels that know the server, or nodes of a cluster. */
  kind: "server" | "sentinel" | "cluster";
  hosts: { host: string; port: number }[];
  isTls: boolean;
  username: string | undefined;
  password: string | undefined;
  /** The number of the database. Default: 0, the only one of a cluster. */
  db: number;
  /** The name by which the sentinels know the server. */
  name: string | undefined;
};

const PORTS = { server: 6379, sentinel: 26_379, cluster: 6379 };

/**
 * Reads `redis://user:password@host:port/db`,
 * `redis+sentinel://user:password@host:port,host:port/name/db` and
 * `redis+cluster://user:password@host:port,host:port`. `rediss` means TLS. User and password are
 * percent-encoded. Undefined for any other text, so that no mistake is read as another address.
 */
export function parseRedisUrl(text: string): RedisAddress | undefined {
  const match =
    /^redis(s?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)(\/[^?#]*)?$/.exec(text);
  if (match === null) return undefined;
  const [, tls, given, user, hostList = "", path] = match;
  const kind = given === "sentinel" || given === "cluster" ? given : "server";
  const hosts = hostList.split(",").map((host) => parseHost(host, PORTS[kind]));
  const login = parseLogin(user);
  const place = parsePath(kind, path === "/" ? "" : (path ?? ""));
  if (login === undefined || place === undefined || (kind === "server" && hosts.length > 1))
    return undefined;
  const known = hosts.filter((host) => host !== undefined);
  return known.length < hosts.length
    ? undefined
    : { kind, hosts: known, isTls: tls === "s", ...login, ...place };
}

function parseHost(text: string, defaultPort: number): { host: string; port: number } | undefined {
  const [, bracketed, plain, digits] =
    /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = digits === undefined ? defaultPort : Number(digits);
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
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

function parsePath(
  kind: RedisAddress["kind"],
  path: string,
): { db: number; name: string | undefined } | undefined {
  if (kind === "cluster") return path === "" ? { db: 0, name: undefined } : undefined;
  const pattern = kind === "sentinel" ? /^\/([\w.-]+)(?:\/(\d{1,4}))?$/ : /^()(?:\/(\d{1,4}))?$/;
  const match = pattern.exec(path);
  return match === null
    ? undefined
    : { db: Number(match[2] ?? 0), name: match[1] === "" ? undefined : match[1] };
}
