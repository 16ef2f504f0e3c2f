import { type Answer, describeStatus } from "../../../core/fetch/exchange.ts";
import { type PatchCollection, PatchCollectionSchema } from "../../../core/schema/answer-shapes.ts";
import type { Manifest } from "../../../core/schema/manifest.ts";
import { digestOf } from "../../../core/site/digest.ts";
import { parseJson } from "../../../core/site/parse-json.ts";
import { mostSiblingBytes } from "../../../core/site/siblings.ts";
import type { Fault } from "./findings.ts";
import { isRefusal, judgeNoStore, namesIn } from "./judge.ts";
import { judgeCountdown } from "./rate-limit.ts";
import { readProblem } from "./refusals.ts";
import type { Session, Task } from "./session.ts";

/**
 * Checks that are made once: methods, the preflight of a browser, the counting of requests, the
 * filters of the patch list.
 */
export function serviceTasks(session: Session, manifest: Manifest): Task[] {
  return [
    { check: "rate-limit window", requests: 2, run: () => judgeWindow(session) },
    { check: "methods", requests: 1, run: () => judgeMethods(session) },
    { check: "preflight", requests: 1, run: () => judgePreflight(session) },
    { check: "patch filters", requests: 5, run: () => judgeFilters(session, manifest) },
  ];
}

async function judgeWindow(session: Session): Promise<void> {
  const check = "rate-limit window";
  const first = await session.request(check, "/v1/games");
  const second = await session.request(check, "/v1/games");
  if (first && second) session.found(check, "GET /v1/games, twice", judgeCountdown(first, second));
}

/** Tries POST only, since a host that is open to writing would obey PUT and DELETE. */
async function judgeMethods(session: Session): Promise<void> {
  const answer = await session.request("methods", "/v1/games", { method: "POST" });
  if (answer === undefined) return;
  const allowed = namesIn(answer.headers["allow"]);
  const isRight = answer.status === 405 && allowed.includes("get") && allowed.includes("head");
  const actual = `${describeStatus(answer)}, Allow: ${answer.headers["allow"] ?? "none"}`;
  const fault = {
    expected: "status 405 with Allow: GET, HEAD",
    actual,
    isAbsent: isRefusal(answer),
  };
  session.found("methods", "POST /v1/games", isRight ? undefined : fault);
  if (answer.status !== 405) return;
  session.checkCommonRules("POST /v1/games", answer);
  session.found("caching", "POST /v1/games", judgeNoStore(answer));
}

/** Sends the preflight for a script that sends a key or a condition (Fetch standard, CORS). */
async function judgePreflight(session: Session): Promise<void> {
  const answer = await session.request("preflight", "/v1/games", {
    method: "OPTIONS",
    headers: {
      origin: "https://example.org",
      "access-control-request-method": "GET",
      "access-control-request-headers": "authorization,if-none-match,x-api-key",
    },
  });
  if (answer === undefined) return;
  const allowed = namesIn(answer.headers["access-control-allow-headers"]);
  const isAllowed = ["authorization", "if-none-match", "x-api-key"].every((name) =>
    allowed.includes(name),
  );
  const isRight = answer.status >= 200 && answer.status < 300 && isAllowed;
  const origin = answer.headers["access-control-allow-origin"];
  const fault = {
    expected:
      "status 204, Access-Control-Allow-Origin: *, Access-Control-Allow-Headers: " +
      "Authorization, X-API-Key, If-None-Match",
    actual:
      `${describeStatus(answer)}, ${origin ?? "none"}, ` +
      `${answer.headers["access-control-allow-headers"] ?? "none"}`,
    isAbsent: answer.status < 300 || isRefusal(answer),
  };
  session.found("preflight", "OPTIONS /v1/games", isRight && origin === "*" ? undefined : fault);
}

async function judgeFilters(session: Session, { game, documents }: Manifest): Promise<void> {
  const check = "patch filters";
  const path = `/v1/${game}/patches`;
  const listed = documents.find((document) => document.path === path);
  if (listed === undefined) return;
  const maxBytes = mostSiblingBytes(listed.bytes);
  const whole = await session.request(check, path, { maxBytes });
  if (whole === undefined) return;
  const all = PatchCollectionSchema.safeParse(parseJson(whole.body)).data;
  if (all === undefined) {
    const fault = {
      expected: "the patch list",
      actual: describeStatus(whole),
      isAbsent: isRefusal(whole),
    };
    return session.found(check, `GET ${path}`, fault);
  }

  const middle = all.data[Math.floor(all.data.length / 2)]?.date ?? all.meta.patch.slice(0, 10);
  const filters: [string, (patch: PatchCollection["data"][number]) => boolean][] = [
    ["kind=hotfix", ({ kind }) => kind === "hotfix"],
    [`since=${middle}&kind=season`, ({ date, kind }) => date >= middle && kind === "season"],
    [`until=${middle}`, ({ date }) => date <= middle],
  ];
  for (const [query, isWanted] of filters) {
    const answer = await session.request(check, `${path}?${query}`, { maxBytes });
    const wanted = all.data.filter(isWanted).map(({ id }) => id);
    if (answer)
      session.found(check, `GET ${path}?${query}`, judgeFiltered(answer, wanted, listed.sha256));
  }
  const bad = await session.request(check, `${path}?since=yesterday`, { maxBytes });
  if (bad) session.found(check, `GET ${path}?since=yesterday`, judgeRefused(bad));
}

/** Compares a filtered list. A host of plain files ignores the query and gives the whole list. */
function judgeFiltered(answer: Answer, wanted: string[], wholeSha256: string): Fault | undefined {
  const actual = PatchCollectionSchema.safeParse(parseJson(answer.body)).data;
  const ids = actual?.data.map(({ id }) => id);
  if (
    answer.status === 200 &&
    ids?.join() === wanted.join() &&
    actual?.meta.count === wanted.length
  )
    return undefined;
  const isAbsent = isRefusal(answer) || digestOf(answer.body).sha256 === wholeSha256;
  return {
    expected: `${wanted.length} patches`,
    actual: `${describeStatus(answer)}, ${ids?.length ?? "no"} patches`,
    isAbsent,
  };
}

function judgeRefused(answer: Answer): Fault | undefined {
  const read = answer.status === 400 ? readProblem(answer, "bad-request") : undefined;
  if (read !== undefined && !("fault" in read)) return undefined;
  return {
    expected: "status 400 and a problem",
    actual: describeStatus(answer),
    isAbsent: answer.status < 500,
  };
}
