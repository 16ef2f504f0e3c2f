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
    .description("compare a deployment with its manifest and the API contract, path by path")
    .argument("<url>", "the address of the deployment; GAMEDATA_API_KEY may hold a key for it")
    .addOption(
      new Option("--expect <kind>", "the kind of deployment to expect (default: detected)").choices(
        ["static", "proxy"],
      ),
    )
    .option(
      "--sample <n>",
      "try n paths per check, the same ones each time (default: all)",
      wholeNumber,
    )
    .option("--json", "report as JSON")
    .action(probe);
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number of 1 or more.");
}

type ProbeFlags = { expect?: DeploymentKind; sample?: number; json?: boolean };

/** Reports where a deployment differs from its manifest and from the contract. */
async function probe(url: string, { expect, sample, json }: ProbeFlags): Promise<void> {
  await withClient(url, async (client) => {
    const bar = showProgress("probing", "steps");
    const onPlan = ({ requests, limit }: { requests: number; limit: number | undefined }) => {
      if (limit === undefined || requests <= limit) return;
      const minutes = count(Math.ceil(requests / limit));
      note(
        `${count(requests)} requests at ${count(limit)} per window: about ${minutes} windows; ` +
          "to shorten this, use --sample 20 or a key in GAMEDATA_API_KEY",
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
