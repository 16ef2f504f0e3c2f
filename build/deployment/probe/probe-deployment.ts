import { fetchManifest } from "../../fetch/fetch-manifest.ts";
import { type Client, NoAnswerError } from "../../fetch/http-client.ts";
import type { Manifest } from "../../schema/manifest.ts";
import { digestOf } from "../../site/digest.ts";
import { detailsPath, namesOfDetails } from "../../site/other-names.ts";
import { detailsTasks, documentTasks, spellingTasks, writingTasks } from "./documents.ts";
import { Findings, type Kind, type Line } from "./findings.ts";
import type { Expected } from "./judge.ts";
import { type WindowShown, windowOf } from "./rate-limit.ts";
import { notFoundTasks, oddPathTasks } from "./refusals.ts";
import { serviceTasks } from "./service.ts";
import { Session, type Task } from "./session.ts";

/** What a probe found; `isGood` unless something differs. */
export type ProbeReport = {
  kind: Kind;
  patch: string;
  version: string;
  requests: number;
  isGood: boolean;
  checks: Line[];
};

export type ProbeOptions = {
  /**
   * What the deployment has to be (default: the proxy if its health carries rate-limit headers).
   */
  expect?: Kind | undefined;
  /**
   * How many paths are tried for each kind of question (default: all), spread evenly over the
   * manifest.
   */
  sample?: number | undefined;
  /**
   * Told before the first question is asked: how many there are about, and the limit of the
   * deployment, if any.
   */
  onPlan?: (plan: { questions: number; limit: number | undefined }) => void;
  onProgress?: (done: number, total: number) => void;
};

/**
 * After so many tries a host that gives none of what it need not give is not asked for the rest.
 */
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
  const session = new Session(client, kind, findings, manifest.baseUrl);

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
  onPlan({ questions: tasks.reduce((sum, task) => sum + task.questions, 0), limit: shown?.limit });

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

/** The window that the health shows, which is not counted. */
async function shownLimit(client: Client): Promise<WindowShown | undefined> {
  try {
    return windowOf(await client.ask({ path: "/health", maxBytes: 64 * 1024 }));
  } catch (error) {
    if (error instanceof NoAnswerError) return undefined; // the checks will say more of it
    throw error;
  }
}

/** Everything that is served under a path of its own, the manifest included. */
function servedPaths({ documents, pages }: Manifest, manifestBody: Buffer): Expected[] {
  const json = "application/json";
  const ofDocuments = documents.flatMap(({ path, spellings, bytes, sha256 }) =>
    spellings.map((spelling) => ({ path: spelling, canonical: path, bytes, sha256, type: json })),
  );
  const ofPages = pages.map(({ path, type, bytes, sha256 }) => ({
    path,
    canonical: path,
    bytes,
    sha256,
    type,
  }));
  const itself = {
    path: "/manifest.json",
    canonical: "/manifest.json",
    type: json,
    ...digestOf(manifestBody),
  };
  return [...ofDocuments, ...ofPages, itself];
}

/** Details under every name but the id. */
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

/** At most so many of them, spread evenly, the same ones each time. */
function spread(tasks: Task[], most: number): Task[] {
  if (tasks.length <= most) return tasks;
  const step = tasks.length / most;
  return tasks.filter((_, at) => Math.ceil(at / step) * step < at + 1);
}
