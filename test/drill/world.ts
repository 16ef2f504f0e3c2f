import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueKey } from "../../build/keys/keys.ts";
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

const AUDIENCE = "https://gamedata.example.org";

/** What requests may cost before a caller is at its limit; the defaults of the service. */
export const LIMITS = { anonymous: 60, keyed: 1000, windowSeconds: 60 };

/** Everything that the drill runs against, and what is known to be wrong with it at the moment. */
export type World = {
  url: string;
  metricsUrl: string;
  proxy: Program;
  sites: Sites;
  redis: RedisServer | undefined;
  authorization: AuthorizationServer;
  keysFile: string;
  keys: { good: readonly string[]; scopeless: string };
  /** Tokens of the keys that sign now. */
  tokens: readonly string[];
  renewTokens: () => Promise<void>;
  /** What is being done to it. */
  fault: string;
  /** Until when (milliseconds) a worker may not know the authorization server's keys. */
  authorizationAwayUntil: number;
  /** Until when (milliseconds) connections may break because a worker was killed. */
  killedUntil: number;
  stop: () => Promise<number | null>;
};

/** Starts the compiled proxy with all that it can be connected to. `callers` is how many keys and accounts there are. */
export async function createWorld(options: {
  workers: number;
  redis: boolean;
  callers: number;
}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-drill-"));
  const sites = await buildSites(folder);
  const authorization = await startAuthorizationServer({
    audience: AUDIENCE,
    algorithms: ["ES256"],
  });
  const redis = options.redis ? await startRedisServer() : undefined;
  const keysFile = join(folder, "keys.json");
  const issue = (scope: string) =>
    issueKey(keysFile, { prefix: "gdr_", name: "drill", scope: [scope] }, new Date()).key;
  const good = Array.from({ length: options.callers }, () => issue("gamedata:read"));
  const scopeless = issue("another:scope");

  const [port, metricsPort] = [await freePort(), await freePort()];
  const proxy = startProgram(process.execPath, [PROGRAM, "serve"], {
    SITE: sites.folder,
    PORT: `${port}`,
    METRICS_PORT: `${metricsPort}`,
    TRUST_PROXY: "127.0.0.1",
    API_KEYS_FILE: keysFile,
    AUTH_URL: authorization.issuer,
    JWT_AUDIENCE: AUDIENCE,
    WORKERS: `${options.workers}`,
    ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
  });
  const url = `http://127.0.0.1:${port}`;
  await until(proxy, () => proxy.printed().includes(`"msg":"serving `));

  const world: World = {
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    proxy,
    sites,
    redis,
    authorization,
    keysFile,
    keys: { good, scopeless },
    tokens: [],
    renewTokens: async () => {
      const subjects = Array.from({ length: options.callers }, (_, at) => `account-${at}`);
      world.tokens = await Promise.all(
        subjects.map((sub) => authorization.issue({ sub, exp: inADay() })),
      );
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

function inADay(): number {
  return Math.floor(Date.now() / 1000) + 86_400;
}
