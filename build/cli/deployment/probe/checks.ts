import { Agent } from "undici";
import { type Answer, contentOf, describeStatus, exchange } from "../../../core/fetch/exchange.ts";
import { type Digest, describeDigest } from "../../../core/fetch/fetch-site.ts";
import { PatchCollectionSchema, ProblemSchema } from "../../../core/schema/answer-shapes.ts";
import type { Manifest } from "../../../core/schema/manifest.ts";
import { PROBLEM_TYPES, type ProblemType } from "../../../core/schema/problems.ts";
import { mostSiblingBytes } from "../../../core/site/codings.ts";
import { digestOf } from "../../../core/site/digest.ts";
import { parseJson } from "../../../core/site/parse-json.ts";
import { encodePath } from "../../../core/site/path-files.ts";
import type { CheckName, Findings } from "./findings.ts";

/** The expected answer of a path. */
export type Expected = Digest & { path: string; canonical: string; type: string };

const CACHED = "public, max-age=300, stale-while-revalidate=86400";
const CACHED_BY_PROXY = "private, max-age=60";

/** A name that no site has. */
const NO_NAME = "No One’s Name: 0";

/** Requests of a path, and judges what it answers with. `contents` has those of the tags so far. */
export async function checkPath(
  findings: Findings,
  expected: Expected,
  contents: Map<string, string>,
): Promise<void> {
  const { path, canonical, bytes, sha256, type } = expected;
  const encoded = encodePath(path);
  const request = `GET ${encoded}`;
  const maxBytes = mostSiblingBytes(bytes);
  const answer = await findings.request("bytes", encoded, { maxBytes });
  if (answer === undefined) return;
  checkEveryAnswer(findings, request, answer);
  findings.compare("bytes", request, describeContent(answer, bytes), describeDigest(expected));
  if (answer.status !== 200) return;
  const { etag, "content-type": media, "cache-control": caching } = answer.headers;
  findings.compare("content types", request, typeOf(media, findings), typeOf(type, findings));
  if (path === "/health") findings.compare("caching of /health", request, caching, "no-store");
  if (path.startsWith("/v1/")) {
    const { "content-location": location = path } = answer.headers;
    findings.compare("canonical path", request, location, canonical);
    const wanted = findings.kind === "proxy" ? CACHED_BY_PROXY : CACHED;
    findings.compare("caching of documents", request, caching, wanted);
  }

  const check = "ETag and 304";
  const headers = { "if-none-match": etag ?? '""' };
  const same = await findings.request(check, encoded, { headers, maxBytes });
  const conditional = `${request} with If-None-Match: ${etag}`;
  if (same !== undefined) findings.compare(check, conditional, describeStatus(same), "status 304");
  // Two contents with one tag would be mixed up.
  if (etag !== undefined) findings.compare(check, request, contents.get(etag) ?? sha256, sha256);
  contents.set(etag ?? "", sha256);

  if (path !== canonical) return;
  const accepted = { "accept-encoding": "br, gzip" };
  const coded = await findings.request("compression", encoded, { headers: accepted, maxBytes });
  if (coded === undefined) return;
  const what = `${request} with Accept-Encoding: br, gzip`;
  const { vary = "none", "content-encoding": coding } = coded.headers;
  // A coded answer says so to caches (RFC 9110 §12.5.5).
  const isUnsaid = coding !== undefined && !/\*|accept-encoding/i.test(vary);
  const actual = describeContent(coded, bytes);
  const wanted = describeDigest(expected);
  if (actual !== wanted || !isUnsaid) findings.compare("compression", what, actual, wanted);
  else findings.compare("compression", what, vary, "Vary: Accept-Encoding");
}

/** Whether the server has our configuration, or is ours. */
function isConfigured({ kind }: Findings) {
  return kind === "proxy" || kind === "nginx" || kind === "caddy";
}

/** What the decoded content of an answer is, or why there is none. */
function describeContent(answer: Answer, bytes: number) {
  if (answer.status !== 200) return describeStatus(answer);
  const content = contentOf(answer, mostSiblingBytes(bytes));
  return content ? describeDigest(digestOf(content)) : "a body that cannot be decoded";
}

/** A media type. A host without our configuration may add or omit a charset. */
function typeOf(type = "none", findings: Findings) {
  return isConfigured(findings) ? type : type.replace(/; *charset="?utf-8"?$/i, "");
}

/** Checks what every answer must have, whatever its status. */
function checkEveryAnswer(findings: Findings, request: string, { headers }: Answer) {
  findings.compare("CORS", request, headers["access-control-allow-origin"], "*");
  findings.compare("nosniff", request, headers["x-content-type-options"], "nosniff");
  const limits = ["limit", "remaining", "reset"].map((name) => headers[`ratelimit-${name}`]);
  const isRight = limits.every((value = "") => /^\d+$/.test(value));
  const wanted = "three whole numbers";
  findings.compare("rate-limit headers", request, isRight ? wanted : limits.join(", "), wanted);
}

/** The 404 of a folder, with a problem document. */
export async function checkNotFound(findings: Findings, folder: string): Promise<void> {
  const path = encodePath(`${folder.replace(/\/$/, "")}/${NO_NAME}`);
  const request = `GET ${path}`;
  const answer = await findings.request("404 status", path);
  if (answer === undefined) return;
  findings.compare("404 status", request, describeStatus(answer), "status 404");
  if (answer.status !== 404) return;
  checkEveryAnswer(findings, request, answer);
  findings.compare("caching of errors", request, answer.headers["cache-control"], "no-store");
  checkProblem(findings, "404 problems", request, answer, "not-found");
}

function checkProblem(
  findings: Findings,
  check: CheckName,
  request: string,
  { headers, body }: Answer,
  name: ProblemType,
) {
  const { status, title } = PROBLEM_TYPES[name];
  const problem = ProblemSchema.safeParse(parseJson(body)).data;
  const actual = problem && `${problem.status} ${problem.title}, ${problem.type.split("/").at(-1)}`;
  const type = headers["content-type"];
  const media = "application/problem+json";
  findings.compare(check, request, `${type}, ${actual}`, `${media}, ${status} ${title}, ${name}`);
}

/**
 * Servers in front may refuse such a path with 400 or correct it, but not serve something. Hosts
 * without our rules take an encoded slash for a slash.
 */
export async function checkMalformedPaths(findings: Findings, game: string): Promise<void> {
  const heroes = `/v1/${game}/heroes`;
  const slash = isConfigured(findings) ? [`${heroes}%2fana`] : [];
  for (const path of [`${heroes}/%zz`, `${heroes}/../../../../etc/passwd`, ...slash]) {
    const answer = await findings.request("malformed paths", path);
    if (answer === undefined) continue;
    const isRefused = answer.status >= 300 && answer.status < 500;
    const wanted = "status 404 or 400";
    const actual = isRefused ? wanted : describeStatus(answer);
    findings.compare("malformed paths", `GET ${path}`, actual, wanted);
  }
}

/** The filters of the patch list, which a server in front may lose. */
export async function checkFilters(findings: Findings, manifest: Manifest): Promise<void> {
  const check = "patch filters";
  const path = `/v1/${manifest.game}/patches`;
  const listed = manifest.documents.find((document) => document.path === path);
  const request = (query: string) =>
    findings.request(check, path + query, { maxBytes: mostSiblingBytes(listed?.bytes ?? 0) });
  const idsOf = async (query: string) => {
    const answer = await request(query);
    const list = PatchCollectionSchema.safeParse(answer && parseJson(answer.body)).data?.data;
    return list?.map(({ id, kind }) => `${id} ${kind}`) ?? [];
  };
  const hotfixes = (await idsOf("")).filter((one) => one.endsWith(" hotfix"));
  const filtered = await idsOf("?kind=hotfix");
  findings.compare(check, `GET ${path}?kind=hotfix`, `${filtered}`, `${hotfixes}`);
  const bad = await request("?since=yesterday");
  if (bad) checkProblem(findings, check, `GET ${path}?since=yesterday`, bad, "bad-request");
}

/**
 * Exhausts the anonymous window. The client would wait, so it does not send these requests. Returns
 * how many there were.
 */
export async function checkLimit(findings: Findings, url: string, limit: number): Promise<number> {
  const request = `GET /v1/games, ${limit + 1} times`;
  const agent = new Agent();
  const { origin, pathname } = new URL(url);
  for (let sent = 1; sent <= 2 * limit + 2; sent += 1) {
    const answer = await exchange(agent, {
      origin,
      path: `${pathname.replace(/\/$/, "")}/v1/games`,
      method: "GET",
      headers: {},
      timeoutMs: 30_000,
      maxBytes: 64 * 1024,
    });
    if (answer.status !== 429) continue; // a window may end in between
    checkEveryAnswer(findings, request, answer);
    checkProblem(findings, "status 429", request, answer, "too-many-requests");
    const { "retry-after": retryAfter, "ratelimit-reset": reset } = answer.headers;
    findings.compare("status 429", `${request}: Retry-After`, retryAfter, reset);
    return sent;
  }
  findings.compare("status 429", request, "no 429", "status 429");
  return 2 * limit + 2;
}
