import { type Command, InvalidArgumentError, Option } from "commander";
import { oneLine } from "../core/fetch/exchange.ts";
import { type CheckResult, type DeploymentKind, KINDS } from "./deployment/probe/findings.ts";
import {
  MOST_EXHAUSTED,
  type ProbeReport,
  probeDeployment,
} from "./deployment/probe/probe-deployment.ts";
import { showProgress } from "./terminal/progress.ts";
import { count, EXIT, print, setExitCode } from "./terminal/terminal.ts";
import { withClient } from "./terminal/with-client.ts";

/** `gamedata probe`. */
export function addProbeCommand(program: Command): void {
  const expect = new Option(
    "--expect <kind>",
    "what the deployment must offer (default: proxy if it has rate limits, else static)",
  );
  program
    .command("probe")
    .description("compare a deployment with its manifest and the API contract, path by path")
    .argument("<url>", "the address of the deployment; GAMEDATA_API_KEY may hold a key for it")
    .addOption(expect.choices(KINDS))
    .option("--sample <n>", "try n paths of each kind, the same each time (default: all)", toNumber)
    .option("--json", "report as JSON")
    .action(probe);
}

function toNumber(text: string) {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number of 1 or more.");
}

type ProbeFlags = { expect?: DeploymentKind; sample?: number; json?: boolean };

/** Reports where a deployment differs from its manifest and from the contract. */
async function probe(url: string, { expect, sample, json }: ProbeFlags) {
  await withClient(url, async (client) => {
    const bar = showProgress("probing", "steps");
    const options = { expect, sample, onProgress: bar.update };
    const report = await probeDeployment(client, options).finally(bar.stop);
    if (!report.isGood) setExitCode(EXIT.inputAtFault);
    const { isGood, ...rest } = report;
    if (json) print(JSON.stringify({ ok: isGood, url: client.url, ...rest }));
    else print(probeAsText(client.url, report));
  });
}

/** A line for each check that the deployment must pass; the last line counts the others. */
export function probeAsText(url: string, report: ProbeReport): string {
  const { kind, patch, version, requests, checks } = report;
  const of = (outcome: CheckResult["outcome"]) => checks.filter((one) => one.outcome === outcome);
  const absent = of("not offered").map(({ check }) => check);
  const differing = of("differs").length;
  return [
    `${url}: patch ${patch}, version ${oneLine(version)}; expected: ${kind}`,
    "",
    ...checks.filter(({ outcome }) => outcome !== "not offered").flatMap(describeCheck),
    "",
    `${count(requests)} requests: ` +
      (differing === 0 ? "nothing differs" : `${differing} of ${checks.length} checks differ`) +
      (absent.length > 0 ? `; ${absent.length} not offered (${absent.join(", ")})` : ""),
  ].join("\n");
}

function describeCheck({ check, outcome, tried, failed, example }: CheckResult) {
  const counts = failed === 0 ? count(tried) : `${count(failed)} of ${count(tried)}`;
  const why = `only where RateLimit-Limit is at most ${MOST_EXHAUSTED}`;
  const about = check === "status 429" && tried === 0 ? why : counts;
  const line = `${outcome.padEnd(9)}  ${check.padEnd(20)}  ${about}`;
  if (example === undefined) return [line];
  const { request, expected, actual } = example;
  const what = `${oneLine(request)}: expected ${oneLine(expected)}; got ${oneLine(actual)}`;
  return [line, `           ${what}`];
}
