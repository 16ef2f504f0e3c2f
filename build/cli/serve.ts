import { once } from "node:events";
import { createServer } from "node:net";
import type { Command } from "commander";
import { PACKAGE_DATA } from "../core/package.ts";
import { isTarball } from "../core/site/site-files.ts";
import { optimizeAsUsual, optimizeLess } from "./terminal/optimizing.ts";
import { siteToRead } from "./terminal/stored-site.ts";
import { InputError, note, print, setExitCode, terminal } from "./terminal/terminal.ts";

/** `gamedata serve`. */
export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description(
      'serve a site; settings are environment variables (see the guide "Operating the proxy")',
    )
    .argument(
      "[site]",
      "a site folder, a tarball, or the address of an origin (default: SITE, else dist)",
    )
    .option("--check", "try settings, site, keys and JWKS, and serve nothing")
    .option("--build", "build the site there first; links use PORT if BASE_URL is not set")
    .action(async (site: string | undefined, { build, check }: { build?: true; check?: true }) => {
      const env = site === undefined ? terminal().env : { ...terminal().env, SITE: site };
      if (build) await buildFor(env);
      const SITE = siteToRead(env["SITE"] || "dist");
      if (check) return tryService({ ...env, SITE });
      // Only here the generator's program knows the proxy.
      const { serve } = await import("../../proxy/main.ts");
      await serve({ ...env, SITE });
    });
}

/** Prints what was tried, a line for each. The exit code is 1 if something cannot be used. */
async function tryService(env: NodeJS.ProcessEnv) {
  const { checkService } = await import("../../proxy/check.ts");
  const { isGood, lines } = await checkService(env);
  for (const line of lines) print(line);
  if (!isGood) setExitCode(1);
}

/** Builds the site of the settings. Settings and the port are checked before the build. */
async function buildFor(env: NodeJS.ProcessEnv) {
  const { isOriginAddress, readConfig } = await import("../../proxy/config.ts");
  const read = readConfig(env);
  if ("problems" in read) throw new InputError(read.problems.join("\n"));
  const { host, port, reusePort, site } = read.config;
  if (isOriginAddress(site) || isTarball(site))
    throw new InputError(`SITE: ${site} is not a folder; --build needs a folder to write`);
  if (!reusePort) await refuseBusyPort(host, port);
  if (port === 0 && !env["BASE_URL"])
    note("warning: PORT is 0, so links in the site name port 8080; set BASE_URL to the address");
  note(`building ${site} ...`);
  const { buildSiteOnce } = await import("./build.ts");
  optimizeLess();
  const BASE_URL = env["BASE_URL"] || (port === 0 ? "" : `http://127.0.0.1:${port}`);
  await buildSiteOnce({ out: site, data: PACKAGE_DATA }, { ...env, BASE_URL });
  optimizeAsUsual();
}

async function refuseBusyPort(host: string, port: number) {
  const server = createServer().listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new InputError(`HOST, PORT: cannot listen on ${host}:${port}: ${reason}`);
  }
  server.close();
  await once(server, "close");
}
