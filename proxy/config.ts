import { distance } from "fastest-levenshtein";
import * as z from "zod";
import { DEFAULT_KEY_PREFIX, KeyPrefixSchema } from "../build/core/keys/api-key.ts";
import { BaseUrlSchema, printableAddress } from "../build/core/schema/base-url.ts";
import { ipv6Groups, isIPv4 } from "./limit/address.ts";
import { parseRedisUrl } from "./limit/redis-url.ts";

/**
 * The default of `STORE_WAIT_MS`. A shorter wait could pass while this process has no processor,
 * although the store has answered.
 */
const DEFAULT_STORE_WAIT_MS = 250;

const wholeNumber = (min: number, max: number) => () =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

const whole = (unit: string, min: number, max: number) =>
  [wholeNumber(min, max), `a whole number of ${unit} from ${min} to ${max}`] as const;

const PORT = [wholeNumber(0, 65_535), "a port from 0 to 65535; 0 picks a free one"] as const;

const HOST = [() => z.string(), "a host name or address to listen on, such as 0.0.0.0"] as const;

const FLAG = [
  () => z.enum(["true", "false"]).transform((text) => text === "true"),
  "true or false",
] as const;

/** An address that is used exactly as written. An issuer may end in a slash. */
const exactAddress = () => z.url({ protocol: /^https?$/, hostname: /./ });

const address = (example: string, meaning = "an") =>
  [exactAddress, `${meaning} absolute http or https address, such as ${example}`] as const;

/** One line that can be the value of a header. */
const headerValue = () => z.string().regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/);

const list = (isPart: (part: string) => boolean) => () =>
  z
    .string()
    .transform((text) => text.split(",").map((part) => part.trim()))
    .refine((parts) => parts.every(isPart));

const redisAddress = () =>
  z.string().transform((text, context) => {
    const address = parseRedisUrl(text);
    if (address !== undefined) return address;
    context.addIssue("not the address of a store");
    return z.NEVER;
  });

/**
 * Every variable, with a function that makes its schema, and with the words for what was expected.
 * The schema is made only if the variable is set. An empty variable counts as not set.
 */
const VARIABLES = {
  HOST,
  PORT,
  SITE: [
    () => z.string().refine((site) => !isOriginAddress(site) || isUsableOrigin(site)),
    "a built site: a folder, such as dist, a tarball, or the http or https address of an " +
      "origin, without a query",
  ],
  BASE_URL: [
    () => BaseUrlSchema,
    "an absolute http or https address without query, such as https://gamedata.example.org",
  ],
  AUTH_URL: address("https://auth.example.org", "the issuer of access tokens, an"),
  JWKS_URL: address("https://auth.example.org/.well-known/jwks.json"),
  JWT_AUDIENCE: [
    list((part) => part !== ""),
    "the audiences of access tokens, joined by commas, such as https://gamedata.example.org",
  ],
  API_KEYS_FILE: [() => z.string(), "the path of a key file, such as keys.json"],
  API_KEYS_MAX_AGE: whole("seconds", 0, 86_400),
  API_KEY_INTROSPECTION_URL: address("https://auth.example.org/introspect"),
  API_KEY_INTROSPECTION_AUTH: [
    headerValue,
    "the value of an Authorization header, such as Bearer and a token",
  ],
  API_KEY_PREFIX: [() => KeyPrefixSchema, `${KeyPrefixSchema.description}`],
  KEY_SETTINGS_URL: [
    () => exactAddress().refine((text) => !/^[^/]*\/\/[^/?#]*@/.test(text)), // callers see it
    "an absolute http or https address without user and password, such as " +
      "https://example.org/settings/keys",
  ],
  ANONYMOUS_LIMIT: whole("requests", 1, 1e9),
  KEYED_LIMIT: whole("requests", 1, 1e9),
  LIMIT_CLAIM: [() => z.string(), "the name of a member of tokens, such as gamedata_limit"],
  RATE_WINDOW_SECONDS: whole("seconds", 1, 86_400),
  REDIS_URL: [
    redisAddress,
    "redis://, rediss://, redis+sentinel:// or redis+cluster:// with hosts, such as " +
      "rediss://user:password@redis.example.org:6379/0",
  ],
  STORE_WAIT_MS: whole("milliseconds", 10, 60_000),
  REUSE_PORT: FLAG,
  TRUST_PROXY: [
    list(isAddressOrRange),
    "addresses or CIDR ranges of proxies, joined by commas, such as 10.0.0.0/8,::1",
  ],
  LOG_LEVEL: [
    () => z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]),
    "one of trace, debug, info, warn, error, fatal, silent",
  ],
  LOG_ADDRESSES: FLAG,
  METRICS_HOST: HOST,
  DRAIN_SECONDS: whole("seconds", 0, 3_600),
  ASSETS_ORIGIN: [
    () => exactAddress().refine((address) => !/[?#@]/.test(address)),
    "an absolute http or https address without query and password, such as " +
      "https://bucket.example/pictures",
  ],
  METRICS_PORT: PORT,
} as const;

/** The names of all variables that are read. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(VARIABLES);

/** In characters. Other programs have variables that resemble shorter names. */
const MIN_SIMILAR = 8;

/** A line for each variable that is not a setting, but is named almost like one. */
export function nearlySettings(env: NodeJS.ProcessEnv) {
  const others = Object.keys(env).filter((name) => !VARIABLE_NAMES.includes(name));
  return others.flatMap((name) => {
    const near = VARIABLE_NAMES.find(
      (own) => own.length >= MIN_SIMILAR && distance(own, name) <= 2,
    );
    return near === undefined ? [] : [`${name} is not a setting. Did you mean ${near}?`];
  });
}

/** Variables whose values are never printed. */
const SECRETS: ReadonlySet<string> = new Set(["API_KEY_INTROSPECTION_AUTH", "REDIS_URL"]);

/** Variables that need another one, and what that other one is. */
const DEPENDENT = [
  ["JWKS_URL", "AUTH_URL", "the issuer of tokens"],
  ["JWT_AUDIENCE", "AUTH_URL", "the issuer of tokens"],
  ["API_KEY_INTROSPECTION_AUTH", "API_KEY_INTROSPECTION_URL", "the service that it is for"],
  ["METRICS_HOST", "METRICS_PORT", "the port to listen on"],
] as const;

type Values = {
  [Name in keyof typeof VARIABLES]?: z.output<ReturnType<(typeof VARIABLES)[Name][0]>>;
};

/** Reads the environment; each variable that cannot be read is one line in `problems`. */
export function readConfig(env: NodeJS.ProcessEnv): { config: Config } | { problems: string[] } {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, [schemaOf, expected]] of Object.entries(VARIABLES)) {
    const given = env[name];
    if (given === undefined || given === "") continue;
    const read = schemaOf().safeParse(given);
    if (read.success) values[name] = read.data;
    else
      problems.push(
        `${name}: ` +
          `${SECRETS.has(name) ? "the value" : JSON.stringify(printableAddress(given))} ` +
          `cannot be used; expected ${expected}`,
      );
  }
  for (const [name, needed, why] of DEPENDENT) {
    if (env[name] && !env[needed])
      problems.push(
        `${name}: requires ${needed} (${why}), which is not set; set it, or unset ${name}`,
      );
  }
  if (values["REUSE_PORT"] === true && !canReusePort())
    problems.push(
      `REUSE_PORT: needs Node 22.12 or later on Linux, and this is Node ${process.versions.node} ` +
        `on ${process.platform}; update Node, or give each instance its own PORT`,
    );
  return problems.length > 0 ? { problems } : { config: withDefaults(values as Values) };
}

/** Whether Node can listen on a port on which other processes listen. */
function canReusePort() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isKnown = major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);
  return isKnown && process.platform === "linux";
}

/** The settings of the proxy, read from the environment and checked. */
export type Config = ReturnType<typeof withDefaults>;

function withDefaults(values: Values) {
  return {
    host: values.HOST ?? "127.0.0.1",
    port: values.PORT ?? 8080,
    /** The folder of a site, a tarball of one, or the address of an origin that holds one. */
    site: values.SITE ?? "dist",
    /** The public address. Undefined if it is the one that the site was built with. */
    baseUrl: values.BASE_URL,
    auth: authOf(values),
    /** Where keys are issued. Refusals name it. */
    keySettingsUrl: values.KEY_SETTINGS_URL,
    limits: {
      anonymous: values.ANONYMOUS_LIMIT ?? 60,
      keyed: values.KEYED_LIMIT ?? 1000,
      windowSeconds: values.RATE_WINDOW_SECONDS ?? 60,
    },
    /** The store in which several proxies share their windows. */
    redis: values.REDIS_URL,
    /** The longest wait of a request for windows outside this process, in milliseconds. */
    storeWaitMs: values.STORE_WAIT_MS ?? DEFAULT_STORE_WAIT_MS,
    /** Whether several instances listen on the port. */
    reusePort: values.REUSE_PORT ?? false,
    /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
    trustProxy: values.TRUST_PROXY ?? [],
    /** The origin of the pictures at `/assets`. Undefined if all pictures are in the site. */
    assetsOrigin: values.ASSETS_ORIGIN?.replace(/\/+$/, ""),
    logLevel: values.LOG_LEVEL ?? "info",
    /** Whether the log names the callers' addresses. */
    logAddresses: values.LOG_ADDRESSES ?? false,
    /** The port of `/metrics`. Undefined if nothing is measured. */
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST ?? "127.0.0.1",
    /** For how many seconds after SIGTERM the service takes new connections. */
    drainSeconds: values.DRAIN_SECONDS ?? 0,
  };
}

/** The settings that decide which credentials are valid. */
function authOf(values: Values) {
  const { AUTH_URL: issuer, API_KEY_INTROSPECTION_URL: url } = values;
  const authorization = values.API_KEY_INTROSPECTION_AUTH;
  const wellKnown = `${issuer?.replace(/\/+$/, "")}/.well-known`;
  return {
    /** The start of every key. Any other bearer value is an access token. */
    apiKeyPrefix: values.API_KEY_PREFIX ?? DEFAULT_KEY_PREFIX,
    /** The key file that `gamedata keys` writes. */
    apiKeysFile: values.API_KEYS_FILE,
    /** How long keys stay in force while their file cannot be read. Default: ten minutes. */
    apiKeysMaxAgeSeconds: values.API_KEYS_MAX_AGE,
    /** The RFC 7662 service for keys. `authorization` is the header value that the proxy sends. */
    introspection: url === undefined ? undefined : { url, authorization },
    /** The member of tokens and introspection responses with the caller's own limit. */
    limitClaim: values.LIMIT_CLAIM,
    /** The authorization server and its keys. Default of the audience: the public address. */
    tokens:
      issuer === undefined
        ? undefined
        : {
            issuer,
            jwksUrl: values.JWKS_URL ?? `${wellKnown}/jwks.json`,
            /** Names the address of the keys if there are none at the default one. */
            discoveryUrl:
              values.JWKS_URL === undefined ? `${wellKnown}/openid-configuration` : undefined,
            audience: values.JWT_AUDIENCE,
          },
  };
}

/**
 * `10` is not an address here, though some parsers read it as 0.0.0.10. A range of all addresses
 * (`/0`) is refused, as it would trust every client.
 */
function isAddressOrRange(text: string) {
  const [address = "", prefix, ...rest] = text.split("/");
  const hasFourParts = isIPv4(address);
  if (rest.length > 0 || !(hasFourParts || ipv6Groups(address) !== undefined)) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (hasFourParts ? 32 : 128))
  );
}

/** Whether a site is named by the address of an origin. */
export function isOriginAddress(site: string) {
  return /^https?:/i.test(site);
}

/**
 * There must be exactly two slashes, which a URL parser does not insist on. The password must be
 * decodable, as it is sent to the origin.
 */
function isUsableOrigin(address: string) {
  if (!/^https?:\/\/[^\s?#\\/][^\s?#\\]*$/i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  try {
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch {
    return false;
  }
}
