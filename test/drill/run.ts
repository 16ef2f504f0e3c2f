import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { issueKey } from "../../build/cli/keys/edit-keys.ts";
import { PACKAGE_ROOT } from "../../build/core/package.ts";
import { loadCatalog } from "../../proxy/site/stored-catalog.ts";
import type { AuthorizationServer } from "../helpers/authorization-server.ts";
import { LIMITS, load, type Service, type Tally } from "./load.ts";

export const PROGRAM = join(PACKAGE_ROOT, ".compiled/gamedata.js");
export const AUDIENCE = "https://gamedata.example.org";

/** Something that goes wrong, until the promise of the function is fulfilled. */
export type Fault = [name: string, strike: () => Promise<unknown>];

/** Builds the site of today, and where two are wanted that of an earlier patch, in a folder. */
export async function buildSites(folder: string, count: 1 | 2) {
  const env = { PATH: process.env["PATH"], GAMEDATA_VERSION: "drill" };
  const sites = [join(folder, "today"), join(folder, "earlier")].slice(0, count);
  for (const [at, site] of sites.entries()) {
    const options = at === 0 ? [] : ["--as-of", "2026-08-11"];
    const args = [PROGRAM, "build", "--out", site, ...options];
    await promisify(execFile)(process.execPath, args, { env });
  }
  return sites;
}

/** The service before its first fault: its sites, and as many keys and accounts as a rate needs. */
export async function createService(
  sites: readonly string[],
  authorization: AuthorizationServer,
  keyFile: string,
  rate: number,
): Promise<Service> {
  const credentials = Math.ceil((rate * LIMITS.windowSeconds) / LIMITS.keyed);
  const about = { prefix: "gdr_", name: "drill" };
  const keys = Array.from({ length: credentials }, () => issueKey(keyFile, about, new Date()).key);
  return {
    urls: [],
    catalogs: await Promise.all(sites.map((site) => loadCatalog(site))),
    keys,
    tokens: await issueTokens(authorization, credentials),
    addressHeader: "x-forwarded-for",
    fault: "",
    authorizationAwayUntil: 0,
  };
}

/** Issues an access token for each of `count` accounts, signed with the current key. */
export function issueTokens(authorization: AuthorizationServer, count: number) {
  const exp = Math.floor(Date.now() / 1000) + 86_400;
  return Promise.all(
    Array.from({ length: count }, (_, at) => authorization.issue({ sub: `account-${at}`, exp })),
  );
}

/** A fetch of the JWKS takes 3 seconds at most, and after a failure the service waits 5. */
const UNTIL_KEYS_ARE_KNOWN_MS = 10_000;

/** The fault in which the authorization server is away, and comes back with new keys. */
export function authorizationFault(service: Service, server: AuthorizationServer): Fault {
  const strike = async () => {
    service.authorizationAwayUntil = Number.POSITIVE_INFINITY;
    await server.stop();
    await setTimeout(2_000);
    await server.start();
    service.authorizationAwayUntil = performance.now() + UNTIL_KEYS_ARE_KNOWN_MS;
    await setTimeout(UNTIL_KEYS_ARE_KNOWN_MS);
    server.retire(); // the keys before the current ones
    await server.rotate();
    service.tokens = await issueTokens(server, service.tokens.length);
  };
  return ["the authorization server is away, then signs with new keys", strike];
}

/**
 * Sends requests for so many seconds, while one fault after the other strikes. On a slow machine it
 * takes up to three times as long, until there are `least` responses. Prints the results, and gives
 * what is wrong.
 */
export async function runUnderLoad(
  service: Service,
  faults: readonly Fault[],
  { seconds, rate, least }: { seconds: number; rate: number; least: number },
) {
  const end = new AbortController();
  const tally: Tally = { requests: 0, statuses: new Map(), times: [], wrong: new Map() };
  const loading = load(service, rate, end.signal, tally);
  const broken: string[] = [];
  const began = performance.now();
  const isOver = () => {
    const share = (performance.now() - began) / (seconds * 1000);
    return share >= 3 || (share >= 1 && tally.times.length >= least);
  };
  for (let at = 0; !isOver(); at += 1) {
    const [name, strike] = faults[at % faults.length] as Fault;
    say(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${name}`);
    service.fault = `while ${name}`;
    await strike().catch((error: unknown) => broken.push(`${name}: ${error}`));
    await setTimeout(3_000);
  }
  end.abort();
  await loading;
  const { length } = tally.times.sort((a, b) => a - b);
  const timeAt = (share: number) =>
    `${(tally.times[Math.floor(length * share)] ?? 0).toFixed(1)} ms`;
  const statuses = [...tally.statuses].sort().map(([status, count]) => `${status}: ${count}`);
  say(`${tally.requests} requests; responses by status: ${statuses.join(", ")}`);
  say(`p50 ${timeAt(0.5)}, p99 ${timeAt(0.99)}, slowest ${timeAt(1 - 1 / length)}`);
  if (length < least) broken.push(`there were ${length} responses, fewer than ${least}`);
  return [...broken, ...[...tally.wrong].map(([what, count]) => `${count} times: ${what}`)];
}

/** Prints a line. */
export function say(line: string) {
  process.stdout.write(`${line}\n`);
}
