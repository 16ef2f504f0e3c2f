import { type Command, InvalidArgumentError, Option } from "commander";
import type { DeploymentKind } from "./deployment/probe/findings.ts";
import { probeAsText } from "./deployment/probe/probe-as-text.ts";
import { probeDeployment } from "./deployment/probe/probe-deployment.ts";
import { showProgress } from "./terminal/progress.ts";
import { count, EXIT, note, print, setExitCode } from "./terminal/terminal.ts";
import { withClient } from "./terminal/with-client.ts";

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
    .action(probe);
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is a whole number from 1 on.");
}

type ProbeFlags = { expect?: DeploymentKind; sample?: number; json?: boolean };

/** Tells where a deployment differs from its manifest and from the contract. */
async function probe(url: string, { expect, sample, json }: ProbeFlags): Promise<void> {
  await withClient(url, json, async (client) => {
    const bar = showProgress("probing", "steps");
    const onPlan = ({ requests, limit }: { requests: number; limit: number | undefined }) => {
      if (limit === undefined || requests <= limit) return;
      const minutes = count(Math.ceil(requests / limit));
      note(
        `${count(requests)} requests, of which it takes ${count(limit)} in one window: ` +
          `about ${minutes} windows; ` +
          "--sample 20, or a key in GAMEDATA_API_KEY, shortens it",
      );
    };
    const options = { expect, sample, onPlan, onProgress: bar.update };
    const report = await probeDeployment(client, options).finally(bar.stop);
    if (!report.isGood) setExitCode(EXIT.inputAtFault);
    const { isGood, ...rest } = report;
    print(
      json
        ? JSON.stringify({ ok: isGood, url: client.url, ...rest })
        : probeAsText(client.url, report),
    );
  });
}
