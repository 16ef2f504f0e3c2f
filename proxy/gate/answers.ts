import { safetyHeadersOf } from "../../build/core/schema/safety-headers.ts";
import type { Catalog } from "../site/catalog.ts";
import type { Coding, Representation, SiteDocument } from "../site/document.ts";
import { isNotModified } from "../site/negotiate.ts";
import { createFindPage, NOT_FOUND_PAGE } from "../site/pages-for-people.ts";
import { createPatchList } from "../site/patch-list.ts";
import {
  type Answer,
  createProblems,
  type HeaderList,
  type ProblemSettings,
  type Problems,
} from "./problems.ts";
import type { RequestFields, RequestTarget } from "./request.ts";

/** Everything the service can answer from one site. */
export type Answers = {
  /**
   * 200 or 304. 404 for what is not in the site. 400 for a filter of the patch list that cannot be
   * read. Outside the API, a browser is redirected to the page that was probably meant, or gets
   * the page `/404`. Gives a promise only for what is not in memory.
   */
  document: (
    target: RequestTarget,
    fields: Pick<RequestFields, "coding" | "ifNoneMatch" | "wantsHtml">,
  ) => Answer | Promise<Answer>;
  /** Whether the site has something at a path. */
  has: (target: RequestTarget) => boolean;
  problems: Problems;
};

/** What decides the answers, beside the site. Default of `baseUrl`: the one in the manifest. */
export type AnswerSettings = Omit<ProblemSettings, "baseUrl"> & {
  baseUrl: string | undefined;
};

/** The rate-limit headers describe one caller, so no shared cache may keep them. */
const PRIVATE = "private, max-age=60";

/** Prepares the answers of a site. Throws if the site cannot be used. */
export function createAnswers(catalog: Catalog, settings: AnswerSettings): Answers {
  const { baseUrl = catalog.manifest.baseUrl } = settings;
  const problems = createProblems(catalog, { ...settings, baseUrl });
  const patchList = createPatchList(catalog);
  const notFound = memoize((target: RequestTarget) => problems.notFound(target));
  const findPage = createFindPage(catalog);
  const notFoundPage = catalog.documents.get(NOT_FOUND_PAGE);
  const forPeople = (target: RequestTarget, coding: Coding): Answer | Promise<Answer> => {
    const page = target.segments === undefined ? undefined : findPage(target.segments);
    if (page !== undefined && page !== target.decodedPath)
      return redirect(encodeURI(page) + (target.query === "" ? "" : `?${target.query}`));
    if (notFoundPage === undefined) return notFound(target);
    const representation = notFoundPage.representation(coding);
    return representation instanceof Promise
      ? representation.then((found) => notFoundPageAnswer(found, coding))
      : notFoundPageAnswer(representation, coding);
  };
  const withContentLocation = (
    answer: Answer,
    canonical: string,
    asked: string | undefined,
  ): Answer => (asked === canonical ? answer : withLocation(answer, canonical));
  return {
    problems,
    has: ({ key }) => key !== undefined && catalog.documents.has(key),
    document: (target, { coding: asked, ifNoneMatch, wantsHtml }) => {
      const { path, query, decodedPath, key } = target;
      const document = key === undefined ? undefined : catalog.documents.get(key);
      if (document === undefined)
        return wantsHtml && !target.isApi ? forPeople(target, asked) : notFound(target);
      const coding = document.isCoded ? asked : "identity";
      const found = document.path === patchList.path ? patchList.answer(query) : document;
      if ("detail" in found) return problems.badRequest(path, found.detail);
      if (ifNoneMatch !== undefined && isNotModified(ifNoneMatch, found.etag(coding))) {
        return withContentLocation(notModified(found)[coding], found.path, decodedPath);
      }
      const answerWith = (representation: Representation) =>
        withContentLocation(documentAnswer(representation, found, coding), found.path, decodedPath);
      const representation = found.representation(coding);
      return representation instanceof Promise
        ? representation.then(answerWith)
        : answerWith(representation);
    },
  };
}

/** Prepares the answers of each site once. A site for which this throws is refused. */
export function createAnswersOf(settings: AnswerSettings): (catalog: Catalog) => Answers {
  return memoize((catalog: Catalog) => createAnswers(catalog, settings));
}

/** The answer 200 with a document in one coding. */
const documentAnswer = memoize(
  ({ body, etag }: Representation, document: SiteDocument, coding: Coding): Answer => {
    const caching = cachingHeadersOf(document, etag);
    const headers = [...caching, ...contentHeadersOf(body, document.contentType, coding)];
    return { status: 200, headers, body };
  },
);

/** The answer 404 with a page for people. Not cached, as a later site may have the path. */
function notFoundPageAnswer({ body }: Representation, coding: Coding): Answer {
  const caching = ["Vary", "Accept, Accept-Encoding", "Cache-Control", "no-store"];
  const headers = [...caching, ...contentHeadersOf(body, "text/html; charset=utf-8", coding)];
  return { status: 404, headers, body };
}

/** The headers that describe a body. */
function contentHeadersOf({ length }: Buffer, type: string, coding: Coding): HeaderList {
  const coded = coding === "identity" ? [] : ["Content-Encoding", coding];
  const safety = Object.entries(safetyHeadersOf(type)).flat();
  return ["Content-Type", type, ...coded, "Content-Length", `${length}`, ...safety];
}

/** Redirects to the address of a page. */
function redirect(to: string): Answer {
  const headers = ["Location", to, "Vary", "Accept", "Cache-Control", PRIVATE];
  return { status: 301, headers: [...headers, "Content-Length", "0"], body: undefined };
}

/** The answers 304, to clients that have the document. */
const notModified = memoize((document: SiteDocument): Record<Coding, Answer> => {
  const answer = (coding: Coding) => ({
    status: 304,
    headers: cachingHeadersOf(document, document.etag(coding)),
    body: undefined,
  });
  return { br: answer("br"), gzip: answer("gzip"), identity: answer("identity") };
});

/**
 * Calls `make` once for each object, and keeps the result as long as the object. The other
 * arguments must always be the same for one object.
 */
function memoize<T extends object, Rest extends unknown[], U>(
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

/** The headers for caches, which a 304 has too (RFC 9110 §15.4.5). */
function cachingHeadersOf({ path }: SiteDocument, etag: string): HeaderList {
  const caching = path === "/health" ? "no-store" : PRIVATE;
  return ["ETag", etag, "Vary", "Accept-Encoding", "Cache-Control", caching];
}

/** Adds the canonical path to the answer for another spelling (RFC 9110 §8.7). */
function withLocation(answer: Answer, canonical: string): Answer {
  return { ...answer, headers: [...answer.headers, "Content-Location", canonical] };
}
