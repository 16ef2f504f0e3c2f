import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createApiKey, credentialDigest, READ_SCOPE } from "../../build/keys/api-key.ts";
import { startAuthorizationServer } from "../helpers/authorization-server.ts";
import { type Server, startAlongside, startServer, startSilentServer } from "./process.ts";

const NODE = process.execPath;
const PROGRAM = resolve(".compiled/gamedata.js");
const STOCK = resolve(".compiled/bench/yardsticks");

/** The site under test. It is built from the real data before the benchmark starts. */
export const SITE = resolve("dist");

/** Settings with which no caller is refused. */
const UNLIMITED = { ANONYMOUS_LIMIT: "1000000000", KEYED_LIMIT: "1000000000", LOG_LEVEL: "silent" };

const AUDIENCE = "https://gamedata.example.org";

/** Good credentials, and the settings of a proxy that accepts them. */
export type Credentials = { keys: string[]; tokens: string[]; settings: Record<string, string> };

/** Makes keys and tokens. The authorization server runs until the benchmark ends. */
export async function createCredentials(
  keyCount: number,
  tokenCount: number,
): Promise<Credentials> {
  const keys = Array.from({ length: keyCount }, () => createApiKey("gdr_"));
  const entries = keys.map((key, at) => ({
    id: at.toString(16).padStart(8, "0"),
    name: `bench ${at}`,
    scopes: [READ_SCOPE],
    created: "2026-01-01",
    expires: null,
    revoked: null,
    sha256: credentialDigest(key),
  }));
  const file = temporaryFile("keys.json");
  writeFileSync(file, JSON.stringify({ format: 1, keys: entries }));

  const authorization = await startAuthorizationServer({
    audience: AUDIENCE,
    algorithms: ["ES256"],
  });
  const issue = (at: number) =>
    authorization.issue({ sub: `bench-${at}`, scope: READ_SCOPE }, { alg: "ES256" });
  const tokens = await Promise.all(Array.from({ length: tokenCount }, (_, at) => issue(at)));
  const settings = { API_KEYS_FILE: file, AUTH_URL: authorization.issuer, JWT_AUDIENCE: AUDIENCE };
  return { keys, tokens, settings };
}

/** Starts the proxy. */
export async function startProxy(settings: Record<string, string>, site = SITE): Promise<Server> {
  const port = await freePort();
  const env = { ...UNLIMITED, ...settings, PORT: `${port}` };
  return startSilentServer([NODE, PROGRAM, "serve", site], `http://127.0.0.1:${port}`, env);
}

/** Starts the worker of the edge under workerd. */
export function startEdge(settings: Record<string, string>): Promise<Server> {
  const env = { ...UNLIMITED, ...settings, PORT: "0", SITE };
  return startServer([NODE, resolve(".compiled/edge.js")], env);
}

/** Starts a node:http server that gives the same answer as another server. */
export function startFloor(url: string, headers: Record<string, string>): Promise<Server> {
  return startServer([NODE, `${STOCK}/floor.js`], {
    ANSWER_OF: url,
    ANSWER_HEADERS: JSON.stringify(headers),
  });
}

/** Starts a fastify server that gives the same answer as another server. */
export function startBareFastify(url: string, headers: Record<string, string>): Promise<Server> {
  return startServer([NODE, `${STOCK}/bare-fastify.js`], {
    ANSWER_OF: url,
    ANSWER_HEADERS: JSON.stringify(headers),
  });
}

/** Starts @fastify/static with @fastify/rate-limit. */
export function startStatic(): Promise<Server> {
  return startServer([NODE, `${STOCK}/static.js`], { SITE });
}

/** Starts @fastify/http-proxy. */
export function startHttpProxy(origin: string): Promise<Server> {
  return startServer([NODE, `${STOCK}/http-proxy.js`], { ORIGIN: origin });
}

/** Starts a Redis that writes nothing to the disk, and returns its address. */
export async function startRedis(): Promise<string> {
  const port = await freePort();
  const quiet = ["--save", "", "--appendonly", "no", "--loglevel", "warning"];
  startAlongside(["redis-server", "--port", `${port}`, "--bind", "127.0.0.1", ...quiet]);
  return `redis://127.0.0.1:${port}`;
}

export async function startNginx(): Promise<Server> {
  const dir = mkdtempSync(join(tmpdir(), "gamedata-bench-"));
  const port = await freePort();
  const conf = `
worker_processes 1;
daemon off;
pid ${dir}/nginx.pid;
error_log stderr error;
events {}
http {
  default_type application/json;
  access_log off;
  keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:${port};
    root ${SITE};
    open_file_cache max=1000;
    location / { try_files $uri $uri.json =404; }
  }
}`;
  writeFileSync(join(dir, "nginx.conf"), conf);
  // If root starts nginx, its workers run as another user, who may not read the site.
  const user = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  return startSilentServer(
    ["nginx", "-p", dir, "-c", join(dir, "nginx.conf"), ...user],
    `http://127.0.0.1:${port}`,
  );
}

export async function startCaddy(): Promise<Server> {
  const dir = mkdtempSync(join(tmpdir(), "gamedata-bench-"));
  const port = await freePort();
  const file = join(dir, "Caddyfile");
  writeFileSync(
    file,
    `{\n\tadmin off\n\tauto_https off\n}\nhttp://127.0.0.1:${port} {\n\troot * ` +
      `${SITE}\n\ttry_files {path} {path}.json\n\tfile_server\n}\n`,
  );
  const command = ["caddy", "run", "--adapter", "caddyfile", "--config", file];
  // where it keeps what it was told
  return startSilentServer(command, `http://127.0.0.1:${port}`, { HOME: dir });
}

/** A file of that name in a folder of its own. */
export function temporaryFile(name: string): string {
  return join(mkdtempSync(join(tmpdir(), "gamedata-bench-")), name);
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
