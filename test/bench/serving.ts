import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createApiKey, credentialDigest, READ_SCOPE } from "../../build/core/keys/api-key.ts";
import { formatKeyFile } from "../../build/core/keys/key-file.ts";
import { type Program, startProgram, until } from "../harness/programs.ts";
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
};

/** Good credentials, and the settings of a proxy that accepts them. */
type Credentials = { key: string; token: string; settings: Record<string, string> };

/** How each part is measured. Each starts its servers. */
export const SERVING_PARTS = Object.entries({
  document: documentContests,
  conditional: conditionalContests,
}).map(([part, contestsOf]) => {
  const measure = async (measurement: Measurement): Promise<Row[]> => {
    credentials ??= createCredentials();
    return measureContests(part, await contestsOf(await credentials), measurement);
  };
  return [part, measure] as const;
});

let credentials: Promise<Credentials> | undefined;

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
  return contests.map(({ what, contender, yardstick, goal }) => {
    const own = samples.get(contender.name) ?? [];
    const others = samples.get(yardstick.name) ?? [];
    // By processor time, which other programs of the machine change least.
    const speed = ({ cpuMicroseconds }: Sample) => 1 / cpuMicroseconds;
    return {
      part,
      what: `${what}, processor time`,
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
  const logging = await startProxy({ ...settings, LOG_LEVEL: "info" });
  const measured = await startProxy({ ...settings, METRICS_PORT: `${await freePort()}` });
  const withLog = heroBy("key, log", logging, { "x-api-key": key });
  const withMetrics = heroBy("key, metrics", measured, { "x-api-key": key });
  const floor = await against("node:http", withKey);
  const bare = await against("fastify", withKey);
  return [
    { what: "hero, key", goal: 0.74, ...floor },
    { what: "hero, key", goal: 0.83, ...bare },
    { what: "hero, token", goal: 0.74, ...floor, contender: withToken },
    { what: "hero, key, the log on", goal: 0.5, ...floor, contender: withLog },
    { what: "hero, key, with metrics", goal: 0.5, ...floor, contender: withMetrics },
  ];
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

/**
 * Prints how long responses of the proxy and of nginx take at half of the highest rate of each.
 * Nothing is asserted.
 */
export async function printLatency({ seconds }: Measurement): Promise<Row[]> {
  const servers = { proxy: await startProxy({}), nginx: await startNginx() };
  for (const [name, server] of Object.entries(servers)) {
    const requests = { path: HERO };
    await load(server, requests, seconds); // warms it up
    const { requestsPerSecond: most } = await load(server, requests, seconds);
    const { latency, requestsPerSecond: rate } = await load(server, requests, seconds, most / 2);
    const times = latency.map((time) => `${(time / 1_000).toFixed(2)} ms`).join(", ");
    process.stdout.write(`${name} at ${rate.toFixed(0)}/s: p50, p99, p99.9 are ${times}\n`);
  }
  return [];
}

/** Starts nginx with the configuration that the build has made. */
async function startNginx(): Promise<Server> {
  const folder = temporaryFolder();
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const hosts = join(SITE, "hosts/nginx");
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; user root; worker_processes 1; pid ${join(folder, "pid")}; error_log stderr;
events { worker_connections 512; }
http { access_log off; ${temporary.join(" ")} include ${hosts}/http.conf;
server { listen 127.0.0.1:${port}; root ${SITE}; include ${hosts}/server.conf; } }
`,
  );
  return startServer(["nginx", "-p", folder, "-c", file], {}, `http://127.0.0.1:${port}`);
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

const running = new Set<Program>();

/** Ends all servers that were started. */
export function stopServers(): void {
  for (const { child } of running) child.kill(); // SIGTERM, as nginx then ends its workers too
  running.clear();
}
process.on("exit", stopServers);

/** Starts a server, and waits until it prints its address, or answers at `url`. */
async function startServer(
  command: string[],
  env: Record<string, string>,
  url?: string,
): Promise<Server> {
  const program = startProgram(...pinned("server", command), env);
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

/** Makes a key and a token. The authorization server runs until the benchmark ends. */
async function createCredentials(): Promise<Credentials> {
  const key = createApiKey("gdr_");
  const entry = {
    id: "00000001",
    name: "bench",
    scopes: [READ_SCOPE],
    created: "2026-01-01",
    expires: null,
    revoked: null,
    sha256: credentialDigest(key),
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
