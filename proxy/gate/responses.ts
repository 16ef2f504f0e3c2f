import { safetyHeadersOf } from "../../build/core/schema/safety-headers.ts";
import type { Catalog } from "../site/catalog.ts";
import type { Coding, Representation, SiteDocument } from "../site/document.ts";
import { isNotModified, isPreconditionFailed } from "../site/negotiate.ts";
import { createFindPage, NOT_FOUND_PAGE } from "../site/pages-for-people.ts";
import { createPatchList } from "../site/patch-list.ts";
import { andThen } from "./and-then.ts";
import { createProblems, type GateResponse, type ProblemSettings } from "./problems.ts";
import type { RequestFields, RequestTarget } from "./request.ts";

/** Everything the service can respond from one site. */
export type Responses = ReturnType<typeof createResponses>;

/** The rate-limit headers describe one caller, so no shared cache may keep them. */
const PRIVATE = "private, max-age=60";

/** Prepares the responses of a site. Throws if the site cannot be used. */
export function createResponses(catalog: Catalog, settings: ProblemSettings) {
  const problems = createProblems(catalog, settings);
  const patchList = createPatchList(catalog);
  const notFound = memoize((target: RequestTarget) => problems.notFound(target));
  const findPage = createFindPage(catalog);
  const notFoundPage = catalog.documents.get(NOT_FOUND_PAGE);

  /** The headers that describe a body. */
  const contentHeadersOf = ({ length }: Buffer, type: string, coding: Coding) => {
    const coded = coding === "identity" ? [] : ["Content-Encoding", coding];
    const safety = Object.entries(safetyHeadersOf(type, catalog.manifest)).flat();
    return ["Content-Type", type, ...coded, "Content-Length", `${length}`, ...safety];
  };
  /** The response 200 with a document in one coding. */
  const documentResponse = memoize(
    ({ body, etag }: Representation, document: SiteDocument, coding: Coding): GateResponse => {
      const caching = cachingHeadersOf(document, etag);
      const headers = [...caching, ...contentHeadersOf(body, document.contentType, coding)];
      return { status: 200, headers, body };
    },
  );
  /** The response 404 with a page for people. Not cached, as a later site may have the path. */
  const notFoundPageResponse = ({ body }: Representation, coding: Coding): GateResponse => {
    const caching = ["Vary", "Accept, Accept-Encoding", "Cache-Control", "no-store"];
    const headers = [...caching, ...contentHeadersOf(body, "text/html; charset=utf-8", coding)];
    return { status: 404, headers, body };
  };
  const forPeople = (
    target: RequestTarget,
    coding: Coding,
  ): GateResponse | Promise<GateResponse> => {
    const page = target.segments === undefined ? undefined : findPage(target.segments);
    if (page !== undefined && page !== target.decodedPath)
      return redirect(encodeURI(page) + (target.query === "" ? "" : `?${target.query}`));
    if (notFoundPage === undefined) return notFound(target);
    return andThen(notFoundPage.representation(coding), (found) =>
      notFoundPageResponse(found, coding),
    );
  };
  return {
    problems,
    /** Whether the site has something at a path. */
    has: ({ key }: RequestTarget) => key !== undefined && catalog.documents.has(key),
    /**
     * 200, 304 or 412. 404 for what is not in the site. 400 for a filter of the patch list that
     * cannot be read. Outside the API, a browser is redirected to the page that was probably
     * meant, or gets the page `/404`. Gives a promise only for what is not in memory.
     */
    document: (
      target: RequestTarget,
      {
        coding: asked,
        ifMatch,
        ifNoneMatch,
        wantsHtml,
      }: Pick<RequestFields, "coding" | "ifMatch" | "ifNoneMatch" | "wantsHtml">,
    ): GateResponse | Promise<GateResponse> => {
      const { path, query, decodedPath, key } = target;
      const document = key === undefined ? undefined : catalog.documents.get(key);
      if (document === undefined)
        return wantsHtml && !target.isApi ? forPeople(target, asked) : notFound(target);
      const coding = document.isCoded ? asked : "identity";
      const found = document.path === patchList.path ? patchList.select(query) : document;
      if ("detail" in found) return problems.badRequest(path, found.detail);
      // In this order (RFC 9110 §13.2.2).
      if (ifMatch !== undefined && isPreconditionFailed(ifMatch, found.etag(coding)))
        return problems.preconditionFailed(path);
      if (ifNoneMatch !== undefined && isNotModified(ifNoneMatch, found.etag(coding)))
        return withLocation(notModified(found, coding), found.path, decodedPath);
      return andThen(found.representation(coding), (representation) =>
        withLocation(documentResponse(representation, found, coding), found.path, decodedPath),
      );
    },
  };
}

/** Prepares the responses of each site once. */
export function createResponsesOf(settings: ProblemSettings) {
  return memoize((catalog: Catalog) => createResponses(catalog, settings));
}

/** Redirects to the address of a page. */
function redirect(to: string): GateResponse {
  const headers = ["Location", to, "Vary", "Accept", "Cache-Control", PRIVATE];
  return { status: 301, headers: [...headers, "Content-Length", "0"], body: undefined };
}

/** The response 304, to clients that have the document. */
function notModified(document: SiteDocument, coding: Coding): GateResponse {
  const headers = cachingHeadersOf(document, document.etag(coding));
  return { status: 304, headers, body: undefined };
}

/**
 * Calls `make` once for each object, and keeps the result as long as the object. The other
 * arguments must always be the same for one object.
 */
function memoize<T extends object, Rest extends unknown[], U>(
  make: (key: T, ...rest: Rest) => U,
): (key: T, ...rest: Rest) => U {
  const made = new WeakMap<T, U>();
  return (key, ...rest) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(key, ...rest);
    made.set(key, fresh);
    return fresh;
  };
}

/** The headers for caches, which a 304 has too (RFC 9110 §15.4.5). */
function cachingHeadersOf({ path }: SiteDocument, etag: string) {
  const caching = path === "/health" ? "no-store" : PRIVATE;
  return ["ETag", etag, "Vary", "Accept-Encoding", "Cache-Control", caching];
}

/** Adds the canonical path to the response for another spelling (RFC 9110 §8.7). */
function withLocation(
  response: GateResponse,
  canonical: string,
  asked: string | undefined,
): GateResponse {
  if (asked === canonical) return response;
  return { ...response, headers: [...response.headers, "Content-Location", canonical] };
}
