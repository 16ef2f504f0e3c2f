import { READ_SCOPE } from "../build/schema/api-key.ts";
import { PROBLEM_TYPES, type ProblemType } from "../build/schema/problem-types.ts";
import { lookupKey } from "../build/spelling/fold.ts";
import { problemOf } from "./problem.ts";
import type { Catalog } from "./site/catalog.ts";
import { isNotModified } from "./site/conditional.ts";
import type { SiteDocument } from "./site/document.ts";
import { negotiateCoding } from "./site/negotiate.ts";
import { createNotFound } from "./site/not-found.ts";
import { createPatchList } from "./site/patch-list.ts";
import type { RequestTarget } from "./site/request-target.ts";

/** What goes over the wire, without the headers that every answer has. */
export type Answer = { status: number; headers: Record<string, string>; body: Buffer | undefined };

/** The request headers that decide about the representation. */
export type Preconditions = { "accept-encoding"?: string | undefined; "if-none-match"?: string | undefined };

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

  const problem = (type: ProblemType, detail: string, path: string, headers: Record<string, string> = {}): Answer => ({
    status: PROBLEM_TYPES[type].status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": NEVER_STORED, ...headers },
    body: Buffer.from(`${JSON.stringify(problemOf(type, detail, path, baseUrl), null, 2)}\n`),
  });

  return {
    /** 200 or 304, 404 for what is not in the set, 400 for a patch list whose filters cannot be read. */
    resource: async ({ path, query, segments }: RequestTarget, preconditions: Preconditions): Promise<Answer> => {
      const document = segments && catalog.documents.get(lookupKey(segments));
      if (document === undefined) return problem("not-found", notFound(segments), path);
      const found = document.path === patchList.path ? patchList.answer(query) : document;
      if ("detail" in found) return problem("bad-request", found.detail, path);
      return representation(found, `/${segments?.join("/")}`, preconditions);
    },

    /** The answer to OPTIONS; to a browser's preflight it allows what the service has (Fetch standard, CORS protocol). */
    options: (): Answer => ({
      status: 204,
      headers: {
        Allow: ALLOWED_METHODS,
        "Access-Control-Allow-Methods": ALLOWED_METHODS,
        "Access-Control-Allow-Headers": "Authorization, X-API-Key, If-None-Match",
        "Access-Control-Max-Age": "86400",
      },
      body: undefined,
    }),

    badRequest: (path: string, detail: string): Answer => problem("bad-request", detail, path),

    /** One text for every rejected credential (RFC 6750 §3.1), so that nothing can be learned from it. */
    unauthorized: (path: string): Answer => {
      const where = keySettingsUrl === undefined ? "" : ` Keys are issued at ${keySettingsUrl}.`;
      const detail = `The presented credential was rejected. Without one the request is served at the anonymous limit.${where}`;
      return problem("unauthorized", detail, path, { "WWW-Authenticate": 'Bearer error="invalid_token"' });
    },

    forbidden: (path: string): Answer =>
      problem("forbidden", `The credential is valid but does not carry the scope ${READ_SCOPE}.`, path, {
        "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${READ_SCOPE}"`,
      }),

    methodNotAllowed: (path: string, method: string): Answer =>
      problem("method-not-allowed", `${method} is not served; the service is read-only.`, path, {
        Allow: ALLOWED_METHODS,
      }),

    tooManyRequests: (path: string, { limit, resetSeconds }: { limit: number; resetSeconds: number }): Answer => {
      const where =
        keySettingsUrl === undefined ? "" : ` Keys, which have a window of their own, are issued at ${keySettingsUrl}.`;
      const detail = `The limit of ${limit} requests in ${windowSeconds} seconds is exhausted; it starts anew in ${resetSeconds} seconds.${where}`;
      return problem("too-many-requests", detail, path, { "Retry-After": `${resetSeconds}` });
    },

    internalError: (path: string): Answer =>
      problem("internal-server-error", "The request could not be completed. Try again after a pause.", path),
  };
}

async function representation(
  document: SiteDocument,
  askedPath: string,
  preconditions: Preconditions,
): Promise<Answer> {
  const coding = negotiateCoding(preconditions["accept-encoding"]);
  const { body, etag } = await document.representation(coding);
  const headers: Record<string, string> = {
    ETag: etag,
    Vary: "Accept-Encoding",
    "Cache-Control": document.path === "/health" ? NEVER_STORED : PRIVATE,
  };
  if (askedPath !== document.path) headers["Content-Location"] = document.path;
  if (isNotModified(preconditions["if-none-match"], etag)) return { status: 304, headers, body: undefined };
  headers["Content-Type"] = document.contentType;
  if (coding !== "identity") headers["Content-Encoding"] = coding;
  return { status: 200, headers, body };
}
