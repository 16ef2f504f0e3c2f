import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createApiKey, credentialDigest, READ_SCOPE } from "../../build/core/keys/api-key.ts";
import { formatKeyFile } from "../../build/core/keys/key-file.ts";
import { isInstalled, type Program, startProgram, until } from "../harness/programs.ts";
import { startAuthorizationServer } from "../helpers/authorization-server.ts";
import { freePort } from "../helpers/port.ts";

/** Servers run on one core and the load on the other, if processes can be pinned. */
const CORES = { server: "0", load: "1" };

const canPin = isInstalled("taskset");

/** A command line that runs on its core only. */
export function pinned(core: keyof typeof CORES, command: string[]): [string, string[]] {
  const [program = "", ...args] = canPin ? ["taskset", "-c", CORES[core], ...command] : command;
  return [program, args];
}

/**
 * All Node servers have a young generation of one size. Its growth depends on chance, and takes up
 * to a fifth of the time of a request.
 */
const NODE = [process.execPath, "--min-semi-space-size=16", "--max-semi-space-size=16"];

export const PROGRAM = resolve(".compiled/gamedata.js");

/** The site under test. It is built from the real data before the benchmark starts. */
export const SITE = resolve("dist");

/** Settings with which no caller is refused. */
const UNLIMITED = { ANONYMOUS_LIMIT: "1000000000", KEYED_LIMIT: "1000000000", LOG_LEVEL: "silent" };

const AUDIENCE = "https://gamedata.example.org";

/** A server under load. It ends with the part of the benchmark that started it. */
export type Server = Program & { url: string };

const running = new Set<Program>();

/** Ends all servers that were started. */
export function stopServers(): void {
  for (const { child } of running) child.kill(); // SIGTERM, as nginx then ends its workers too
  running.clear();
}
process.on("exit", stopServers);

/** Starts a server, and waits until it answers at `url`, or at the address that it prints. */
export async function startServer(
  command: string[],
  env: Record<string, string>,
  url?: string,
  log?: string,
): Promise<Server> {
  const program = startProgram(...pinned("server", command), env, log);
  running.add(program);
  const printedUrl = () => /at (http:\/\/127\.0\.0\.1:\d+)/.exec(program.printed())?.[1];
  await until(program, async () =>
    url === undefined ? printedUrl() !== undefined : (await fetch(url).catch(() => 0)) !== 0,
  );
  return { ...program, url: url ?? printedUrl() ?? "" };
}

/** Good credentials, and the settings of a proxy that accepts them. */
export type Credentials = { keys: string[]; tokens: string[]; settings: Record<string, string> };

/** Makes keys and tokens. The authorization server runs until the benchmark ends. */
export async function createCredentials(): Promise<Credentials> {
  const keys = Array.from({ length: 1_000 }, () => createApiKey("gdr_"));
  const entries = keys.map((key, at) => ({
    id: at.toString(16).padStart(8, "0"),
    name: `bench ${at}`,
    scopes: [READ_SCOPE],
    created: "2026-01-01",
    expires: null,
    revoked: null,
    sha256: credentialDigest(key),
  }));
  const file = join(temporaryFolder(), "keys.json");
  writeFileSync(file, formatKeyFile(entries));
  const { issue, issuer } = await startAuthorizationServer({
    audience: AUDIENCE,
    algorithms: ["ES256"],
  });
  const tokens = await Promise.all(
    Array.from({ length: 2_000 }, (_, at) =>
      issue({ sub: `bench-${at}`, scope: READ_SCOPE }, { alg: "ES256" }),
    ),
  );
  const settings = { API_KEYS_FILE: file, AUTH_URL: issuer, JWT_AUDIENCE: AUDIENCE };
  return { keys, tokens, settings };
}

/** Starts the proxy, whose log goes to `log`. */
export async function startProxy(
  settings: Record<string, string>,
  site = SITE,
  log?: string,
): Promise<Server> {
  const port = await freePort();
  const env = { ...UNLIMITED, ...settings, PORT: `${port}` };
  return startServer([...NODE, PROGRAM, "serve", site], env, `http://127.0.0.1:${port}`, log);
}

/** Starts the worker of the edge under workerd. */
export function startEdge(settings: Record<string, string>): Promise<Server> {
  const env = { ...UNLIMITED, ...settings, PORT: "0", SITE };
  return startServer([...NODE, resolve(".compiled/edge.js")], env);
}

/** Starts one of the servers of `yardsticks.ts`. */
export function startYardstick(name: string, env: Record<string, string>): Promise<Server> {
  return startServer([...NODE, resolve(".compiled/bench/yardsticks.js"), name], env);
}

export async function startNginx(): Promise<Server> {
  const dir = temporaryFolder();
  const port = await freePort();
  writeFileSync(
    join(dir, "nginx.conf"),
    `
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
}`,
  );
  // If root starts nginx, its workers run as another user, who may not read the site.
  const user = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const command = ["nginx", "-p", dir, "-c", join(dir, "nginx.conf"), ...user];
  return startServer(command, {}, `http://127.0.0.1:${port}`);
}

export async function startCaddy(): Promise<Server> {
  const dir = temporaryFolder();
  const port = await freePort();
  const rules = `\troot * ${SITE}\n\ttry_files {path} {path}.json\n\tfile_server\n`;
  const options = "{\n\tadmin off\n\tauto_https off\n}\n";
  writeFileSync(join(dir, "Caddyfile"), `${options}http://127.0.0.1:${port} {\n${rules}}\n`);
  const command = ["caddy", "run", "--adapter", "caddyfile", "--config", join(dir, "Caddyfile")];
  return startServer(command, { HOME: dir }, `http://127.0.0.1:${port}`);
}

const folders = mkdtempSync(join(tmpdir(), "gamedata-bench-"));

/** A new folder, which is removed when the benchmark ends. */
export function temporaryFolder(): string {
  return mkdtempSync(join(folders, "part-"));
}
process.on("exit", () => rmSync(folders, { recursive: true, force: true }));
