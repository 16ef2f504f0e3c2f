import { fetchManifest } from "../../../core/fetch/fetch-manifest.ts";
import { type Client, NoAnswerError } from "../../../core/fetch/http-client.ts";
import type { Manifest } from "../../../core/schema/manifest.ts";
import { digestOf } from "../../../core/site/digest.ts";
import { detailsPath, namesOfDetails } from "../../../core/site/other-names.ts";
import { detailsTasks, documentTasks, spellingTasks, writingTasks } from "./documents.ts";
import { type CheckResult, type DeploymentKind, Findings } from "./findings.ts";
import type { Expected } from "./judge.ts";
import { type WindowShown, windowOf } from "./rate-limit.ts";
import { notFoundTasks, oddPathTasks } from "./refusals.ts";
import { serviceTasks } from "./service.ts";
import { Session, type Task } from "./session.ts";

/** What a probe found. `isGood`: nothing differs. */
export type ProbeReport = {
  kind: DeploymentKind;
  patch: string;
  version: string;
  requests: number;
  isGood: boolean;
  checks: CheckResult[];
};

export type ProbeOptions = {
  /** The expected kind. Default: the proxy if `/health` has rate-limit headers, else static. */
  expect?: DeploymentKind | undefined;
  /** How many paths each group of checks tries, spread evenly over the manifest. Default: all. */
  sample?: number | undefined;
  /** Called before the checks, with the rough number of requests and the deployment's limit. */
  onPlan?: (plan: { requests: number; limit: number | undefined }) => void;
  onProgress?: (done: number, total: number) => void;
};

/** After so many tries, what a host does not offer and need not offer is not tried again. */
const TRIES_BEFORE_GIVING_UP = 20;

/**
 * Compares a deployment, path by path, with its manifest and with the contract. Throws
 * `DeploymentError`.
 */
export async function probeDeployment(
  client: Client,
  options: ProbeOptions = {},
): Promise<ProbeReport> {
  const {
    expect,
    sample = Number.POSITIVE_INFINITY,
    onPlan = () => {},
    onProgress = () => {},
  } = options;
  const { manifest, body } = await fetchManifest(client);
  const shown = await shownLimit(client);
  const kind = expect ?? (shown === undefined ? "static" : "proxy");
  const findings = new Findings(kind);
  const session = new Session(client, kind, findings);

  const served = servedPaths(manifest, body);
  const canonical = served.filter(({ path, canonical }) => path === canonical);
  const others = served.filter(({ path, canonical }) => path !== canonical);
  const api = served.filter(({ path }) => path.startsWith("/v1/"));
  const groups = [
    serviceTasks(session, manifest),
    notFoundTasks(session, manifest),
    documentTasks(session, canonical, manifest.patch),
    spellingTasks(session, others),
    detailsTasks(session, namedDetails(manifest)),
    ...writingTasks(session, api),
    ...oddPathTasks(session, manifest, api),
  ];
  const tasks = groups.flatMap((group) => spread(group, sample));
  onPlan({ requests: tasks.reduce((sum, task) => sum + task.requests, 0), limit: shown?.limit });

  let done = 0;
  await client.forEach(tasks, async ({ check, run }) => {
    if (!findings.isGivenUp(check, TRIES_BEFORE_GIVING_UP)) await run();
    done += 1;
    onProgress(done, tasks.length);
  });
  const checks = findings.lines();
  const isGood = checks.every(({ outcome }) => outcome !== "differs");
  const { patch, version } = manifest;
  return { kind, patch, version, requests: client.requests(), isGood, checks };
}

/** The rate-limit window that `/health` shows. Requests to it are not counted. */
async function shownLimit(client: Client): Promise<WindowShown | undefined> {
  try {
    return windowOf(await client.send({ path: "/health", maxBytes: 64 * 1024 }));
  } catch (error) {
    if (error instanceof NoAnswerError) return undefined; // the checks will report it
    throw error;
  }
}

/** The expected answer of every path that the manifest lists, and of the manifest. */
function servedPaths({ documents, pages }: Manifest, manifestBody: Buffer): Expected[] {
  const json = "application/json";
  const ofDocuments = documents.flatMap(({ path, spellings, bytes, sha256 }) =>
    spellings.map((spelling) => ({ path: spelling, canonical: path, bytes, sha256, type: json })),
  );
  const itself = { path: "/manifest.json", type: json, ...digestOf(manifestBody) };
  const others = [...pages, itself].map(({ path, type, bytes, sha256 }) => ({
    ...{ path, canonical: path, bytes, sha256, type },
  }));
  return [...ofDocuments, ...others];
}

/** The expected answers of details under every name but the id. */
function namedDetails(manifest: Manifest): Expected[] {
  return namesOfDetails(manifest).flatMap(({ collection, id, names }) => {
    const canonical = detailsPath(collection, id);
    const document = manifest.documents.find(({ path }) => path === canonical);
    if (document === undefined) return [];
    const { bytes, sha256 } = document;
    const type = "application/json";
    return names.map((name) => ({
      path: detailsPath(collection, name),
      ...{ canonical, bytes, sha256, type },
    }));
  });
}

/** At most `most` of the tasks, spread evenly. The same ones are taken each time. */
function spread(tasks: Task[], most: number): Task[] {
  if (tasks.length <= most) return tasks;
  const step = tasks.length / most;
  return tasks.filter((_, at) => Math.ceil(at / step) * step < at + 1);
}
