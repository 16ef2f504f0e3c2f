import { describeError } from "../build/core/errors.ts";
import { printableAddress } from "../build/core/schema/base-url.ts";
import { fetchKeySet, TIMES } from "./auth/fetch-key-set.ts";
import { createSetClient } from "./auth/key-set.ts";
import { openKeyFile } from "./auth/watched-key-file.ts";
import { type Config, nearlySettings, readConfig } from "./config.ts";
import { SiteError } from "./site/catalog.ts";
import { openReader } from "./site/stored-reader.ts";

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Tries the settings, the site, the keys, the JWKS and the store as `serve` uses them. Serves
 * nothing. Returns a line for each, and whether all is well.
 */
export async function checkService(env: NodeJS.ProcessEnv) {
  const read = readConfig(env);
  if ("problems" in read) return { lines: read.problems, isGood: false };
  const tried = [
    ["settings", async () => "valid"],
    ["site", trySite],
    ["keys", tryKeys],
    ["JWKS", tryKeySet],
    ["store", tryStore],
  ] as const;
  const lines = nearlySettings(env).map((line) => `warning: ${line}`);
  let isGood = true;
  for (const [name, attempt] of tried) {
    try {
      lines.push(`${name}: ${await attempt(read.config)}`);
    } catch (error) {
      isGood = false;
      lines.push(`${name}: error: ${describeError(error)}`);
    }
  }
  return { lines, isGood };
}

async function trySite({ site }: Config) {
  const reader = await openReader(site, SILENT);
  try {
    const catalog = await reader.read(true);
    if (catalog === undefined) throw new SiteError("it was replaced while it was read");
    const { patch, version } = catalog.manifest;
    return `${printableAddress(site)}, patch ${patch}, version ${version}`;
  } finally {
    reader.close();
  }
}

async function tryKeys({ auth: { apiKeysFile, introspection } }: Config) {
  const other = introspection === undefined ? "no key is valid" : "introspection is not tried";
  if (apiKeysFile === undefined) return `API_KEYS_FILE is not set; ${other}`;
  const file = await openKeyFile(apiKeysFile, { log: SILENT });
  file.close();
  return `${apiKeysFile}, ${file.state().keys} keys`;
}

async function tryStore({ redis, limits, storeWaitMs }: Config) {
  if (redis === undefined) return "REDIS_URL is not set; each process counts alone";
  let failure = "";
  const warn = ({ reason }: { reason?: string }) => {
    failure = `${reason}`;
  };
  const { openRedisWindows } = await import("./limit/redis-windows.ts");
  const options = { log: { ...SILENT, warn }, waitMs: storeWaitMs };
  const windows = await openRedisWindows(redis, limits.windowSeconds, options);
  windows.close();
  if (windows.isShared()) return "REDIS_URL can be used";
  throw new Error(`REDIS_URL cannot be used: ${failure}`);
}

async function tryKeySet({ auth: { tokens } }: Config) {
  if (tokens === undefined) return "AUTH_URL is not set; no access token is valid";
  const client = createSetClient();
  try {
    const { url, keys, size } = await fetchKeySet(client.fetchJson, tokens, TIMES.timeout);
    return `${url}, ${keys.length} of ${size} keys can verify tokens`;
  } catch (error) {
    throw new Error(`${tokens.jwksUrl}: ${describeError(error)}`);
  } finally {
    client.close();
  }
}
