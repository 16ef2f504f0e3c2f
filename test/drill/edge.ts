import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { issueKey, revokeKey } from "../../build/cli/keys/edit-keys.ts";
import { startAuthorizationServer } from "../helpers/authorization-server.ts";
import { startRuntime } from "../programs/edge/start-runtime.ts";
import { createTally, load, sum } from "./load.ts";
import { report, say } from "./report.ts";
import { buildSites } from "./sites.ts";
import { AUDIENCE, issueKeys, issueTokens, LIMITS, type Service } from "./world.ts";

/**
 * The drill for the edge: `npm run drill:edge -- --seconds 60`. On a slow machine it takes up to
 * three times as long, until there are as many responses as `--least`. Exit code 1 means that a
 * response was wrong or lost, or that there were too few. A 500 that is not a problem document is
 * a wrong response.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    rate: { type: "string", default: "100" },
    least: { type: "string", default: "0" },
  },
});
const [seconds, rate, least] = [values.seconds, values.rate, values.least].map(Number);
if (!(seconds && rate && least !== undefined)) {
  say("usage: npm run drill:edge -- [--seconds 60] [--rate 100] [--least 0]");
  process.exit(2);
}

/**
 * After a failed fetch of the JWKS the service waits 5 seconds. A request may wait 3 for a fetch.
 */
const UNTIL_KEYS_ARE_KNOWN_MS = 10_000;

const folder = mkdtempSync(join(tmpdir(), "gamedata-drill-"));
const sites = await buildSites(folder);
const authorization = await startAuthorizationServer({
  audience: AUDIENCE,
  algorithms: ["ES256"],
});
const callers = Math.ceil((rate * LIMITS.windowSeconds) / LIMITS.keyed);
const { file: keysFile, keys } = issueKeys(folder, callers);
const env = {
  API_KEYS_FILE: keysFile,
  AUTH_URL: authorization.issuer,
  JWT_AUDIENCE: AUDIENCE,
  LOG_LEVEL: "warn",
};

const [site = ""] = sites.versions;
const runtime = await startRuntime(site, env, [{ address: "127.0.0.1:0" }], "pipe");
for (const output of [runtime.process.stdout, runtime.process.stderr]) output?.resume();
const world: Service = {
  url: runtime.urls[0] ?? "",
  sites,
  keys,
  tokens: await issueTokens(authorization, callers),
  addressHeader: "cf-connecting-ip",
  fault: "",
  authorizationAwayUntil: 0,
  killedUntil: 0,
};

/** The faults, in the order in which they are repeated. */
const FAULTS: readonly [string, () => Promise<void>][] = [
  [
    "the JWKS is away",
    async () => {
      world.authorizationAwayUntil = Number.POSITIVE_INFINITY;
      await authorization.stop();
      await setTimeout(2_000);
      await authorization.start();
      world.authorizationAwayUntil = performance.now() + UNTIL_KEYS_ARE_KNOWN_MS;
    },
  ],
  [
    "the authorization server signs with new keys",
    async () => {
      authorization.retire(); // the keys before the current ones
      await authorization.rotate();
      world.tokens = await issueTokens(authorization, callers);
    },
  ],
  [
    "a key is issued, another one revoked",
    async () => {
      const { entry } = issueKey(keysFile, { prefix: "gdr_", name: "short-lived" }, new Date());
      await setTimeout(500);
      revokeKey(keysFile, entry.id, new Date());
    },
  ],
];

say(`${world.url}: ${rate} requests/s for ${seconds} s`);
const end = new AbortController();
const tally = createTally();
const loading = load(world, rate, end.signal, tally);
const began = performance.now();
const broken: string[] = [];
const isOver = () => {
  const share = (performance.now() - began) / (seconds * 1000);
  return share >= 3 || (share >= 1 && sum(tally.statuses) >= least);
};
for (let at = 0; !isOver(); at += 1) {
  const fault = FAULTS[at % FAULTS.length];
  if (fault === undefined) break;
  const [name, strike] = fault;
  say(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${name}`);
  world.fault = name;
  await strike().catch((error: unknown) => broken.push(`${name}: ${error}`));
  await setTimeout(3_000);
}
end.abort();
await loading;
runtime.stop();
await authorization.stop();
rmSync(folder, { recursive: true, force: true });
const answers = sum(tally.statuses);
if (answers < least) broken.push(`there were ${answers} answers, fewer than ${least}`);
report(tally, broken);
process.exit(sum(tally.wrong) + sum(tally.lost) + broken.length > 0 ? 1 : 0);
