import { cpSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isInstalled, memoryMbOf, startProgram, until } from "../harness/programs.ts";
import { startRedisServer } from "../harness/redis.ts";
import { startAuthorizationServer } from "../helpers/authorization-server.ts";
import { freePort } from "../helpers/port.ts";
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
 * Runs the service under constant load while the site is replaced, Redis is killed, and the
 * authorization server is away: `npm run drill -- --seconds 600 --instances 2 --redis`. Exit code 1
 * means that a response was wrong or lost, or that the instances took too much memory.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    instances: { type: "string", default: "1" },
    rate: { type: "string", default: "300" },
    redis: { type: "boolean", default: false },
  },
});
const [seconds = 0, instances = 0, rate = 0] = [values.seconds, values.instances, values.rate].map(
  Number,
);
if (!(seconds && instances && rate)) {
  say("usage: npm run drill -- [--seconds 60] [--instances 1] [--redis] [--rate 300]");
  process.exit(2);
}
if (values.redis && !isInstalled("redis-server"))
  throw new Error("redis-server is not installed; install it, or run the drill without --redis");

const folder = mkdtempSync(join(tmpdir(), "gamedata-drill-"));
const sites = await buildSites(folder);
const [served, other] = [join(folder, "served"), join(folder, "other")];
for (const [at, copy] of [served, other].entries())
  cpSync(sites[at] ?? "", copy, { recursive: true });
const authorization = await startAuthorizationServer({
  audience: AUDIENCE,
  algorithms: ["ES256"],
});
const redis = values.redis ? await startRedisServer() : undefined;
const keyFile = join(folder, "keys.json");
const service = await createService(sites, authorization, keyFile, rate);
const programs = await Promise.all(
  Array.from({ length: instances }, async () => {
    const port = await freePort();
    service.urls = [...service.urls, `http://127.0.0.1:${port}`];
    const program = startProgram(process.execPath, [PROGRAM, "serve"], {
      SITE: served,
      PORT: `${port}`,
      TRUST_PROXY: "127.0.0.1",
      API_KEYS_FILE: keyFile,
      AUTH_URL: authorization.issuer,
      JWT_AUDIENCE: AUDIENCE,
      ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
    });
    await until(program, () => program.printed().includes('"msg":"serving '));
    return program;
  }),
);

const FAULTS: Fault[] = [
  [
    "the site is replaced by that of another patch",
    async () => {
      renameSync(served, `${served}.gone`);
      renameSync(other, served);
      renameSync(`${served}.gone`, other);
      await setTimeout(3_000);
    },
  ],
  authorizationFault(service, authorization),
];
if (redis !== undefined)
  FAULTS.push([
    "Redis is killed, and comes back",
    async () => {
      await redis.kill();
      await setTimeout(2_000);
      await redis.restart();
    },
  ]);

const broken = await runUnderLoad(service, FAULTS, { seconds, rate, least: 0 });
const memoryMb = memoryMbOf(programs.map(({ child }) => child.pid ?? 0));
const mostMb = 200 + 150 * instances;
say(`memory of all instances at the end: ${memoryMb} MB, at most ${mostMb}`);
if (memoryMb > mostMb) broken.push(`the instances took ${memoryMb} MB`);
for (const { child } of programs) child.kill("SIGTERM");
const codes = await Promise.all(programs.map(({ exited }) => exited));
if (codes.some((code) => code !== 0)) broken.push(`the instances ended with ${codes.join(", ")}`);
await authorization.stop();
await redis?.kill();
rmSync(folder, { recursive: true, force: true });
for (const what of broken) say(`wrong: ${what}`);
process.exitCode = broken.length > 0 ? 1 : 0;
