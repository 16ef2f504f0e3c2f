import { type Config, readConfig } from "./config.ts";
import type { GamedataOptions } from "./fastify.d.ts";

/** The option for each setting of `gamedata serve`. The settings check the values. */
const OPTIONS = {
  SITE: ["site", ({ site }) => site],
  BASE_URL: ["baseUrl", ({ baseUrl }) => baseUrl],
  API_KEYS_FILE: ["keys", ({ keys }) => keys],
  AUTH_URL: ["tokens.issuer", ({ tokens }) => tokens?.issuer],
  JWKS_URL: ["tokens.jwksUrl", ({ tokens }) => tokens?.jwksUrl],
  JWT_AUDIENCE: ["tokens.audience", ({ tokens }) => tokens?.audience],
  KEY_SETTINGS_URL: ["keySettingsUrl", ({ keySettingsUrl }) => keySettingsUrl],
  ANONYMOUS_LIMIT: ["limits.anonymous", ({ limits }) => limits?.anonymous],
  KEYED_LIMIT: ["limits.keyed", ({ limits }) => limits?.keyed],
  RATE_WINDOW_SECONDS: ["limits.windowSeconds", ({ limits }) => limits?.windowSeconds],
  REDIS_URL: ["redis", ({ redis }) => redis],
} satisfies Record<string, [string, (options: GamedataOptions) => string | number | undefined]>;

/** Reads the options of the plugin as settings. Throws with one line for each bad option. */
export function configOf(options: GamedataOptions): Config {
  const settings = Object.entries(OPTIONS).flatMap(([variable, [, read]]) => {
    const value = read(options);
    return value === undefined ? [] : [[variable, `${value}`]];
  });
  const result = readConfig(Object.fromEntries(settings));
  if ("config" in result) return result.config;
  throw new Error(result.problems.map(withOptionNames).join("\n"));
}

function withOptionNames(problem: string): string {
  return Object.entries(OPTIONS).reduce(
    (text, [variable, [option]]) => text.replaceAll(variable, option),
    problem,
  );
}
