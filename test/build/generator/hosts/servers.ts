import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { freePort } from "../../../helpers/port.ts";

/** A web server of Debian's, started with the generated configurations as the guide describes. */
export type HostServer = {
  name: string;
  isInstalled: boolean;
  /** Each site has a port of its own; `port` is that of the first. */
  start: (...sites: string[]) => Promise<Running>;
};

export type Running = { port: number; ports: number[]; stop: () => Promise<void> };

const BROTLI_MODULE = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";

/** In CI a missing program fails the tests that need it; elsewhere it skips them. */
const isCi = process.env["CI"] === "true";

export const HOST_SERVERS: HostServer[] = [
  {
    name: "nginx",
    isInstalled: isCi || isInstalled("nginx", "-v"),
    start: startNginx,
  },
  {
    name: "Caddy",
    isInstalled: isCi || isInstalled("caddy", "version"),
    start: startCaddy,
  },
];

async function startNginx(...sites: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-host-"));
  const ports = await Promise.all(sites.map(() => freePort()));
  const servers = sites.map(
    (site, at) => `
  include ${at === 0 ? `${site}/hosts/nginx/http.conf` : withoutSizes(site, folder)};
  server {
    listen 127.0.0.1:${ports[at]};
    root ${site};
    brotli_static on;
    include ${site}/hosts/nginx/server.conf;
  }`,
  );
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `load_module ${BROTLI_MODULE};
daemon off; worker_processes 1; pid ${join(folder, "nginx.pid")}; error_log stderr;
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 512; }
http { access_log off; ${temporary.join(" ")} ${servers.join("")} }
`,
  );
  return run(folder, ports, "nginx", ["-p", folder, "-c", config]);
}

/** What a second site includes, as the guide makes it. */
function withoutSizes(site: string, folder: string) {
  const file = join(folder, "second-site.conf");
  const text = readFileSync(join(site, "hosts/nginx/http.conf"), "utf8");
  writeFileSync(file, text.replace(/^(map|variables)_hash.*\n/gm, ""));
  return file;
}

async function startCaddy(...sites: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-host-"));
  const ports = await Promise.all(sites.map(() => freePort()));
  const isOne = sites.length === 1;
  const blocks = sites.map(
    (site, at) => `
:${ports[at]} {
  bind 127.0.0.1
  root * ${site}
  import ${isOne ? "gamedata" : `${site}/hosts/site.caddyfile`}
}`,
  );
  const head = isOne ? `import ${sites[0]}/hosts/Caddyfile` : "";
  const config = join(folder, "Caddyfile");
  writeFileSync(config, `{\nadmin off\nauto_https off\n}\n${head}${blocks.join("")}\n`);
  const homes = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return run(folder, ports, "caddy", ["run", "--config", config, "--adapter", "caddyfile"], homes);
}

/** Runs a server until asked to stop, and waits until it answers. Its folder goes with it. */
async function run(
  folder: string,
  ports: number[],
  program: string,
  args: string[],
  env: Record<string, string> = {},
) {
  const [port = 0] = ports;
  const server = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const said: string[] = [];
  server.stderr.on("data", (chunk) => said.push(`${chunk}`));
  const stop = async () => {
    server.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await vi
    .waitFor(() => fetch(`http://127.0.0.1:${port}/health`), { timeout: 20_000, interval: 50 })
    .catch(async () => {
      await stop();
      throw new Error(`${program} does not answer: ${said.join("")}`);
    });
  return { port, ports, stop };
}

function isInstalled(program: string, question: string) {
  return spawnSync(program, [question]).status === 0;
}
