import { ProblemSchema } from "../../build/core/schema/answer-shapes.ts";
import { PROBLEM_TYPES } from "../../build/core/schema/problem-types.ts";
import type { Caller } from "./callers.ts";
import type { Sites } from "./sites.ts";
import { LIMITS } from "./world.ts";

/** A request, and a check that says what is wrong with its answer. */
export type Question = {
  path: string;
  headers: Record<string, string>;
  isPublic: boolean;
  check: (answer: Answered) => string | undefined;
};

export type Answered = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
};

const FILTERS = [
  "kind=hotfix",
  "kind=season",
  "since=2026-08-01",
  "until=2026-08-01&kind=mid-season",
  "since=2999-01-01",
];

const SPELLINGS = ["ANA", "L%C3%BAcio", "%EB%A3%A8%EC%8B%9C%EC%9A%B0", "soldier:%2076", "D.Va"];

/** Paths that no version has. */
const MISSING_PATHS = [
  "/v1/overwatch/heroes/nobody",
  "/v1/overwatch/maps/..%2f..%2fetc",
  "/v1/another/heroes",
  "/nowhere",
  "/v1/",
];

/**
 * Creates the requests in turn: documents, pages, spellings, filtered lists, and missing paths.
 * They use all codings, and every fifth one has a validator.
 */
export function createQuestions(sites: Sites): (turn: number) => Question {
  const lists = FILTERS.map((query) => `/v1/overwatch/patches?${query}`);
  const spellings = SPELLINGS.map((name) => `/v1/overwatch/heroes/${name}`);
  const paths = [
    ...sites.paths,
    ...repeated([...spellings, ...MISSING_PATHS, ...lists], sites.paths.length),
  ];
  return (turn) => {
    // The factor is a prime, so that every path has its turn.
    const path = paths[(turn * 7919) % paths.length] ?? "/health";
    const coding = ["br", "gzip", "identity"][turn % 3] ?? "identity";
    const [known] = turn % 5 === 0 ? sites.known(path).representations : [];
    return {
      path,
      headers: {
        "accept-encoding": coding,
        ...(known === undefined ? {} : { "if-none-match": known.etag }),
      },
      isPublic: !path.startsWith("/v1/") || path === "/v1/openapi.json",
      check: path.includes("?")
        ? (answer) => listFault(sites, path, answer)
        : (answer) => documentFault(sites, path, answer),
    };
  };
}

/** What is wrong with an answer to a caller, in a few words. Undefined if nothing is. */
export function faultOf(caller: Caller, question: Question, answer: Answered): string | undefined {
  const { status } = answer;
  if (question.isPublic) return question.check(answer) ?? limitFault("anonymous", answer, false);
  const isRefused = caller.refused.includes(status);
  if (isRefused) {
    const isUnknown = status === 500 || (status === 429 && caller.refused.includes(500));
    return problemFault(question.path, answer) ?? limitFault(caller.tier, answer, isUnknown);
  }
  if (!caller.isServed) return `status ${status}`;
  return question.check(answer) ?? limitFault(caller.tier, answer, false);
}

function documentFault(sites: Sites, path: string, answer: Answered): string | undefined {
  const { representations, mayBeMissing } = sites.known(path);
  if (answer.status === 404 && mayBeMissing) return problemFault(path, answer);
  const found = representations.find(({ etag }) => etag === answer.headers["etag"]);
  if (answer.status === 304)
    return found === undefined ? "304 for an ETag of no version" : undefined;
  if (answer.status !== 200) return `status ${answer.status}`;
  if (found === undefined) return `an ETag of no version of ${path}`;
  return found.body.equals(answer.body)
    ? undefined
    : `a body of ${path} that is not that of its ETag`;
}

/**
 * Checks a filtered list, which the service makes itself. An uncompressed answer must equal the
 * filtered list of some version.
 */
function listFault(sites: Sites, path: string, answer: Answered): string | undefined {
  if (answer.status !== 200) return `status ${answer.status}`;
  if (answer.headers["content-encoding"] !== undefined) return undefined;
  const wanted = new URL(path, "http://drill").searchParams;
  const { since = "", until = "9999", kind } = Object.fromEntries(wanted);
  const lists = sites.patchLists.map(({ data, meta }) => {
    const chosen = data.filter(
      (patch) => patch.date >= since && patch.date <= until && (kind ?? patch.kind) === patch.kind,
    );
    const answer = { data: chosen, meta: { ...meta, count: chosen.length } };
    return `${JSON.stringify(answer, null, 2)}\n`;
  });
  return lists.includes(answer.body.toString()) ? undefined : "a list of no version";
}

function problemFault(path: string, { status, headers, body }: Answered): string | undefined {
  if (headers["content-type"] !== "application/problem+json")
    return `a ${status} that is not a problem document`;
  const problem = ProblemSchema.safeParse(JSON.parse(body.toString())).data;
  const isKnown = Object.values(PROBLEM_TYPES).some((type) => type.status === status);
  if (!isKnown || problem?.status !== status || problem.instance !== path.split("?")[0]) {
    return `a problem document of another shape, for ${status} at ${path}`;
  }
  return status === 429 && headers["retry-after"] !== headers["ratelimit-reset"]
    ? "a Retry-After of its own"
    : undefined;
}

/**
 * `isEither`: the service could not check the credential, so the answer may also show the window of
 * the address.
 */
function limitFault(
  tier: Caller["tier"],
  { status, headers }: Answered,
  isEither: boolean,
): string | undefined {
  const [limit, remaining, reset] = [
    "ratelimit-limit",
    "ratelimit-remaining",
    "ratelimit-reset",
  ].map((name) => Number(headers[name] ?? Number.NaN));
  if (limit === undefined || remaining === undefined || reset === undefined)
    return "no rate-limit headers";
  if (limit !== LIMITS[tier] && !(isEither && limit === LIMITS.anonymous))
    return `RateLimit-Limit ${limit}`;
  if (!(remaining >= 0 && remaining <= limit)) return `RateLimit-Remaining ${remaining}`;
  if (!(reset >= 0 && reset <= LIMITS.windowSeconds)) return `RateLimit-Reset ${reset}`;
  return status === 429 && remaining > 0 ? "429 though requests remain" : undefined;
}

/** Repeats a short list up to a length, so that its paths come as often as those of a long one. */
function repeated(few: readonly string[], length: number): string[] {
  return Array.from({ length }, (_, at) => few[at % few.length] ?? "");
}
