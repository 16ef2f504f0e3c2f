import { NoAnswerError } from "../../../core/fetch/exchange.ts";
import { fetchManifest } from "../../../core/fetch/fetch-manifest.ts";
import type { Client } from "../../../core/fetch/http-client.ts";
import type { Manifest } from "../../../core/schema/manifest.ts";
import { digestOf } from "../../../core/site/digest.ts";
import {
  checkFilters,
  checkLimit,
  checkMalformedPaths,
  checkNotFound,
  checkPath,
} from "./checks.ts";
import { type DeploymentKind, Findings } from "./findings.ts";

/** What a probe found. `isGood`: nothing differs. */
export type ProbeReport = Awaited<ReturnType<typeof probeDeployment>>;

type ProbeOptions = {
  /** The expected kind. Default: the proxy if `/health` has rate-limit headers, else static. */
  expect?: DeploymentKind | undefined;
  /** How many paths of each kind are tried, spread evenly over the manifest. Default: all. */
  sample?: number | undefined;
  onProgress?: (done: number, total: number) => void;
};

/** The largest limit that a probe exhausts. */
export const MOST_EXHAUSTED = 200;

/**
 * Compares a deployment, path by path, with its manifest and with the contract. Throws
 * `DeploymentError`.
 */
export async function probeDeployment(
  client: Client,
  { expect, sample, onProgress = () => {} }: ProbeOptions = {},
) {
  const { manifest, body } = await fetchManifest(client);
  const limit = await anonymousLimit(client);
  const kind = expect ?? (limit === undefined ? "static" : "proxy");
  const findings = new Findings(client, kind);
  const served = servedPaths(manifest, body);
  const contents = new Map<string, string>();
  const tasks = [
    () => checkMalformedPaths(findings, manifest.game),
    ...(kind === "proxy" ? [() => checkFilters(findings, manifest)] : []),
    ...manifest.problems.map((problem) => () => checkNotFound(findings, problem.path)),
    ...[true, false].flatMap((isCanonical) =>
      spread(
        served.filter(({ path, canonical }) => (path === canonical) === isCanonical),
        sample,
      ).map((expected) => () => checkPath(findings, expected, contents)),
    ),
  ];
  let done = 0;
  await client.forEach(tasks, async (task) => {
    await task();
    done += 1;
    onProgress(done, tasks.length);
  });
  const isSmall = limit !== undefined && limit <= MOST_EXHAUSTED;
  const sent = kind === "proxy" && isSmall ? await checkLimit(findings, client.url, limit) : 0;
  const checks = findings.results();
  const isGood = checks.every(({ outcome }) => outcome !== "differs");
  const { patch, version } = manifest;
  return { kind, patch, version, requests: client.requests() + sent, isGood, checks };
}

/** The expected answer of every path that the manifest lists, and of the manifest. */
function servedPaths({ documents, pages }: Manifest, manifestBody: Buffer) {
  const type = "application/json";
  const ofDocuments = documents.flatMap(({ path: canonical, spellings, bytes, sha256 }) =>
    spellings.map((path) => ({ path, canonical, bytes, sha256, type })),
  );
  const itself = { path: "/manifest.json", type, ...digestOf(manifestBody) };
  return [...ofDocuments, ...[...pages, itself].map((one) => ({ ...one, canonical: one.path }))];
}

/** The limit that `/health` shows, where requests are not counted. */
async function anonymousLimit(client: Client) {
  try {
    const { headers } = await client.send({ path: "/health", maxBytes: 64 * 1024 });
    const limit = headers["ratelimit-limit"];
    return limit === undefined ? undefined : Number(limit);
  } catch (error) {
    if (error instanceof NoAnswerError) return undefined; // the checks will report it
    throw error;
  }
}

/** At most `most` of the items, spread evenly. The same ones are taken each time. */
function spread<T>(items: T[], most = Number.POSITIVE_INFINITY): T[] {
  if (items.length <= most) return items;
  const shareOf = (at: number) => Math.floor((at * most) / items.length);
  return items.filter((_, at) => shareOf(at) !== shareOf(at - 1));
}
