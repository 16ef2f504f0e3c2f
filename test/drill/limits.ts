import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Agent, request } from "undici";
import { PACKAGE_ROOT } from "../../build/core/package.ts";
import { startProgram, until } from "../harness/programs.ts";
import { startRedisServer } from "../harness/redis.ts";
import { freePort } from "../helpers/port.ts";

/**
 * Sends 1,100 concurrent requests of one caller to four processes that share their windows, and
 * says how many were answered: `npm run drill:limits -- --rounds 10`. Other processes keep every
 * core busy. Exit code 1 means that in some round not exactly 1,000 were answered.
 */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "10" } } });
const rounds = Number(values.rounds);
if (!rounds) {
  process.stdout.write("usage: npm run drill:limits -- [--rounds 10]\n");
  process.exit(2);
}
const PROGRAM = join(PACKAGE_ROOT, ".compiled/gamedata.js");
const LIMIT = 1_000;
const REQUESTS = 1_100;
const PROCESSES = 4;
/** Each round has a caller of its own, as a window lasts a minute. */
const addressOf = (round: number) => `203.0.113.${round + 1}`;

/** Sends the requests of one caller to all ports at once, and counts those with status 200. */
async function admitted(ports: readonly number[], round: number, agent: Agent): Promise<number> {
  const headers = { "x-forwarded-for": addressOf(round) };
  const asked = Array.from({ length: REQUESTS }, async (_, at) => {
    const url = `http://127.0.0.1:${ports[at % ports.length]}/v1/games`;
    const { statusCode, body } = await request(url, { dispatcher: agent, headers });
    await body.dump();
    return statusCode;
  });
  return (await Promise.all(asked)).filter((status) => status === 200).length;
}

/** Starts proxies with the given settings; each listens on a port of its own. */
async function startProxies(count: number, env: Record<string, string>) {
  const starting = Array.from({ length: count }, async () => {
    const port = await freePort();
    const program = startProgram(process.execPath, [PROGRAM, "serve"], {
      PORT: `${port}`,
      SITE: join(PACKAGE_ROOT, "dist"),
      ANONYMOUS_LIMIT: `${LIMIT}`,
      TRUST_PROXY: "127.0.0.1",
      LOG_LEVEL: "info",
      ...env,
    });
    await until(program, () => program.printed().includes('"msg":"serving '));
    return { port, program };
  });
  return Promise.all(starting);
}

/** Prints the count of every round. Gives whether each is exactly the limit. */
async function measure(env: Record<string, string>) {
  const proxies = await startProxies(PROCESSES, env);
  const agent = new Agent({ connections: 64, pipelining: 1 });
  const counts: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    counts.push(
      await admitted(
        proxies.map(({ port }) => port),
        round,
        agent,
      ),
    );
  await agent.close();
  const left = proxies.filter(({ program }) => program.printed().includes("cannot be used"));
  process.stdout.write(
    `${PROCESSES} proxies with Redis: ${counts.join(" ")}; ${left.length} left their store\n`,
  );
  for (const { program } of proxies) program.child.kill("SIGTERM");
  await Promise.all(proxies.map(({ program }) => program.exited));
  return counts.every((answered) => answered === LIMIT);
}

const busy = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
);
const redis = await startRedisServer();
try {
  process.exitCode = (await measure({ REDIS_URL: redis.url })) ? 0 : 1;
} finally {
  for (const child of busy) child.kill("SIGKILL");
  await redis.kill();
}
