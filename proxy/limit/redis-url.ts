/** The parsed address of a Redis or Valkey. Texts are empty if they are not given. */
export type RedisAddress = NonNullable<ReturnType<typeof parseRedisUrl>>;

/** What follows the hosts: the name that sentinels know, and the number of the database. */
const PATHS = {
  server: /^()(?:\/(\d{1,4})?)?$/,
  sentinel: /^\/([\w.-]+)(?:\/(\d{1,4}))?$/,
  cluster: /^()\/?$/,
};

/**
 * Reads `redis://user:password@host:port/db`,
 * `redis+sentinel://user:password@host:port,host:port/name/db` and
 * `redis+cluster://user:password@host:port,host:port`. `rediss` means TLS. User and password are
 * percent-encoded. Undefined for any other text, so that no mistake is read as another address.
 */
export function parseRedisUrl(text: string) {
  const [, tls, given, login = "", hostList = "", path = ""] =
    /^redis(s?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)(\/[^?#]*)?$/.exec(text) ??
    [];
  const kind = given === "sentinel" || given === "cluster" ? given : "server";
  const all = hostList
    .split(",")
    .map((host) => parseHost(host, kind === "sentinel" ? 26_379 : 6379));
  const hosts = all.filter((host) => host !== undefined);
  const [isPlace, name = "", db = "0"] = PATHS[kind].exec(path) ?? [];
  if (isPlace === undefined || hosts.length < all.length || (kind === "server" && hosts.length > 1))
    return undefined;
  try {
    const [username = "", ...rest] = login.split(":").map(decodeURIComponent);
    return {
      /** What the hosts are: one server, sentinels that know the server, or nodes of a cluster. */
      kind,
      hosts,
      isTls: tls === "s",
      username,
      password: rest.join(":"),
      /** The number of the database. A cluster has 0 alone. */
      db: Number(db),
      /** The name by which the sentinels know the server. */
      name,
    };
  } catch {
    return undefined; // malformed percent-encoding
  }
}

function parseHost(text: string, defaultPort: number) {
  const [, bracketed, plain, digits] =
    /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = digits === undefined ? defaultPort : Number(digits);
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}
