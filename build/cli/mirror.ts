import { performance } from "node:perf_hooks";
import type { Command } from "commander";
import { oneLine } from "../core/fetch/exchange.ts";
import { isTarball } from "../core/site/site-files.ts";
import { absoluteFolder } from "../generator/write/our-folder.ts";
import { mirrorSite } from "./deployment/mirror-site.ts";
import { showProgress } from "./terminal/progress.ts";
import { KEY_HELP, readPublicKey, siteToWrite } from "./terminal/stored-site.ts";
import { appendTo, count, note, print, UsageError } from "./terminal/terminal.ts";
import { withClient } from "./terminal/with-client.ts";

/** `gamedata mirror`. */
export function addMirrorCommand(program: Command): void {
  program
    .command("mirror")
    .description("copy a deployment to a folder; later runs fetch only what changed")
    .argument("<url>", "the address of the deployment; GAMEDATA_API_KEY may hold a key for it")
    .argument(
      "<dir>",
      "the folder of the mirror; it is replaced at the end by a complete, verified site",
    )
    .option("--key <public>", KEY_HELP, appendTo)
    .option(
      "--allow-older",
      "with --key: accept a site that was signed before the one in the folder",
    )
    .action(mirror);
}

type MirrorFlags = { key?: string[]; allowOlder?: boolean };

/** Brings a deployment home. */
async function mirror(url: string, named: string, { key, allowOlder = false }: MirrorFlags) {
  if (isTarball(named))
    throw new UsageError(
      `error: ${named} is the name of a tarball; mirror into a folder and pack it`,
    );
  absoluteFolder(named); // refuses an empty name before anything is requested
  const dir = siteToWrite(named);
  await withClient(url, async (client) => {
    const start = performance.now();
    const bar = showProgress("mirroring", "documents");
    const trust = key && { keys: key.map(readPublicKey), mayBeOlder: allowOlder };
    const options = { dir, trust, onProgress: bar.update };
    const report = await mirrorSite(client, options).finally(bar.stop);
    const seconds = Number(((performance.now() - start) / 1000).toFixed(2));
    if (isTarball(dir)) note(`${dir} is a tarball, as Windows cannot store every name in it`);
    const { patch, version, contents, fetched, fetchedBytes, reused, made } = report;
    const { files, isUpToDate } = report;
    print(
      `${dir}: patch ${patch}, version ${oneLine(version)}, of ${client.url}: ` +
        `${count(contents)} documents, ` +
        `${count(fetched)} fetched (${(fetchedBytes / 1e6).toFixed(1)} MB), ` +
        `${count(reused)} reused, ` +
        `${count(made)} made from the manifest, in ${seconds} s`,
    );
    print(`${count(files)} files match the manifest${isUpToDate ? "; nothing had changed" : ""}`);
  });
}
