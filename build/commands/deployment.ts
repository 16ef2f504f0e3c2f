import { performance } from "node:perf_hooks";
import type { Command } from "commander";
import { type Client, createClient, DeploymentError } from "../deployment/client.ts";
import { mirrorSite } from "../deployment/mirror.ts";
import { BaseUrlSchema } from "../schema/values.ts";
import { isTarball } from "../site-files.ts";
import { FileBusyError } from "../update-file.ts";
import { NotASiteError } from "../write.ts";
import { progressBar } from "./progress.ts";
import { count, InputError, note, print, UsageError } from "./terminal.ts";

/** `gamedata mirror`. */
export function addMirrorCommand(program: Command): void {
  program
    .command("mirror")
    .description("bring a deployment home by its manifest, and later what has changed of it")
    .argument("<url>", "the address of the deployment; a key for it may stand in GAMEDATA_API_KEY")
    .argument("<dir>", "the folder of the mirror; it is replaced at the end, by a whole site that was verified")
    .option("--json", "report as JSON")
    .action(async (url: string, dir: string, { json }: { json?: boolean }) => {
      const address = deploymentAddress(url);
      if (isTarball(dir)) throw new UsageError(`error: ${dir} is a tarball's name; mirror a folder, and pack that`);
      const start = performance.now();
      const bar = progressBar("mirroring", "documents");
      const client = politeClient(address);
      try {
        const report = await mirrorSite(client, { dir, onProgress: bar.update });
        const seconds = Number(((performance.now() - start) / 1000).toFixed(2));
        bar.stop();
        if (json) return print(JSON.stringify({ ok: true, url: address, dir, ...report, seconds }));
        const { patch, version, contents, fetched, fetchedBytes, reused, files, isUpToDate } = report;
        print(
          `${dir}: patch ${patch}, version ${version}, of ${address}: ` +
            `${count(fetched)} of ${count(contents)} documents fetched (${(fetchedBytes / 1e6).toFixed(1)} MB), ` +
            `${count(reused)} reused, in ${seconds} s`,
        );
        print(`all ${count(files)} files agree with the manifest${isUpToDate ? "; nothing had changed" : ""}`);
      } catch (error) {
        bar.stop();
        if (json && isExpected(error)) {
          throw new InputError(JSON.stringify({ ok: false, problems: error.message.split("\n") }), true);
        }
        throw error;
      } finally {
        await client.close();
      }
    });
}

function isExpected(error: unknown): error is Error {
  return error instanceof DeploymentError || error instanceof NotASiteError || error instanceof FileBusyError;
}

function deploymentAddress(url: string): string {
  const parsed = BaseUrlSchema.safeParse(url);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `error: ${JSON.stringify(url)} is not the address of a deployment; expected one such as https://gamedata.example.org`,
  );
}

/** A client that tells the person when it waits. */
function politeClient(url: string): Client {
  const apiKey = process.env["GAMEDATA_API_KEY"] || undefined;
  const hint = apiKey === undefined ? "; a key in GAMEDATA_API_KEY has a higher limit" : "";
  return createClient(url, {
    apiKey,
    onPause: (seconds) => note(`${url} asks to wait ${count(seconds)} s${hint}`),
  });
}
