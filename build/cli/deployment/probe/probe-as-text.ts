import { oneLine } from "../../../core/fetch/exchange.ts";
import type { CheckResult, DeploymentKind } from "./findings.ts";
import type { ProbeReport } from "./probe-deployment.ts";

const LOOKS_LIKE: Record<DeploymentKind, string> = {
  proxy: "the proxy",
  static: "a static host, which need not give all that the proxy gives",
};

/** The report as a table with a line for each check, and an example where it is not ok. */
export function probeAsText(
  url: string,
  { kind, patch, version, requests, checks }: ProbeReport,
): string {
  const head = `${url}: patch ${patch}, version ${oneLine(version)}; probed as ${LOOKS_LIKE[kind]}`;
  const differing = checks.filter(({ outcome }) => outcome === "differs").length;
  const summary =
    differing === 0 ? "nothing differs" : `${differing} of ${checks.length} checks differ`;
  const asked = `${requests.toLocaleString("en")} requests: ${summary}`;
  return [head, "", ...checks.flatMap(describeCheck), "", asked].join("\n");
}

function describeCheck({ check, outcome, tried, failed, example }: CheckResult): string[] {
  const number = (value: number) => value.toLocaleString("en");
  const counts = failed === 0 ? number(tried) : `${number(failed)} of ${number(tried)}`;
  const line = `${outcome.padEnd(11)}  ${check.padEnd(20)}  ${counts}`;
  if (example === undefined) return [line];
  const { request, expected, actual } = example;
  return [
    line,
    `             ${oneLine(request)}: expected ${oneLine(expected)}; got ${oneLine(actual)}`,
  ];
}
