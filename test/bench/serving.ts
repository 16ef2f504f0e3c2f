import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createApiKey, credentialDigest, READ_SCOPE } from "../../build/core/keys/api-key.ts";
import { formatKeyFile } from "../../build/core/keys/key-file.ts";
import { isInstalled, type Program, startProgram, until } from "../harness/programs.ts";
import { startRedisServer } from "../harness/redis.ts";
import { startAuthorizationServer } from "../helpers/authorization-server.ts";
import { freePort } from "../helpers/port.ts";
import { load, pinned, type Requests, type Sample, type Server, temporaryFolder } from "./load.ts";
import { inTurns, type Measurement, type Row, ratios, seriesOf } from "./measure.ts";

/**
 * All Node servers have a young generation of one size. Its growth depends on chance, and takes up
 * to a fifth of the time of a request.
 */
const NODE = [process.execPath, "--min-semi-space-size=16", "--max-semi-space-size=16"];

/** The site under test. It is built from the real data before the benchmark starts. */
const SITE = resolve("dist");

const HERO = "/v1/overwatch/heroes/ana";
const AUDIENCE = "https://gamedata.example.org";

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

/** Good credentials, and the settings of a proxy that accepts them. */
type Credentials = { key: string; token: string; settings: Record<string, string> };

const CONTESTS: Record<string, (credentials: Credentials) => Promise<Contest[]>> = {
  document: documentContests,
  conditional: conditionalContests,
  log: async (credentials) => {
    const watched = { LOG_LEVEL: "info", METRICS_PORT: `${await freePort()}` };
    const what = "a log line and metrics for each request";
    return [{ what, ...(await againstPlain("log and metrics", watched, credentials)), goal: 0.88 }];
  },
  redis: async (credentials) => {
    if (!isInstalled("redis-server")) return [];
    const redis = await startRedisServer(["--loglevel", "notice"]);
    process.on("exit", () => void redis.kill());
    const contest = await againstPlain("Redis", { REDIS_URL: redis.url }, credentials);
    return [{ what: "windows in Redis", ...contest, goal: 0.76 }];
  },
};

let credentials: Promise<Credentials> | undefined;

/** How each part is measured. Each starts its servers. */
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

async function documentContests({ key, token, settings }: Credentials): Promise<Contest[]> {
  const proxy = await startProxy(settings);
  const withKey = heroBy("key", proxy, { "x-api-key": key });
  const withToken = heroBy("token", proxy, { authorization: `Bearer ${token}` });
  const [floor, bare] = [await against("node:http", withKey), await against("fastify", withKey)];
  const contests: Contest[] = [
    { what: "hero, key", goal: 0.74, ...floor },
    { what: "hero, key", goal: 0.83, ...bare },
    { what: "hero, token", goal: 0.74, ...floor, contender: withToken },
  ];
  const servers: [string, number, () => Promise<Server>][] = [
    ["Caddy", 2.6, startCaddy],
    ["nginx", 0.3, startNginx],
  ];
  for (const [name, goal, start] of servers) {
    if (!isInstalled(name.toLowerCase())) continue;
    const yardstick = { name, server: await start(), requests: { path: HERO } };
    contests.push({ what: "hero, key", contender: withKey, yardstick, goal, by: "rate" });
  }
  return contests;
}

async function conditionalContests({ key, settings }: Credentials): Promise<Contest[]> {
  const proxy = await startProxy(settings);
  const headers = { "x-api-key": key };
  const identity = { headers: { ...headers, "Accept-Encoding": "identity" } };
  const etag = (await fetch(proxy.url + HERO, identity)).headers.get("etag") ?? "";
  const conditional = heroBy("304", proxy, { ...headers, "if-none-match": etag }, 304);
  return [
    { what: "hero, not modified", goal: 0.75, ...(await against("node:http", conditional)) },
    { what: "hero, not modified", goal: 0.8, ...(await against("fastify", conditional)) },
  ];
}

function heroBy(name: string, server: Server, headers: Record<string, string>, status = 200) {
  return { name, server, requests: { path: HERO, headers, status } };
}

/** The server, and a yardstick that gives the same answer. */
async function against(kind: string, contender: Contender) {
  const { server, requests, name } = contender;
  const ANSWER_OF = server.url + requests.path;
  const ANSWER_HEADERS = JSON.stringify(requests.headers ?? {});
  const command = [...NODE, resolve(".compiled/bench/yardsticks.js"), kind];
  const yardstick = await startServer(command, { ANSWER_OF, ANSWER_HEADERS });
  return { contender, yardstick: { name: `${kind}, ${name}`, server: yardstick, requests } };
}

/** A proxy with more settings, against one with the usual ones. */
async function againstPlain(
  name: string,
  more: Record<string, string>,
  { key, settings }: Credentials,
): Promise<Pick<Contest, "contender" | "yardstick">> {
  const [own, plain] = [await startProxy({ ...settings, ...more }), await startProxy(settings)];
  const headers = { "x-api-key": key };
  return {
    contender: heroBy(name, own, headers),
    yardstick: heroBy(`without ${name}`, plain, headers),
  };
}

const running = new Set<Program>();

/** Ends all servers that were started. */
export function stopServers(): void {
  for (const { child } of running) child.kill(); // SIGTERM, as nginx then ends its workers too
  running.clear();
}
process.on("exit", stopServers);

/** Starts a server, and waits until it answers at `url`, or at the address that it prints. */
async function startServer(
  command: string[],
  env: Record<string, string>,
  url?: string,
): Promise<Server> {
  // A log goes to a file, so that nobody has to read it meanwhile.
  const log = env["LOG_LEVEL"] === "info" ? join(temporaryFolder(), "log") : undefined;
  const program = startProgram(...pinned("server", command), env, log);
  running.add(program);
  const printedUrl = () => /at (http:\/\/127\.0\.0\.1:\d+)/.exec(program.printed())?.[1];
  await until(program, async () =>
    url === undefined ? printedUrl() !== undefined : (await fetch(url).catch(() => 0)) !== 0,
  );
  return { ...program, url: url ?? printedUrl() ?? "" };
}

/** Starts the proxy with settings with which no caller is refused. */
export async function startProxy(settings: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const limits = { ANONYMOUS_LIMIT: "1000000000", KEYED_LIMIT: "1000000000" };
  const env = { ...limits, LOG_LEVEL: "silent", ...settings, PORT: `${port}` };
  const command = [...NODE, resolve(".compiled/gamedata.js"), "serve", SITE];
  return startServer(command, env, `http://127.0.0.1:${port}`);
}

async function startNginx(): Promise<Server> {
  const dir = temporaryFolder();
  const port = await freePort();
  writeFileSync(
    join(dir, "nginx.conf"),
    `worker_processes 1; daemon off; pid ${dir}/nginx.pid; error_log stderr error;
events {}
http {
  default_type application/json; access_log off; keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:${port};
    root ${SITE};
    open_file_cache max=1000;
    location / { try_files $uri $uri.json =404; }
  }
}`,
  );
  // If root starts nginx, its workers run as another user, who may not read the site.
  const user = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const command = ["nginx", "-p", dir, "-c", join(dir, "nginx.conf"), ...user];
  return startServer(command, {}, `http://127.0.0.1:${port}`);
}

async function startCaddy(): Promise<Server> {
  const dir = temporaryFolder();
  const port = await freePort();
  const rules = `\troot * ${SITE}\n\ttry_files {path} {path}.json\n\tfile_server\n`;
  const options = "{\n\tadmin off\n\tauto_https off\n}\n";
  writeFileSync(join(dir, "Caddyfile"), `${options}http://127.0.0.1:${port} {\n${rules}}\n`);
  const command = ["caddy", "run", "--adapter", "caddyfile", "--config", join(dir, "Caddyfile")];
  return startServer(command, { HOME: dir }, `http://127.0.0.1:${port}`);
}

/** Makes a key and a token. The authorization server runs until the benchmark ends. */
async function createCredentials(): Promise<Credentials> {
  const key = createApiKey("gdr_");
  const entry = {
    ...{ id: "00000001", name: "bench", scopes: [READ_SCOPE], created: "2026-01-01" },
    ...{ expires: null, revoked: null, sha256: credentialDigest(key) },
  };
  const file = join(temporaryFolder(), "keys.json");
  writeFileSync(file, formatKeyFile([entry]));
  const { issue, issuer } = await startAuthorizationServer({
    audience: AUDIENCE,
    algorithms: ["ES256"],
  });
  const token = await issue({ sub: "bench", scope: READ_SCOPE }, { alg: "ES256" });
  const settings = { API_KEYS_FILE: file, AUTH_URL: issuer, JWT_AUDIENCE: AUDIENCE };
  return { key, token, settings };
}
