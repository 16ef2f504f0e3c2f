import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueKey } from "../../build/keys/edit-keys.ts";
import {
  type AuthorizationServer,
  startAuthorizationServer,
} from "../helpers/authorization-server.ts";
import {
  freePort,
  type Program,
  type RedisServer,
  startProgram,
  startRedisServer,
  until,
} from "./programs.ts";
import { buildSites, PROGRAM, type Sites } from "./sites.ts";

export const AUDIENCE = "https://gamedata.example.org";

/** The limits of callers, which are the defaults of the service. */
export const LIMITS = { anonymous: 60, keyed: 1000, windowSeconds: 60 };

/** The service that is called, and what callers need to know of it. */
export type Service = {
  url: string;
  sites: Sites;
  keys: { good: readonly string[]; scopeless: string };
  /** Access tokens, signed with the current keys. */
  tokens: readonly string[];
  /** The header that names the address of a caller. */
  addressHeader: string;
  /** The name of the current fault. */
  fault: string;
  /** Until this time (`performance.now()`) a worker may lack the authorization server's keys. */
  authorizationAwayUntil: number;
  /** Until this time (`performance.now()`) connections may break as a worker was killed. */
  killedUntil: number;
};

/** Everything that the drill starts: the service, and what the service is connected to. */
export type World = Service & {
  metricsUrl: string;
  proxy: Program;
  /** The file of the log. Undefined if the log is a pipe. */
  log: string | undefined;
  redis: RedisServer | undefined;
  authorization: AuthorizationServer;
  keysFile: string;
  renewTokens: () => Promise<void>;
  stop: () => Promise<number | null>;
};

/**
 * Starts the compiled proxy and everything that it can be connected to. `callers` is the number of
 * keys, and of accounts.
 */
export async function createWorld(options: {
  workers: number;
  redis: boolean;
  callers: number;
  /** Whether the log is a file. Otherwise it is a pipe. */
  disk: boolean;
}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-drill-"));
  const sites = await buildSites(folder);
  const authorization = await startAuthorizationServer({
    audience: AUDIENCE,
    algorithms: ["ES256"],
  });
  const redis = options.redis ? await startRedisServer() : undefined;
  const { file: keysFile, keys } = issueKeys(folder, options.callers);

  const [port, metricsPort] = [await freePort(), await freePort()];
  const env = {
    SITE: sites.folder,
    PORT: `${port}`,
    METRICS_PORT: `${metricsPort}`,
    TRUST_PROXY: "127.0.0.1",
    API_KEYS_FILE: keysFile,
    AUTH_URL: authorization.issuer,
    JWT_AUDIENCE: AUDIENCE,
    WORKERS: `${options.workers}`,
    ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
  };
  const log = options.disk ? join(folder, "log") : undefined;
  const proxy = startProgram(process.execPath, [PROGRAM, "serve"], env, log);
  const url = `http://127.0.0.1:${port}`;
  await until(proxy, () => proxy.printed().includes(`"msg":"serving `));

  const world: World = {
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    proxy,
    log,
    sites,
    redis,
    authorization,
    keysFile,
    keys,
    tokens: [],
    addressHeader: "x-forwarded-for",
    renewTokens: async () => {
      world.tokens = await issueTokens(authorization, options.callers);
    },
    fault: "",
    authorizationAwayUntil: 0,
    killedUntil: 0,
    stop: async () => {
      proxy.child.kill("SIGTERM");
      const code = await proxy.exited;
      await authorization.stop();
      await redis?.kill();
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
  await world.renewTokens();
  return world;
}

/** Writes a key file with `count` good keys and one key without the scope. */
export function issueKeys(folder: string, count: number): { file: string; keys: Service["keys"] } {
  const file = join(folder, "keys.json");
  const issue = (scope: string) =>
    issueKey(file, { prefix: "gdr_", name: "drill", scope: [scope] }, new Date()).key;
  const good = Array.from({ length: count }, () => issue("gamedata:read"));
  return { file, keys: { good, scopeless: issue("another:scope") } };
}

/** Issues an access token for each of `count` accounts, signed with the current key. */
export function issueTokens(authorization: AuthorizationServer, count: number): Promise<string[]> {
  const subjects = Array.from({ length: count }, (_, at) => `account-${at}`);
  return Promise.all(subjects.map((sub) => authorization.issue({ sub, exp: inADay() })));
}

function inADay(): number {
  return Math.floor(Date.now() / 1000) + 86_400;
}
