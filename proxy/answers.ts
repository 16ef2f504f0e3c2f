import { safetyHeadersOf } from "../build/schema/safety-headers.ts";
import { createProblems, type ProblemSettings, type Problems } from "./problems.ts";
import type { RequestFields } from "./request-fields.ts";
import type { Catalog } from "./site/catalog.ts";
import type { Coding, Representation, SiteDocument } from "./site/document.ts";
import { isNotModified } from "./site/if-none-match.ts";
import { createFindPage, NOT_FOUND_PAGE } from "./site/pages-for-people.ts";
import { createPatchList } from "./site/patch-list.ts";
import type { RequestTarget } from "./site/request-target.ts";

/** Header names and values in turn, as Node takes them without making an object of them. */
export type HeaderList = readonly string[];

/** What goes over the wire, without the headers that every answer has. */
export type Answer = { status: number; headers: HeaderList; body: Buffer | undefined };

/** Everything the service can answer from one site. */
export type Answers = {
  /**
   * 200 or 304, 404 for what is not in the site, 400 for a patch list whose filters cannot be read.
   * People who ask outside the API are led to the page that they may have meant, or see one that
   * helps. Only what is not in memory is a promise.
   */
  document: (
    target: RequestTarget,
    fields: Pick<RequestFields, "coding" | "ifNoneMatch" | "wantsHtml">,
  ) => Answer | Promise<Answer>;
  /** Whether the site has something at a path. */
  has: (target: RequestTarget) => boolean;
  problems: Problems;
};

/** What beside the site decides how it is answered; `baseUrl` is the site's own unless told. */
export type AnswerSettings = Omit<ProblemSettings, "baseUrl"> & {
  baseUrl: string | undefined;
  /** What stands before each path in the server of somebody else. */
  prefix?: string;
};

/** The rate-limit headers describe one caller, so no shared cache may keep them. */
const PRIVATE = "private, max-age=60";

/** Prepares the answers of a site; throws where it cannot be answered from. */
export function createAnswers(catalog: Catalog, settings: AnswerSettings): Answers {
  const { baseUrl = catalog.manifest.baseUrl, prefix = "" } = settings;
  const problems = createProblems(catalog, { ...settings, baseUrl });
  const patchList = createPatchList(catalog);
  const unknown = remember((target: RequestTarget) => problems.notFound(target));
  const findPage = createFindPage(catalog);
  const nothing = catalog.documents.get(NOT_FOUND_PAGE);
  const forPeople = (target: RequestTarget, coding: Coding): Answer | Promise<Answer> => {
    const page = target.segments === undefined ? undefined : findPage(target.segments);
    if (page !== undefined && page !== target.decodedPath)
      return redirect(prefix + encodeURI(page) + (target.query === "" ? "" : `?${target.query}`));
    if (nothing === undefined) return unknown(target);
    const representation = nothing.representation(coding);
    return representation instanceof Promise
      ? representation.then((found) => notFoundAs(found, coding))
      : notFoundAs(representation, coding);
  };
  const located = (answer: Answer, canonical: string, asked: string | undefined): Answer =>
    asked === canonical ? answer : withLocation(answer, prefix + canonical);
  return {
    problems,
    has: ({ key }) => key !== undefined && catalog.documents.has(key),
    document: (target, { coding: asked, ifNoneMatch, wantsHtml }) => {
      const { path, query, decodedPath, key } = target;
      const document = key === undefined ? undefined : catalog.documents.get(key);
      if (document === undefined)
        return wantsHtml && !target.isApi ? forPeople(target, asked) : unknown(target);
      const coding = document.isCoded ? asked : "identity";
      const found = document.path === patchList.path ? patchList.answer(query) : document;
      if ("detail" in found) return problems.badRequest(path, found.detail);
      if (ifNoneMatch !== undefined && isNotModified(ifNoneMatch, found.etag(coding))) {
        return located(notModified(found)[coding], found.path, decodedPath);
      }
      const answerWith = (representation: Representation) =>
        located(foundAs(representation, found, coding), found.path, decodedPath);
      const representation = found.representation(coding);
      return representation instanceof Promise
        ? representation.then(answerWith)
        : answerWith(representation);
    },
  };
}

/** The answers of each site that is taken over, made once; a site that throws here is refused. */
export function createAnswersOf(settings: AnswerSettings): (catalog: Catalog) => Answers {
  return remember((catalog: Catalog) => createAnswers(catalog, settings));
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
    const shown = Object.entries(safetyHeadersOf(document.contentType)).flat();
    return {
      status: 200,
      headers: [...cachingHeadersOf(document, etag), ...about, ...shown],
      body,
    };
  },
);

/** The page that people see where there is nothing; never stored, as something may come there. */
function notFoundAs({ body }: Representation, coding: Coding): Answer {
  const type = "text/html; charset=utf-8";
  const coded = coding === "identity" ? [] : ["Content-Encoding", coding];
  const about = ["Content-Type", type, ...coded, "Content-Length", `${body.length}`];
  const shown = Object.entries(safetyHeadersOf(type)).flat();
  const headers = ["Vary", "Accept, Accept-Encoding", "Cache-Control", "no-store"];
  return { status: 404, headers: [...headers, ...about, ...shown], body };
}

/** The way to a page under its own address. */
function redirect(to: string): Answer {
  const headers = ["Location", to, "Vary", "Accept", "Cache-Control", PRIVATE];
  return { status: 301, headers: [...headers, "Content-Length", "0"], body: undefined };
}

/** The answers to clients that have the document. */
const notModified = remember((document: SiteDocument): Record<Coding, Answer> => {
  const answer = (coding: Coding) => ({
    status: 304,
    headers: cachingHeadersOf(document, document.etag(coding)),
    body: undefined,
  });
  return { br: answer("br"), gzip: answer("gzip"), identity: answer("identity") };
});

/**
 * What is made of a thing once, for as long as there is the thing; what else is needed for it
 * always comes with it.
 */
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

/** What caches go by, which a 304 says too (RFC 9110 §15.4.5). */
function cachingHeadersOf({ path }: SiteDocument, etag: string): HeaderList {
  const caching = path === "/health" ? "no-store" : PRIVATE;
  return ["ETag", etag, "Vary", "Accept-Encoding", "Cache-Control", caching];
}

/** An answer found under another spelling says the canonical path (RFC 9110 §8.7). */
function withLocation(answer: Answer, canonical: string): Answer {
  return { ...answer, headers: [...answer.headers, "Content-Location", canonical] };
}
