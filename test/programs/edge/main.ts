import { existsSync } from "node:fs";
import { join } from "node:path";
import { ManifestError } from "../../../build/core/errors.ts";
import { KeyFileError } from "../../../build/core/keys/key-file.ts";
import { WORKER_FILE } from "../../../build/core/site/file-names.ts";
import { readManifest } from "../../../build/core/site/read-manifest.ts";
import { openSiteFiles } from "../../../build/core/site/site-files.ts";
import { readConfig } from "../../../proxy/config.ts";
import { NoRuntimeError, startRuntime } from "./start-runtime.ts";

/**
 * Serves a site as the edge does, on this machine. What is wrong with the settings is one line
 * each, and exit code 1.
 */
async function serveAtEdge(env: NodeJS.ProcessEnv) {
  const read = readConfig(env);
  if ("problems" in read) return refuse(read.problems);
  const { host, port, site } = read.config;
  if (!existsSync(join(site, WORKER_FILE)))
    return refuse([`SITE: ${site} contains no worker; expected the folder of a built site`]);
  try {
    const { patch, version } = readManifest(openSiteFiles(site), site);
    const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    const runtime = await startRuntime(site, env, [{ address, caller: "127.0.0.1" }]);
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, runtime.stop);
    runtime.process.once("exit", (code) => process.exit(code ?? 0));
    const [url] = runtime.urls;
    process.stdout.write(`serving ${site} (patch ${patch}, version ${version}) at ${url}\n`);
  } catch (error) {
    if (error instanceof KeyFileError) return refuse([`API_KEYS_FILE: ${error.message}`]);
    if (!(error instanceof NoRuntimeError || error instanceof ManifestError)) throw error;
    refuse([error.message]);
  }
}

function refuse(lines: readonly string[]) {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}

await serveAtEdge(process.env);
