import ipaddr from "ipaddr.js";
import { levels } from "pino";
import * as z from "zod";

/** The settings of the proxy, read from the environment and checked. */
export type Config = {
  host: string;
  port: number;
  /** The folder of a site. */
  site: string;
  /** The public address, where it differs from the one the site was built with. */
  baseUrl: string | undefined;
  /** What a key starts with; any other bearer value is an access token. */
  apiKeyPrefix: string;
  /** Where keys are issued, for people who were refused. */
  keySettingsUrl: string | undefined;
  limits: { anonymous: number; keyed: number; windowSeconds: number };
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  trustProxy: string[];
  logLevel: string;
};

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

const address = z
  .url({ protocol: /^https?$/, hostname: /./ })
  .refine((text) => !/[?#]/.test(text))
  .transform((text) => text.replace(/\/+$/, ""));

const ranges = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .refine((parts) => parts.every((part) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part)));

/** Every variable: how it is read, and what to say was expected when it cannot be. An empty variable counts as not set. */
const VARIABLES = {
  HOST: [z.string(), "a host name or address to listen on, such as 0.0.0.0"],
  PORT: [wholeNumber(0, 65_535), "a port from 0 to 65535; 0 picks a free one"],
  SITE: [z.string().regex(/^(?!https?:|.*\.tar\.gz$|.*\.tgz$)/), "the folder of a built site, such as dist"],
  BASE_URL: [address, "an absolute http or https address without query, such as https://gamedata.example.org"],
  API_KEY_PREFIX: [
    z.string().regex(/^[A-Za-z0-9_-]{2,20}$/),
    "2 to 20 letters, digits, hyphens and underscores, such as gdr_",
  ],
  KEY_SETTINGS_URL: [address, "an absolute http or https address, such as https://example.org/settings/keys"],
  ANONYMOUS_LIMIT: [wholeNumber(1, 1e9), "a whole number of requests from 1 on"],
  KEYED_LIMIT: [wholeNumber(1, 1e9), "a whole number of requests from 1 on"],
  RATE_WINDOW_SECONDS: [wholeNumber(1, 86_400), "a whole number of seconds from 1 to 86400"],
  TRUST_PROXY: [ranges, "addresses or CIDR ranges of proxies, joined by commas, such as 10.0.0.0/8,::1"],
  LOG_LEVEL: [
    z.enum([...Object.values(levels.labels), "silent"]),
    "one of trace, debug, info, warn, error, fatal, silent",
  ],
} as const;

type Values = { [Name in keyof typeof VARIABLES]?: z.output<(typeof VARIABLES)[Name][0]> };

/** Reads the environment; each variable that cannot be read is one line in `problems`. */
export function readConfig(env: NodeJS.ProcessEnv): { config: Config } | { problems: string[] } {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, [schema, expected]] of Object.entries(VARIABLES)) {
    const given = env[name];
    if (given === undefined || given === "") continue;
    const read = schema.safeParse(given);
    if (read.success) values[name] = read.data;
    else problems.push(`${name}: ${JSON.stringify(given)} cannot be used; expected ${expected}`);
  }
  return problems.length > 0 ? { problems } : { config: withDefaults(values as Values) };
}

function withDefaults(values: Values): Config {
  return {
    host: values.HOST ?? "127.0.0.1",
    port: values.PORT ?? 8080,
    site: values.SITE ?? "dist",
    baseUrl: values.BASE_URL,
    apiKeyPrefix: values.API_KEY_PREFIX ?? "gdr_",
    keySettingsUrl: values.KEY_SETTINGS_URL,
    limits: {
      anonymous: values.ANONYMOUS_LIMIT ?? 60,
      keyed: values.KEYED_LIMIT ?? 1000,
      windowSeconds: values.RATE_WINDOW_SECONDS ?? 60,
    },
    trustProxy: values.TRUST_PROXY ?? [],
    logLevel: values.LOG_LEVEL ?? "info",
  };
}
