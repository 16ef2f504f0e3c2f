import { performance } from "node:perf_hooks";
import { type Command, InvalidArgumentError, Option } from "commander";
import { mirrorSite } from "../deployment/mirror.ts";
import { mirrorVersions, type VersionsReport } from "../deployment/mirror-versions.ts";
import type { Kind } from "../deployment/probe/findings.ts";
import { probeDeployment } from "../deployment/probe/probe.ts";
import { probeVersions, versionsProbeAsText } from "../deployment/probe/probe-versions.ts";
import { probeAsText } from "../deployment/probe/report.ts";
import { type Client, createClient, NoAnswerError } from "../fetch/client.ts";
import { DeploymentError } from "../fetch/deployment-error.ts";
import { fetchVersions, type ServedVersions } from "../fetch/fetch-versions.ts";
import { oneLine } from "../fetch/words.ts";
import { printableAddress } from "../schema/printable-address.ts";
import { BaseUrlSchema } from "../schema/values.ts";
import { isTarball } from "../site/site-files.ts";
import { FileBusyError } from "../write/lock.ts";
import { NotASiteError } from "../write/our-folder.ts";
import { progressBar } from "./progress.ts";
import { readPublicKey } from "./signing-keys.ts";
import {
  count,
  EXIT,
  environment,
  InputError,
  note,
  print,
  setExitCode,
  UsageError,
} from "./terminal.ts";

type MirrorFlags = { json?: boolean; key?: string; allowOlder?: boolean };

/** `gamedata mirror`. */
export function addMirrorCommand(program: Command): void {
  program
    .command("mirror")
    .description("bring a deployment home by its manifest, and later what has changed of it")
    .argument("<url>", "the address of the deployment; a key for it may stand in GAMEDATA_API_KEY")
    .argument(
      "<dir>",
      "the folder of the mirror; it is replaced at the end, by a whole site that was verified",
    )
    .option("--key <public>", "the minisign key that must have signed the site, or its file")
    .option("--allow-older", "with --key: take a site that was signed before the one that is there")
    .option("--json", "report as JSON")
    .action((url: string, dir: string, { json, key, allowOlder = false }: MirrorFlags) => {
      if (isTarball(dir))
        throw new UsageError(
          `error: ${dir} is a tarball's name; mirror into a folder, and pack that`,
        );
      return withClient(url, json, async (client, clientOf) => {
        const start = performance.now();
        const bar = progressBar("mirroring", "documents");
        const trust = key && { key: readPublicKey(key), mayBeOlder: allowOlder };
        const options = { dir, trust: trust || undefined, onProgress: bar.update };
        const secondsNow = () => Number(((performance.now() - start) / 1000).toFixed(2));
        const served = await versionsOf(client);
        if (served !== undefined) {
          const report = await mirrorVersions(client, served, clientOf, options).finally(bar.stop);
          return tellVersions(client.url, dir, report, secondsNow(), json);
        }
        const report = await mirrorSite(client, options).finally(bar.stop);
        const seconds = secondsNow();
        if (json)
          return print(JSON.stringify({ ok: true, url: client.url, dir, ...report, seconds }));
        const { patch, version, contents, fetched, fetchedBytes, reused, files, isUpToDate } =
          report;
        const made = contents - fetched - reused;
        print(
          `${dir}: patch ${patch}, version ${oneLine(version)}, of ${client.url}: ${count(contents)} documents, ` +
            `${count(fetched)} fetched (${(fetchedBytes / 1e6).toFixed(1)} MB), ${count(reused)} reused, ` +
            `${count(made)} made from the manifest, in ${seconds} s`,
        );
        print(
          `all ${count(files)} files agree with the manifest${isUpToDate ? "; nothing had changed" : ""}`,
        );
      });
    });
}

function tellVersions(
  url: string,
  dir: string,
  { latest, versions, mirrored }: VersionsReport,
  seconds: number,
  json: boolean | undefined,
): void {
  const fetchedBytes = mirrored.reduce((sum, one) => sum + one.fetchedBytes, 0);
  const asJson = () => JSON.stringify({ ok: true, url, dir, latest, versions, mirrored, seconds });
  const inWords = () =>
    `${dir}: ${count(versions)} versions of ${url}, ${count(mirrored.length)} of them brought home ` +
    `(${(fetchedBytes / 1e6).toFixed(1)} MB), in ${seconds} s; the latest is ${latest}`;
  print(json ? asJson() : inWords());
}

/** The list of versions, where the deployment is no site itself. */
async function versionsOf(client: Client): Promise<ServedVersions | undefined> {
  try {
    const answer = await client.ask({ path: "/health", method: "HEAD", maxBytes: 1024 });
    return answer.status === 200 ? undefined : await fetchVersions(client);
  } catch (error) {
    if (error instanceof NoAnswerError) return undefined; // what is asked next will say more
    throw error;
  }
}

type ProbeFlags = { expect?: Kind; sample?: number; json?: boolean };

/** `gamedata probe`. */
export function addProbeCommand(program: Command): void {
  program
    .command("probe")
    .description("compare a deployment, path by path, with its manifest and with the contract")
    .argument("<url>", "the address of the deployment; a key for it may stand in GAMEDATA_API_KEY")
    .addOption(
      new Option("--expect <kind>", "what it has to give (default: what it looks like)").choices([
        "static",
        "proxy",
      ]),
    )
    .option(
      "--sample <n>",
      "try n paths for each kind of question, the same ones each time (default: all)",
      wholeNumber,
    )
    .option("--json", "report as JSON")
    .action((url: string, { expect, sample, json }: ProbeFlags) =>
      withClient(url, json, async (client, clientOf) => {
        const bar = progressBar("probing", "steps");
        const onPlan = ({ questions, limit }: { questions: number; limit: number | undefined }) => {
          if (limit === undefined || questions <= limit) return;
          const minutes = count(Math.ceil(questions / limit));
          note(
            `${count(questions)} requests, of which it takes ${count(limit)} in one window: about ${minutes} windows; ` +
              "--sample 20, or a key in GAMEDATA_API_KEY, shortens it",
          );
        };
        const options = { expect, sample, onPlan, onProgress: bar.update };
        const served = await versionsOf(client);
        if (served !== undefined) {
          const probe = await probeVersions(client, served, clientOf, options).finally(bar.stop);
          if (!probe.isGood) setExitCode(EXIT.inputAtFault);
          const { isGood: ok, ...found } = probe;
          const told = { ok, url: client.url, ...found };
          return print(json ? JSON.stringify(told) : versionsProbeAsText(client.url, probe));
        }
        const report = await probeDeployment(client, options).finally(bar.stop);
        if (!report.isGood) setExitCode(EXIT.inputAtFault);
        const { isGood, ...rest } = report;
        print(
          json
            ? JSON.stringify({ ok: isGood, url: client.url, ...rest })
            : probeAsText(client.url, report),
        );
      }),
    );
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is a whole number from 1 on.");
}

/**
 * Uses a polite client, which tells the person when it waits, and puts what is wrong with the
 * deployment as asked for.
 */
async function withClient(
  url: string,
  json: boolean | undefined,
  use: (client: Client, clientOf: (path: string) => Client) => Promise<void>,
): Promise<void> {
  const address = BaseUrlSchema.safeParse(url).data;
  if (address === undefined) {
    throw new UsageError(
      `error: ${JSON.stringify(printableAddress(url))} is not the address of a deployment; expected one such as https://gamedata.example.org`,
    );
  }
  const apiKey = environment()["GAMEDATA_API_KEY"] || undefined;
  const hint = apiKey === undefined ? "; a key in GAMEDATA_API_KEY has a higher limit" : "";
  const onPause = (seconds: number) => note(`${address} asks to wait ${count(seconds)} s${hint}`);
  const clientOf = (path: string) => createClient(address + path, { apiKey, onPause });
  const client = clientOf("");
  try {
    await use(client, clientOf);
  } catch (error) {
    if (
      !json ||
      !(error instanceof Error) ||
      !OF_THE_DEPLOYMENT.some((kind) => error instanceof kind)
    )
      throw error;
    throw new InputError(JSON.stringify({ ok: false, problems: error.message.split("\n") }), true);
  } finally {
    await client.close();
  }
}

const OF_THE_DEPLOYMENT = [DeploymentError, NotASiteError, FileBusyError];
