import { READ_SCOPE } from "../build/keys/api-key.ts";
import type { Problem } from "../build/schema/answers.ts";
import type { ProblemType } from "../build/schema/problem-types.ts";
import { problemOf } from "./problem.ts";
import type { RequestFields } from "./request-fields.ts";
import type { Catalog } from "./site/catalog.ts";
import { isNotModified } from "./site/conditional.ts";
import {
  type Coding,
  ContentUnavailable,
  type Representation,
  type SiteDocument,
} from "./site/document.ts";
import { createNotFound } from "./site/not-found.ts";
import { createPatchList } from "./site/patch-list.ts";
import type { RequestTarget } from "./site/request-target.ts";

/** Header names and values in turn, as Node takes them without making an object of them. */
export type HeaderList = readonly string[];

/** What goes over the wire, without the headers that every answer has. */
export type Answer = { status: number; headers: HeaderList; body: Buffer | undefined };

const ALLOWED_METHODS = "GET, HEAD, OPTIONS";

/** The rate-limit headers describe one caller, so no shared cache may keep them. */
const PRIVATE = "private, max-age=60";

const NEVER_STORED = "no-store";

export type Answers = ReturnType<typeof createAnswers>;

/** Everything the service can answer, from the closed set of a site. `baseUrl` is the public address, for problem types. */
export function createAnswers(
  catalog: Catalog,
  {
    baseUrl,
    keySettingsUrl,
    windowSeconds,
  }: { baseUrl: string; keySettingsUrl: string | undefined; windowSeconds: number },
) {
  const patchList = createPatchList(catalog);
  const notFound = createNotFound(catalog);

  const problem = (
    type: ProblemType,
    detail: string,
    path: string,
    headers: HeaderList = [],
  ): Answer => problemAnswer(problemOf(type, detail, path, baseUrl), headers);

  const unknown = remember((target: RequestTarget) =>
    problem("not-found", notFound(target.segments), target.path),
  );

  const internalError = (path: string): Answer =>
    problem(
      "internal-server-error",
      "The request could not be completed. Try again after a pause.",
      path,
    );

  return {
    /** 200 or 304, 404 for what is not in the set, 400 for a patch list whose filters cannot be read, 500 for what cannot be had now. */
    resource: (
      target: RequestTarget,
      { coding, ifNoneMatch }: Pick<RequestFields, "coding" | "ifNoneMatch">,
    ): Answer | Promise<Answer> => {
      const { path, query, decodedPath, key } = target;
      const document = key === undefined ? undefined : catalog.documents.get(key);
      if (document === undefined) return unknown(target);
      const found = document.path === patchList.path ? patchList.answer(query) : document;
      if ("detail" in found) return problem("bad-request", found.detail, path);
      if (ifNoneMatch !== undefined && isNotModified(ifNoneMatch, found.etag(coding))) {
        return located(notModified(found)[coding], found.path, decodedPath); // without the body, which may be far away
      }
      const fresh = (representation: Representation) =>
        located(foundAs(representation, found, coding), found.path, decodedPath);
      const representation = found.representation(coding);
      if (!(representation instanceof Promise)) return fresh(representation);
      return representation.then(fresh, (error: unknown) => {
        if (error instanceof ContentUnavailable) return internalError(path);
        throw error;
      });
    },

    /** The answer to OPTIONS; to a browser's preflight it allows what the service has (Fetch standard, CORS protocol). */
    options: (): Answer => ({
      status: 204,
      headers: [
        ...["Allow", ALLOWED_METHODS],
        ...["Access-Control-Allow-Methods", ALLOWED_METHODS],
        ...["Access-Control-Allow-Headers", "Authorization, X-API-Key, If-None-Match"],
        ...["Access-Control-Max-Age", "86400"],
      ],
      body: undefined,
    }),

    badRequest: (path: string, detail: string): Answer => problem("bad-request", detail, path),

    /** One text for every rejected credential (RFC 6750 §3.1), so that nothing can be learned from it. */
    unauthorized: (path: string): Answer => {
      const where = keySettingsUrl === undefined ? "" : ` Keys are issued at ${keySettingsUrl}.`;
      const detail = `The presented credential was rejected. Without one the request is served at the anonymous limit.${where}`;
      return problem("unauthorized", detail, path, [
        "WWW-Authenticate",
        'Bearer error="invalid_token"',
      ]);
    },

    forbidden: (path: string): Answer =>
      problem(
        "forbidden",
        `The credential is valid but does not carry the scope ${READ_SCOPE}.`,
        path,
        ["WWW-Authenticate", `Bearer error="insufficient_scope", scope="${READ_SCOPE}"`],
      ),

    methodNotAllowed: (path: string, method: string): Answer =>
      problem("method-not-allowed", `${method} is not served; the service is read-only.`, path, [
        "Allow",
        ALLOWED_METHODS,
      ]),

    tooManyRequests: (
      path: string,
      { limit, resetSeconds }: { limit: number; resetSeconds: number },
    ): Answer => {
      const where =
        keySettingsUrl === undefined
          ? ""
          : ` Keys, which have a window of their own, are issued at ${keySettingsUrl}.`;
      const detail = `The limit of ${limit} requests in ${windowSeconds} seconds is exhausted; it starts anew in ${resetSeconds} seconds.${where}`;
      return problem("too-many-requests", detail, path, ["Retry-After", `${resetSeconds}`]);
    },

    internalError,
  };
}

/** A problem document on its way (RFC 9457). */
export function problemAnswer(problem: Problem, headers: HeaderList = []): Answer {
  const body = Buffer.from(`${JSON.stringify(problem, null, 2)}\n`);
  const about = ["Content-Type", "application/problem+json", "Cache-Control", NEVER_STORED];
  return {
    status: problem.status,
    headers: [...about, ...headers, "Content-Length", `${body.length}`],
    body,
  };
}

/** The answer with a document in one coding. */
const foundAs = remember(
  ({ body, etag }: Representation, document: SiteDocument, coding: Coding): Answer => {
    const coded = coding === "identity" ? [] : ["Content-Encoding", coding];
    const about = [
      "Content-Type",
      document.contentType,
      ...coded,
      "Content-Length",
      `${body.length}`,
    ];
    return { status: 200, headers: [...validatorsOf(document, etag), ...about], body };
  },
);

/** The answers to clients that have the document. */
const notModified = remember((document: SiteDocument): Record<Coding, Answer> => {
  const answer = (coding: Coding) => ({
    status: 304,
    headers: validatorsOf(document, document.etag(coding)),
    body: undefined,
  });
  return { br: answer("br"), gzip: answer("gzip"), identity: answer("identity") };
});

/** What is made of a thing once, for as long as there is the thing; what else is needed for it always comes with it. */
function remember<T extends object, Rest extends unknown[], U>(
  make: (thing: T, ...rest: Rest) => U,
): (thing: T, ...rest: Rest) => U {
  const made = new WeakMap<T, U>();
  return (thing, ...rest) => {
    const known = made.get(thing);
    if (known !== undefined) return known;
    const fresh = make(thing, ...rest);
    made.set(thing, fresh);
    return fresh;
  };
}

/** What a 304 says too (RFC 9110 §15.4.5). */
function validatorsOf({ path }: SiteDocument, etag: string): HeaderList {
  const caching = path === "/health" ? NEVER_STORED : PRIVATE;
  return ["ETag", etag, "Vary", "Accept-Encoding", "Cache-Control", caching];
}

/** An answer found under another spelling says the canonical path (RFC 9110 §8.7). */
function located(answer: Answer, canonical: string, asked: string | undefined): Answer {
  if (asked === canonical) return answer;
  return { ...answer, headers: [...answer.headers, "Content-Location", canonical] };
}
