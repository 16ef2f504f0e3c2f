import { cpSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { issueKey, revokeKey } from "../../build/cli/keys/edit-keys.ts";
import { isInstalled, memoryMbOf, startProgram, until } from "../harness/programs.ts";
import { startRedisServer } from "../harness/redis.ts";
import { startAuthorizationServer } from "../helpers/authorization-server.ts";
import { freePort } from "../helpers/port.ts";
import { startRuntime } from "../programs/edge/start-runtime.ts";
import {
  AUDIENCE,
  authorizationFault,
  buildSites,
  createService,
  type Fault,
  PROGRAM,
  runUnderLoad,
  say,
} from "./run.ts";

/**
 * Runs the service under constant load while parts of it fail. Exit code 1 means that a response
 * was wrong or lost, that there were fewer than `--least`, or that it took too much memory.
 *
 * `npm run drill -- --seconds 600 --instances 2 --redis`: the site is replaced, Redis is killed,
 * and the authorization server is away. `npm run drill:edge -- --seconds 60 --rate 1000`: keys
 * change, and the authorization server is away. A request there that waits for another one's I/O
 * would show as a 500 that is not a problem document.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    instances: { type: "string", default: "1" },
    rate: { type: "string", default: "300" },
    least: { type: "string", default: "0" },
    redis: { type: "boolean", default: false },
    edge: { type: "boolean", default: false },
  },
});
const numbers = [values.seconds, values.instances, values.rate, values.least].map(Number);
const [seconds = 0, instances = 0, rate = 0, least = 0] = numbers;
if (!(seconds && instances && rate)) {
  say("usage: npm run drill -- [--seconds 60] [--instances 1] [--rate 300] [--least 0] [--redis]");
  process.exit(2);
}
if (values.redis && !isInstalled("redis-server"))
  throw new Error("redis-server is not installed; install it, or run the drill without --redis");

const folder = mkdtempSync(join(tmpdir(), "gamedata-drill-"));
const sites = await buildSites(folder, values.edge ? 1 : 2);
const authorization = await startAuthorizationServer({
  audience: AUDIENCE,
  algorithms: ["ES256"],
});
const keyFile = join(folder, "keys.json");
const service = await createService(sites, authorization, keyFile, rate);
const env = { API_KEYS_FILE: keyFile, AUTH_URL: authorization.issuer, JWT_AUDIENCE: AUDIENCE };
const { faults, end } = values.edge ? await startEdge() : await startInstances();
const broken = await runUnderLoad(service, faults, { seconds, rate, least });
broken.push(...(await end()));
await authorization.stop();
rmSync(folder, { recursive: true, force: true });
for (const what of broken) say(`wrong: ${what}`);
process.exit(broken.length > 0 ? 1 : 0);

/** What is tried: the faults, and how it ends. `end` gives what is wrong. */
type Tried = { faults: Fault[]; end: () => Promise<string[]> };

async function startEdge(): Promise<Tried> {
  const sockets = [{ address: "127.0.0.1:0" }];
  const settings = { ...env, LOG_LEVEL: "warn" };
  const runtime = await startRuntime(sites[0] ?? "", settings, sockets, "pipe");
  for (const output of [runtime.process.stdout, runtime.process.stderr]) output?.resume();
  service.urls = runtime.urls;
  service.addressHeader = "cf-connecting-ip";
  const changeKeys = async () => {
    const { entry } = issueKey(keyFile, { prefix: "gdr_", name: "short-lived" }, new Date());
    await setTimeout(500);
    revokeKey(keyFile, entry.id, new Date());
  };
  const end = async () => {
    runtime.stop();
    return [];
  };
  // The first one lets the isolate learn the keys of tokens.
  const keysChange: Fault = ["a key is issued, another one revoked", changeKeys];
  return { faults: [keysChange, authorizationFault(service, authorization)], end };
}

async function startInstances(): Promise<Tried> {
  const redis = values.redis ? await startRedisServer() : undefined;
  const served = join(folder, "served");
  const other = join(folder, "other");
  for (const [at, copy] of [served, other].entries())
    cpSync(sites[at] ?? "", copy, { recursive: true });
  const own = { SITE: served, TRUST_PROXY: "127.0.0.1", ...(redis && { REDIS_URL: redis.url }) };
  const programs = await Promise.all(
    Array.from({ length: instances }, async () => {
      const PORT = `${await freePort()}`;
      service.urls = [...service.urls, `http://127.0.0.1:${PORT}`];
      const all = { ...env, ...own, PORT };
      const program = startProgram(process.execPath, [PROGRAM, "serve"], all);
      await until(program, () => program.printed().includes('"msg":"serving '));
      return program;
    }),
  );
  const replaceSite = async () => {
    renameSync(served, `${served}.gone`);
    renameSync(other, served);
    renameSync(`${served}.gone`, other);
    await setTimeout(3_000);
  };
  const killRedis = async () => {
    await redis?.kill();
    await setTimeout(2_000);
    await redis?.restart();
  };
  const faults: Fault[] = [
    ["the site is replaced by that of another patch", replaceSite],
    authorizationFault(service, authorization),
  ];
  if (redis !== undefined) faults.push(["Redis is killed, and comes back", killRedis]);
  const end = async () => {
    const memoryMb = memoryMbOf(programs.map(({ child }) => child.pid ?? 0));
    const mostMb = 200 + 150 * instances;
    say(`memory of all instances at the end: ${memoryMb} MB, at most ${mostMb}`);
    for (const { child } of programs) child.kill("SIGTERM");
    const codes = await Promise.all(programs.map(({ exited }) => exited));
    await redis?.kill();
    return [
      ...(memoryMb > mostMb ? [`the instances took ${memoryMb} MB`] : []),
      ...(codes.some((code) => code !== 0) ? [`the instances ended with ${codes.join(", ")}`] : []),
    ];
  };
  return { faults, end };
}
