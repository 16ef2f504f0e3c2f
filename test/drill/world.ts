import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueKey } from "../../build/cli/keys/edit-keys.ts";
import { PACKAGE_ROOT } from "../../build/core/package.ts";
import { type Program, startProgram, until } from "../harness/programs.ts";
import { type RedisServer, startRedisServer } from "../harness/redis.ts";
import {
  type AuthorizationServer,
  startAuthorizationServer,
} from "../helpers/authorization-server.ts";
import { freePort } from "../helpers/port.ts";
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
  /** Until this time (`performance.now()`) an instance may lack the authorization server's keys. */
  authorizationAwayUntil: number;
  /** Until this time (`performance.now()`) connections may break as an instance was killed. */
  killedUntil: number;
};

/** One process of the service. */
export type Instance = {
  url: string;
  metricsUrl: string;
  program: () => Program;
  /** Ends it, starts it again, and waits until it serves. Gives its exit code. */
  restart: (signal: "SIGTERM" | "SIGKILL") => Promise<number | null>;
  /** Whether it has ended without `restart`. */
  hasEnded: () => boolean;
};

/** Everything that the drill starts: the service, and what the service is connected to. */
export type World = Service & {
  instances: readonly Instance[];
  redis: RedisServer | undefined;
  authorization: AuthorizationServer;
  keysFile: string;
  renewTokens: () => Promise<void>;
  /** Ends everything. Gives the exit codes of the instances. */
  stop: () => Promise<(number | null)[]>;
};

/**
 * Starts the compiled proxy and everything that it can be connected to. Several instances are
 * behind Caddy, with the Caddyfile that is shipped, or share a port. `callers` is the number of
 * keys, and of accounts.
 */
export async function createWorld(options: {
  instances: number;
  reusePort: boolean;
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
  const { file: keysFile, keys } = issueKeys(folder, options.callers);
  const port = await freePort();
  const env = {
    SITE: sites.folder,
    TRUST_PROXY: "127.0.0.1",
    API_KEYS_FILE: keysFile,
    AUTH_URL: authorization.issuer,
    JWT_AUDIENCE: AUDIENCE,
    DRAIN_SECONDS: "3",
    ...(options.reusePort ? { REUSE_PORT: "true" } : {}),
    ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
  };
  const instances: Instance[] = [];
  while (instances.length < options.instances)
    instances.push(await startInstance(env, options.reusePort ? port : await freePort()));
  const [first] = instances;
  const isBehindCaddy = options.instances > 1 && !options.reusePort;
  const caddy = isBehindCaddy ? await startCaddy(folder, port, instances) : undefined;

  const world: World = {
    url: caddy === undefined ? (first?.url ?? "") : `http://127.0.0.1:${port}`,
    instances,
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
      caddy?.child.kill("SIGKILL");
      for (const { program } of instances) program().child.kill("SIGTERM");
      const codes = await Promise.all(instances.map(({ program }) => program().exited));
      await authorization.stop();
      await redis?.kill();
      rmSync(folder, { recursive: true, force: true });
      return codes;
    },
  };
  await world.renewTokens();
  return world;
}

async function startInstance(env: Record<string, string>, port: number): Promise<Instance> {
  const metricsPort = await freePort();
  const settings = { ...env, PORT: `${port}`, METRICS_PORT: `${metricsPort}` };
  let isExpected = true;
  let program: Program;
  const start = async () => {
    program = startProgram(process.execPath, [PROGRAM, "serve"], settings);
    await until(program, () => program.printed().includes('"msg":"serving '));
    isExpected = false;
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    program: () => program,
    restart: async (signal) => {
      isExpected = true;
      program.child.kill(signal);
      const code = await program.exited;
      await start();
      return code;
    },
    hasEnded: () => {
      const { exitCode, signalCode } = program.child;
      return !isExpected && (exitCode !== null || signalCode !== null);
    },
  };
}

/** Starts Caddy in front of the instances. It believes the drill's own `X-Forwarded-For`. */
async function startCaddy(
  folder: string,
  port: number,
  instances: readonly Instance[],
): Promise<Program> {
  const file = join(folder, "Caddyfile");
  const shipped = readFileSync(join(PACKAGE_ROOT, "proxy/deploy/Caddyfile"), "utf8");
  const trusting = shipped.replace("lb_policy", "trusted_proxies 127.0.0.1/32\n\t\tlb_policy");
  writeFileSync(file, `{\n\tadmin off\n}\n${trusting}`);
  const url = `http://127.0.0.1:${port}`;
  const caddy = startProgram("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    HOME: folder,
    SITE_ADDRESS: url,
    INSTANCES: instances.map((instance) => new URL(instance.url).host).join(" "),
  });
  await until(caddy, () =>
    fetch(url)
      .then(({ ok }) => ok)
      .catch(() => false),
  );
  return caddy;
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
