import { measureColdStart } from "./cold-start.ts";
import { load, pacedLoad, type Requests, type Sample } from "./load.ts";
import { inTurns, ratios, seriesOf } from "./measure.ts";
import { isInstalled, type Server } from "./process.ts";
import type { Row } from "./report.ts";
import {
  type Credentials,
  createCredentials,
  startBareFastify,
  startCaddy,
  startEdge,
  startFloor,
  startHttpProxy,
  startNginx,
  startProxy,
  startRedis,
  startStatic,
  temporaryFile,
} from "./servers.ts";

const DOCUMENT = "/v1/overwatch/heroes/ana";
const COLLECTION = "/v1/overwatch/heroes";
const LOCALIZED = `/v1/overwatch/heroes/${encodeURIComponent("루시우")}`;
const MISSPELT = "/v1/overwatch/heroes/lucioo";
const FILTERED = "/v1/overwatch/patches?kind=hotfix";

/**
 * A server with a name and its requests. `rate` is requests a second. Default: as many as it
 * answers.
 */
type Contender = { name: string; server: Server; requests: Requests; rate?: number };

/** One line of the result: the contender should reach at least `goal` times the yardstick. */
type Contest = {
  part: string;
  what: string;
  contender: Contender;
  yardstick: Contender;
  goal: number;
  /** The figure that is compared. Default: the rate. */
  by?: (sample: Sample) => number;
};

/** The parts by name. */
export const SERVING_PARTS: ReadonlyMap<string, (credentials: Credentials) => Promise<Contest[]>> =
  new Map([
    ["document", documentContests],
    ["conditional", conditionalContests],
    ["latency", latencyContests],
    ["collection", collectionContests],
    ["spellings", spellingContests],
    ["callers", callerContests],
    ["log", logContests],
    ["redis", redisContests],
    ["workers", workerContests],
    ["origin", originContests],
    ["edge", edgeContests],
  ]);

/** How a part is measured. */
type Measurement = { rounds: number; seconds: number };

/** Measures one part after the other. Within a part, the contenders run in turns. */
export async function measureServing(
  parts: readonly string[],
  measurement: Measurement,
): Promise<Row[]> {
  const credentials = await createCredentials(1_000, 2_000);
  const rows: Row[] = [];
  for (const part of parts) {
    const contests = (await SERVING_PARTS.get(part)?.(credentials)) ?? [];
    rows.push(...(await measureContests(contests, measurement)));
    if (part === "edge") rows.push(...(await measureColdStart(measurement.rounds)));
  }
  return rows;
}

async function measureContests(
  contests: readonly Contest[],
  { rounds, seconds }: Measurement,
): Promise<Row[]> {
  const contenders = new Map<string, Contender>();
  for (const { contender, yardstick } of contests) {
    for (const each of [contender, yardstick]) contenders.set(each.name, each);
  }
  const measures = new Map(
    [...contenders].map(([name, { server, requests, rate }]) => [
      name,
      () =>
        rate === undefined
          ? load(server, requests, seconds)
          : pacedLoad(server, requests, seconds, rate),
    ]),
  );
  // Warms the servers up, as Node optimizes code only after it has run for a while.
  await inTurns(2, measures);
  const samples = await inTurns(rounds, measures);
  for (const { server } of contenders.values()) server.stop();
  return contests.map((contest) => rowOf(contest, samples));
}

function rowOf(
  { part, what, contender, yardstick, goal, by = rateOf }: Contest,
  samples: ReadonlyMap<string, Sample[]>,
): Row {
  const own = samples.get(contender.name) ?? [];
  const others = samples.get(yardstick.name) ?? [];
  const ratio = ratios(own.map(by), others.map(by));
  return {
    part,
    what,
    yardstick: yardstick.name,
    goal: { bound: "at least", value: goal },
    ratio,
    measured: `${figures(own)} to ${figures(others)}`,
  };
}

/**
 * The medians as text. `13100/s at 70 µs` is the rate, and the server's processor time for each
 * request. A paced load gives `p99 900 µs at 13100/s`.
 */
function figures(samples: readonly Sample[]): string {
  const median = (of: (sample: Sample) => number | undefined) =>
    seriesOf(samples.map((each) => of(each) ?? Number.NaN)).median;
  const rate = `${median(rateOf).toFixed(0)}/s`;
  const p99 = median(({ p99Microseconds }) => p99Microseconds);
  if (!Number.isNaN(p99)) return `p99 ${p99.toFixed(0)} µs at ${rate}`;
  return `${rate} at ${median(({ cpuMicroseconds }) => cpuMicroseconds).toFixed(0)} µs`;
}

function rateOf({ requestsPerSecond }: Sample): number {
  return requestsPerSecond;
}

/** The proxy, and node:http with the same answer, at one request. */
async function againstFloor(
  name: string,
  server: Server,
  path: string,
  headers: Record<string, string>,
  status = 200,
): Promise<{ contender: Contender; yardstick: Contender }> {
  const requests = { paths: [path], headers: [headers], status };
  const floor = await startFloor(server.url + path, headers);
  return {
    contender: { name, server, requests },
    yardstick: { name: `node:http, ${name}`, server: floor, requests },
  };
}

/** The proxy against node:http and against fastify, both with the same answer. */
async function againstBoth(
  { part, what }: Pick<Contest, "part" | "what">,
  floor: Awaited<ReturnType<typeof againstFloor>>,
): Promise<Contest[]> {
  const { contender, yardstick } = floor;
  const { requests, server, name } = contender;
  const [path = ""] = requests.paths;
  const bare = {
    name: `bare fastify, ${name}`,
    server: await startBareFastify(server.url + path, requests.headers?.[0] ?? {}),
    requests,
  };
  return [
    { part, what, contender, yardstick, goal: 0.8 },
    { part, what, contender, yardstick: bare, goal: 0.85 },
  ];
}

/** A proxy that does more, and a plain one. Both answer a hero to a caller with a key. */
async function againstPlain(
  name: string,
  server: Server,
  plain: string,
  { keys, settings }: Credentials,
): Promise<{ contender: Contender; yardstick: Contender }> {
  const requests = { paths: [DOCUMENT], headers: [{ "x-api-key": keys[0] ?? "" }] };
  return {
    contender: { name, server, requests },
    yardstick: { name: plain, server: await startProxy(settings), requests },
  };
}

async function documentContests({ keys, tokens, settings }: Credentials): Promise<Contest[]> {
  const part = "document";
  const proxy = await startProxy(settings);
  const key = { "x-api-key": keys[0] ?? "" };
  const token = { authorization: `Bearer ${tokens[0]}` };
  const withKey = await againstFloor("key", proxy, DOCUMENT, key);
  const withToken = await againstFloor("token", proxy, DOCUMENT, token);
  const stock: Contender = {
    name: "@fastify/static, rate-limit",
    server: await startStatic(),
    requests: { paths: [`${DOCUMENT}.json`] },
  };
  const contests: Contest[] = [
    ...(await againstBoth({ part, what: "hero, API key" }, withKey)),
    ...(await againstBoth({ part, what: "hero, remembered token" }, withToken)),
    { part, what: "hero, API key", contender: withKey.contender, yardstick: stock, goal: 5.5 },
  ];
  const requests = { paths: [DOCUMENT] };
  if (isInstalled("caddy")) {
    const yardstick = { name: "Caddy", server: await startCaddy(), requests };
    contests.push({
      part,
      what: "hero, API key",
      contender: withKey.contender,
      yardstick,
      goal: 3.3,
    });
  }
  if (isInstalled("nginx")) {
    const yardstick = { name: "nginx", server: await startNginx(), requests };
    contests.push({
      part,
      what: "hero, API key",
      contender: withKey.contender,
      yardstick,
      goal: 0.38,
    });
  }
  return contests;
}

async function conditionalContests({ keys, settings }: Credentials): Promise<Contest[]> {
  const proxy = await startProxy(settings);
  const key = { "x-api-key": keys[0] ?? "" };
  const etag = (
    await fetch(proxy.url + DOCUMENT, { headers: { ...key, "Accept-Encoding": "identity" } })
  ).headers.get("etag");
  const names = await againstFloor(
    "304",
    proxy,
    DOCUMENT,
    { ...key, "if-none-match": etag ?? "" },
    304,
  );
  return againstBoth({ part: "conditional", what: "hero, not modified" }, names);
}

/** Measures at half of the peak rate, where no queue of requests slows the answers. */
async function latencyContests({ keys, settings }: Credentials): Promise<Contest[]> {
  const proxy = await startProxy(settings);
  const { contender, yardstick } = await againstFloor("p99", proxy, DOCUMENT, {
    "x-api-key": keys[0] ?? "",
  });
  await load(proxy, contender.requests, 2);
  const { requestsPerSecond } = await load(proxy, contender.requests, 2);
  const rate = Math.round(requestsPerSecond / 2);
  return [
    {
      part: "latency",
      what: "p99 at half of the peak, the yardstick's to ours",
      contender: { ...contender, rate },
      yardstick: { ...yardstick, rate },
      goal: 0.5,
      by: ({ p99Microseconds }) => 1 / (p99Microseconds ?? Number.NaN),
    },
  ];
}

async function collectionContests({ keys, settings }: Credentials): Promise<Contest[]> {
  const proxy = await startProxy(settings);
  const key = { "x-api-key": keys[0] ?? "" };
  const br = await againstFloor("heroes, br", proxy, COLLECTION, {
    ...key,
    "accept-encoding": "br",
  });
  const identity = await againstFloor("heroes", proxy, COLLECTION, key);
  return [
    { part: "collection", what: "all heroes, brotli", ...br, goal: 0.9 },
    { part: "collection", what: "all heroes, identity", ...identity, goal: 0.9 },
  ];
}

async function spellingContests({ keys, settings }: Credentials): Promise<Contest[]> {
  const server = await startProxy(settings);
  const headers = [{ "x-api-key": keys[0] ?? "" }];
  const yardstick = { name: "canonical", server, requests: { paths: [DOCUMENT], headers } };
  const asked = (what: string, path: string, status = 200): Contest => ({
    part: "spellings",
    what,
    contender: { name: what, server, requests: { paths: [path], headers, status } },
    yardstick,
    goal: 0.7,
  });
  return [
    asked("localized name", LOCALIZED),
    asked("404 with did you mean", MISSPELT, 404),
    asked("filtered patch list", FILTERED),
  ];
}

async function callerContests({ keys, tokens, settings }: Credentials): Promise<Contest[]> {
  const server = await startProxy({ ...settings, TRUST_PROXY: "127.0.0.1" });
  const paths = [DOCUMENT];
  const credentials = [
    ...keys.map((key) => ({ "x-api-key": key })),
    ...tokens.map((token) => ({ authorization: `Bearer ${token}` })),
  ];
  const addresses = Array.from({ length: 100_000 }, (_, at) => ({
    "x-forwarded-for": `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
  }));
  const one = (name: string, headers: Record<string, string>) => ({
    name,
    server,
    requests: { paths, headers: [headers] },
  });
  return [
    {
      part: "callers",
      what: "1,000 keys and 2,000 tokens in turn",
      contender: { name: "many credentials", server, requests: { paths, headers: credentials } },
      yardstick: one("one key", { "x-api-key": keys[0] ?? "" }),
      goal: 0.8,
    },
    {
      part: "callers",
      what: "100,000 addresses in turn",
      contender: { name: "many addresses", server, requests: { paths, headers: addresses } },
      yardstick: one("one address", { "x-forwarded-for": "10.0.0.1" }),
      goal: 0.8,
    },
  ];
}

async function logContests(credentials: Credentials): Promise<Contest[]> {
  const logging = { LOG_LEVEL: "info", LOG_TO: temporaryFile("log") };
  const names = await againstPlain(
    "log on",
    await startProxy({ ...credentials.settings, ...logging }),
    "log off",
    credentials,
  );
  return [{ part: "log", what: "one line for each request", ...names, goal: 0.6 }];
}

async function redisContests(credentials: Credentials): Promise<Contest[]> {
  if (!isInstalled("redis-server")) return [];
  const shared = await startProxy({ ...credentials.settings, REDIS_URL: await startRedis() });
  const names = await againstPlain("Redis", shared, "memory", credentials);
  return [{ part: "redis", what: "windows in Redis", ...names, goal: 0.5 }];
}

/** Compares processor time for each request, as the load runs on the same two cores. */
async function workerContests(credentials: Credentials): Promise<Contest[]> {
  const two = await startProxy({ ...credentials.settings, WORKERS: "2" });
  const names = await againstPlain("WORKERS=2", two, "one process", credentials);
  const by: Contest["by"] = ({ cpuMicroseconds }) => 1 / (cpuMicroseconds ?? Number.NaN);
  return [
    { part: "workers", what: "requests for the same processor time", ...names, goal: 0.9, by },
  ];
}

async function originContests(credentials: Credentials): Promise<Contest[]> {
  if (!isInstalled("nginx")) return [];
  const origin = await startNginx();
  const before = await startProxy(credentials.settings, origin.url);
  const { contender, yardstick } = await againstPlain("origin", before, "folder", credentials);
  const stock = {
    ...contender,
    name: "@fastify/http-proxy",
    server: await startHttpProxy(origin.url),
  };
  const [part, what] = ["origin", "document"];
  return [
    { part, what, contender, yardstick, goal: 0.8 },
    { part, what, contender, yardstick: stock, goal: 2 },
  ];
}

async function edgeContests(credentials: Credentials): Promise<Contest[]> {
  const names = await againstPlain(
    "workerd",
    await startEdge(credentials.settings),
    "Node",
    credentials,
  );
  const by: Contest["by"] = ({ cpuMicroseconds }) => 1 / (cpuMicroseconds ?? Number.NaN);
  const what = "hero, API key, under workerd";
  return [
    { part: "edge", what, ...names, goal: 0.15 },
    { part: "edge", what: `${what}, for the same processor time`, ...names, goal: 0.15, by },
  ];
}
