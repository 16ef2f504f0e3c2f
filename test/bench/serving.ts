import { isInstalled } from "../harness/programs.ts";
import { startRedisServer } from "../harness/redis.ts";
import { freePort } from "../helpers/port.ts";
import { load, type Requests, type Sample } from "./load.ts";
import { inTurns, type Measurement, type Row, ratios, seriesOf } from "./measure.ts";
import {
  type Credentials,
  createCredentials,
  type Server,
  SITE,
  startCaddy,
  startEdge,
  startNginx,
  startProxy,
  startYardstick,
  temporaryFolder,
} from "./servers.ts";

const HERO = "/v1/overwatch/heroes/ana";
const HEROES = "/v1/overwatch/heroes";

/** A server with a name and its requests. */
type Contender = { name: string; server: Server; requests: Requests };

/** One line of the result: how many times as fast as the yardstick the contender should be. */
type Contest = {
  what: string;
  contender: Contender;
  yardstick: Contender;
  goal: number;
  /** Default: the processor time of a request, which other programs of the machine change least. */
  by?: "processor time" | "rate";
};

/** The parts by name. Each starts its servers. */
const CONTESTS = {
  document: documentContests,
  conditional: conditionalContests,
  collection: collectionContests,
  log: logContests,
  redis: redisContests,
  edge: edgeContests,
};

let credentials: Promise<Credentials> | undefined;

/** How each part is measured. */
export const SERVING_PARTS = Object.entries(CONTESTS).map(([part, contestsOf]) => {
  const measure = async (measurement: Measurement): Promise<Row[]> => {
    credentials ??= createCredentials();
    return measureContests(part, await contestsOf(await credentials), measurement);
  };
  return [part, measure] as const;
});

async function measureContests(
  part: string,
  contests: readonly Contest[],
  { rounds, seconds }: Measurement,
): Promise<Row[]> {
  const all = contests.flatMap(({ contender, yardstick }) => [contender, yardstick]);
  const measures = new Map(
    all.map(({ name, server, requests }) => [name, () => load(server, requests, seconds)]),
  );
  // Warms the servers up, as Node optimizes code only after it has run for a while.
  await inTurns(1, measures);
  const samples = await inTurns(rounds, measures);
  return contests.map(({ what, contender, yardstick, goal, by = "processor time" }) => {
    const own = samples.get(contender.name) ?? [];
    const others = samples.get(yardstick.name) ?? [];
    const speed = ({ requestsPerSecond, cpuMicroseconds }: Sample) =>
      by === "rate" ? requestsPerSecond : 1 / cpuMicroseconds;
    return {
      part,
      what: `${what}, ${by}`,
      yardstick: yardstick.name,
      goal: { bound: "at least", value: goal },
      ratio: ratios(own.map(speed), others.map(speed)),
      measured: `${figures(own)} to ${figures(others)}`,
    };
  });
}

/** The medians as text: `47 µs, 21125/s`. */
function figures(samples: readonly Sample[]): string {
  const cpu = seriesOf(samples.map(({ cpuMicroseconds }) => cpuMicroseconds)).median;
  const rate = seriesOf(samples.map(({ requestsPerSecond }) => requestsPerSecond)).median;
  return `${cpu.toFixed(1)} µs, ${rate.toFixed(0)}/s`;
}

type Headers = Record<string, string>;

const withKey = ({ keys }: Credentials): Headers => ({ "x-api-key": keys[0] ?? "" });

const askingOf = (name: string, server: Server, path: string, headers: Headers, status = 200) => ({
  name,
  server,
  requests: { paths: [path], headers: [headers], status },
});

/** The server, and a yardstick that gives the same answer. */
async function against(kind: string, contender: Contender, name = contender.name) {
  const { server, requests } = contender;
  const ANSWER_OF = `${server.url}${requests.paths[0]}`;
  const ANSWER_HEADERS = JSON.stringify(requests.headers?.[0] ?? {});
  const yardstick = await startYardstick(kind, { ANSWER_OF, ANSWER_HEADERS });
  return { contender, yardstick: { name: `${kind}, ${name}`, server: yardstick, requests } };
}

async function documentContests(credentials: Credentials): Promise<Contest[]> {
  const { settings, tokens } = credentials;
  const proxy = await startProxy(settings);
  const key = askingOf("key", proxy, HERO, withKey(credentials));
  const token = askingOf("token", proxy, HERO, { authorization: `Bearer ${tokens[0]}` });
  const trusting = await startProxy({ ...settings, TRUST_PROXY: "127.0.0.1" });
  const headers = { ...withKey(credentials), "x-forwarded-for": "192.0.2.1" };
  const trusted = askingOf("trusted", trusting, HERO, headers);
  const [floor, bare] = [await against("node:http", key), await against("fastify", key)];
  const contests: Contest[] = [
    { what: "hero, key", goal: 0.74, ...floor },
    { what: "hero, key", goal: 0.83, ...bare },
    { what: "hero, token", goal: 0.74, ...floor, contender: token },
    { what: "hero, key, from a trusted proxy", goal: 0.82, ...floor, contender: trusted },
    { what: "hero, key, from a trusted proxy", goal: 0.9, ...bare, contender: trusted },
  ];
  const servers: [string, number, Promise<Server>, string][] = [
    ["@fastify/static, rate-limit", 4.2, startYardstick("static", { SITE }), `${HERO}.json`],
  ];
  if (isInstalled("caddy")) servers.push(["Caddy", 2.6, startCaddy(), HERO]);
  if (isInstalled("nginx")) servers.push(["nginx", 0.3, startNginx(), HERO]);
  for (const [name, goal, server, path] of servers) {
    const yardstick = { name, server: await server, requests: { paths: [path] } };
    contests.push({ what: "hero, key", contender: key, yardstick, goal, by: "rate" });
  }
  return contests;
}

async function conditionalContests(credentials: Credentials): Promise<Contest[]> {
  const proxy = await startProxy(credentials.settings);
  const key = withKey(credentials);
  const answer = await fetch(proxy.url + HERO, {
    headers: { ...key, "Accept-Encoding": "identity" },
  });
  const headers = { ...key, "if-none-match": answer.headers.get("etag") ?? "" };
  const conditional = askingOf("304", proxy, HERO, headers, 304);
  return [
    { what: "hero, not modified", goal: 0.75, ...(await against("node:http", conditional)) },
    { what: "hero, not modified", goal: 0.8, ...(await against("fastify", conditional)) },
  ];
}

async function collectionContests(credentials: Credentials): Promise<Contest[]> {
  const proxy = await startProxy(credentials.settings);
  const key = withKey(credentials);
  const brotli = askingOf("heroes, br", proxy, HEROES, { ...key, "accept-encoding": "br" });
  const identity = askingOf("heroes", proxy, HEROES, key);
  return [
    { what: "all heroes, brotli", goal: 0.78, ...(await against("node:http", brotli)) },
    { what: "all heroes, identity", goal: 0.78, ...(await against("node:http", identity)) },
  ];
}

/** A proxy with other settings, against one with the usual ones. */
async function againstPlain(
  name: string,
  server: Server,
  credentials: Credentials,
): Promise<Pick<Contest, "contender" | "yardstick">> {
  const plain = await startProxy(credentials.settings);
  return {
    contender: askingOf(name, server, HERO, withKey(credentials)),
    yardstick: askingOf(`without ${name}`, plain, HERO, withKey(credentials)),
  };
}

async function logContests(credentials: Credentials): Promise<Contest[]> {
  const watched = { LOG_LEVEL: "info", METRICS_PORT: `${await freePort()}` };
  const settings = { ...credentials.settings, ...watched };
  const logging = await startProxy(settings, SITE, `${temporaryFolder()}/log`);
  const names = await againstPlain("log and metrics", logging, credentials);
  return [{ what: "a log line and metrics for each request", ...names, goal: 0.88 }];
}

async function redisContests(credentials: Credentials): Promise<Contest[]> {
  if (!isInstalled("redis-server")) return [];
  const redis = await startRedisServer(["--loglevel", "notice"]);
  process.on("exit", () => void redis.kill());
  const shared = await startProxy({ ...credentials.settings, REDIS_URL: redis.url });
  const names = await againstPlain("Redis", shared, credentials);
  return [{ what: "windows in Redis", ...names, goal: 0.76 }];
}

async function edgeContests(credentials: Credentials): Promise<Contest[]> {
  const edge = await startEdge(credentials.settings);
  const names = await againstPlain("workerd", edge, credentials);
  return (["rate", "processor time"] as const).map((by) => ({
    what: "hero, key, under workerd",
    ...names,
    goal: 0.15,
    by,
  }));
}
