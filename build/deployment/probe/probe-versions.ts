import { describeStatus, oneLine } from "../../fetch/describe-answer.ts";
import { fetchManifest } from "../../fetch/fetch-manifest.ts";
import type { ServedVersions } from "../../fetch/fetch-versions.ts";
import { type Client, NoAnswerError } from "../../fetch/http-client.ts";
import type { Version } from "../../schema/versions.ts";
import { sha256Of } from "../../site/digest.ts";
import { isTooLong, mediaType } from "./judge.ts";
import { type ProbeOptions, type ProbeReport, probeDeployment } from "./probe-deployment.ts";

/** What a probe of versions found: a report for each, and faults of what is above them. */
export type VersionsProbe = {
  latest: string;
  isGood: boolean;
  /** What is wrong above the versions, or with a version's manifest. A line each. */
  faults: string[];
  versions: (ProbeReport & { name: string })[];
};

/**
 * Probes every version of a deployment as a site of its own, and the list and the page above them,
 * which no cache may keep for long. Throws `DeploymentError`.
 */
export async function probeVersions(
  client: Client,
  served: ServedVersions,
  clientOf: (path: string) => Client,
  options: ProbeOptions = {},
): Promise<VersionsProbe> {
  const faults = await judgeTop(client, served);
  const reports: VersionsProbe["versions"] = [];
  for (const version of served.versions.versions) {
    const own = clientOf(`/${version.version}`);
    try {
      const fault = await judgeManifest(own, version);
      if (fault !== undefined) faults.push(fault);
      reports.push({ name: version.version, ...(await probeDeployment(own, options)) });
    } finally {
      await own.close();
    }
  }
  const isGood = faults.length === 0 && reports.every((report) => report.isGood);
  return { latest: served.versions.latest, isGood, faults, versions: reports };
}

async function judgeTop(client: Client, { answer }: ServedVersions): Promise<string[]> {
  const faults: string[] = [];
  const life = answer.headers["cache-control"];
  if (isTooLong(life))
    faults.push(
      `GET /versions.json: expected a cache life of at most a day, came ${oneLine(life ?? "")}`,
    );
  try {
    const page = await client.send({ path: "/", maxBytes: 1_000_000 });
    const isPage = page.status === 200 && mediaType(page.headers["content-type"]) === "text/html";
    if (!isPage)
      faults.push(`GET /: expected the page that lists the versions, came ${describeStatus(page)}`);
    else if (isTooLong(page.headers["cache-control"]))
      faults.push(
        "GET /: expected a cache life of at most a day, came " +
          `${oneLine(page.headers["cache-control"] ?? "")}`,
      );
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    faults.push(`GET /: ${error.message}`);
  }
  return faults;
}

async function judgeManifest(client: Client, version: Version): Promise<string | undefined> {
  const { body } = await fetchManifest(client);
  const { sha256 } = version.manifest;
  if (sha256Of(body) === sha256) return undefined;
  return (
    `GET /${version.version}/manifest.json: expected the SHA-256 ${sha256.slice(0, 12)}... of ` +
    "versions.json, " +
    `came ${sha256Of(body).slice(0, 12)}...`
  );
}

/** The report with a line for each version, and an example for each check that differs. */
export function versionsProbeAsText(url: string, probe: VersionsProbe): string {
  const { latest, faults, versions } = probe;
  const differing = versions.filter(({ isGood }) => !isGood);
  const examples = differing.flatMap(({ name, checks }) =>
    checks.flatMap(({ check, outcome, example }) =>
      outcome === "differs" && example
        ? [
            `differs      ${name}  ${check}`,
            `             ${oneLine(example.request)}: expected ${oneLine(example.expected)}; ` +
              `came ${oneLine(example.came)}`,
          ]
        : [],
    ),
  );
  const requests = versions.reduce((sum, one) => sum + one.requests, 0);
  const wrong = faults.length + differing.length;
  return [
    `${url}: ${versions.length} versions, the latest ${latest}`,
    "",
    ...versions.map(({ name, isGood, requests: asked }) =>
      [isGood ? "ok" : "differs", name, asked.toLocaleString("en")].join("  "),
    ),
    ...faults.map((fault) => `differs      ${fault}`),
    ...examples,
    "",
    `${requests.toLocaleString("en")} requests: ` +
      `${wrong === 0 ? "nothing differs" : `${wrong} faults`}`,
  ].join("\n");
}
