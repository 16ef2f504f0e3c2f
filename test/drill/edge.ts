import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { issueKey, revokeKey } from "../../build/cli/keys/edit-keys.ts";
import { boundTo, hostingObjects, socketsOfHost } from "../edge/objects-of-another.ts";
import { startAuthorizationServer } from "../helpers/authorization-server.ts";
import { freePort } from "../helpers/port.ts";
import { type Runtime, startRuntime } from "../programs/edge/start-runtime.ts";
import { createTally, load, sum } from "./load.ts";
import { report, say } from "./report.ts";
import { buildSites } from "./sites.ts";
import { AUDIENCE, issueKeys, issueTokens, LIMITS, type Service } from "./world.ts";

/**
 * The drill for the edge: `npm run drill:edge -- --seconds 60`. One process of workerd answers, and
 * another one has the durable objects. On a slow machine it takes up to three times as long, until
 * there are as many answers as `--least`. Exit code 1 means that an answer was wrong or lost, or
 * that there were too few. A 500 that is not a problem document is a wrong answer.
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

/** The assets as on the platform: a deployment replaces all of them at once. */
const assets = join(folder, "assets");
let deployed = 0;
deploy();
mkdirSync(assets);
for (const entry of readdirSync(sites.versions[0] ?? ""))
  symlinkSync(join("..", "deployed", entry), join(assets, entry));

const objectsPort = await freePort();
let host = await startHost();
const bound = boundTo(`http://127.0.0.1:${objectsPort}`);
const gate = await started(startRuntime(assets, env, [{ address: "127.0.0.1:0" }], "pipe", bound));
const world: Service = {
  url: gate.urls[0] ?? "",
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
    "the process with the durable objects is killed, and starts again",
    async () => {
      host.process.kill("SIGKILL");
      await setTimeout(2_000);
      host = await startHost();
    },
  ],
  [
    "the assets are replaced by those of another patch",
    async () => {
      deployed = 1 - deployed;
      deploy();
    },
  ],
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

say(`${world.url}: two processes of workerd, ${rate} requests/s for ${seconds} s`);
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
for (const { stop } of [gate, host]) stop();
await authorization.stop();
rmSync(folder, { recursive: true, force: true });
const answers = sum(tally.statuses);
if (answers < least) broken.push(`there were ${answers} answers, fewer than ${least}`);
report(tally, broken);
process.exit(sum(tally.wrong) + sum(tally.lost) + broken.length > 0 ? 1 : 0);

function startHost(): Promise<Runtime> {
  const sockets = socketsOfHost("127.0.0.1:0", `127.0.0.1:${objectsPort}`);
  return started(startRuntime(assets, env, sockets, "pipe", hostingObjects));
}

/** Waits for a runtime, and discards what it prints. */
async function started(starting: Promise<Runtime>): Promise<Runtime> {
  const runtime = await starting;
  for (const output of [runtime.process.stdout, runtime.process.stderr]) output?.resume();
  return runtime;
}

/** Deploys the current version in one step, as the platform does. */
function deploy(): void {
  const next = join(folder, "deployed.next");
  symlinkSync(`version-${deployed}`, next);
  renameSync(next, join(folder, "deployed"));
}
