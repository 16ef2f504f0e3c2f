import { LRUCache } from "lru-cache";
import { lookupKey } from "../../build/core/spelling/fold.ts";
import type { Presented } from "../auth/identity.ts";
import { maxEntries } from "../entries.ts";
import type { Coding } from "../site/document.ts";

/** A parsed request target (RFC 9112 §3.2). */
export type RequestTarget = {
  /** The path as received, without the query. It is the `instance` of problems. */
  path: string;
  /** The query without its `?`. Empty where there is none. */
  query: string;
  /** The path percent-decoded and split at its slashes. Undefined where it is malformed. */
  segments: string[] | undefined;
  /** The segments joined by slashes. */
  decodedPath: string | undefined;
  /** The key that is looked up: the decoded path with its name folded. */
  key: string | undefined;
  /** Whether it is under `/v1`, where callers are counted. */
  isApi: boolean;
};

const MAX_REMEMBERED = 10_000;

/** In characters. Longer targets are rare, and not worth the memory. */
const MAX_REMEMBERED_TARGET = 200;

/** Creates a parser of request targets that remembers its results. */
export function createTargets(): (target: string) => RequestTarget {
  const remembered = new LRUCache<string, RequestTarget>(maxEntries(MAX_REMEMBERED));
  return (target) => {
    // `peek` keeps no order of use, which would take more time than it saves.
    const known = remembered.peek(target);
    if (known !== undefined) return known;
    const parsed = parseRequestTarget(target);
    if (target.length <= MAX_REMEMBERED_TARGET) remembered.set(target, parsed);
    return parsed;
  };
}

/** Splits a request target of the origin-form or the absolute-form (RFC 9112 §3.2). */
export function parseRequestTarget(target: string): RequestTarget {
  const originForm = target.replace(/^https?:\/\/[^/?]*(?=(.?))/i, (_, next: string) =>
    next === "/" ? "" : "/",
  );
  const mark = originForm.indexOf("?");
  const path = mark === -1 ? originForm : originForm.slice(0, mark);
  const query = mark === -1 ? "" : originForm.slice(mark + 1);

  const decoded = path.slice(1).split("/").map(decodeSegment);
  const segments =
    path.startsWith("/") && decoded.every((segment) => segment !== undefined) ? decoded : undefined;
  return {
    path,
    query,
    segments,
    decodedPath: segments && `/${segments.join("/")}`,
    key: segments && lookupKey(segments),
    isApi: decoded[0] === "v1",
  };
}

/** The longest name, as file systems hold no longer ones. Looking for longer ones is costly. */
const MOST_NAME_BYTES = 255;

/**
 * Decodes a segment. Undefined where its percent-encoding is malformed, where it hides a slash, and
 * where it is too long for a name.
 */
function decodeSegment(segment: string) {
  if (segment.length > 3 * MOST_NAME_BYTES) return undefined;
  if (!segment.includes("%")) return isShort(segment) ? segment : undefined;
  try {
    const decoded = decodeURIComponent(segment);
    return decoded.includes("/") || !isShort(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

function isShort(name: string) {
  return name.length * 3 <= MOST_NAME_BYTES || Buffer.byteLength(name) <= MOST_NAME_BYTES;
}

/** What the service reads from the header fields of a request. */
export type RequestFields = {
  credential: Presented;
  /** The window of the caller's address. */
  address: string;
  /** The coding of the response. */
  coding: Coding;
  /** The validators of which the client wants one (RFC 9110 §13.1.1). */
  ifMatch: string | undefined;
  /** The validators that the client has (RFC 9110 §13.1.2). */
  ifNoneMatch: string | undefined;
  /** Whether a person reads the response: browsers name HTML in Accept when they open a page. */
  wantsHtml: boolean;
  /** What is wrong with the request as HTTP. */
  fault: Fault | undefined;
};

/** What is wrong with a request, and the status of the response. */
export type Fault = { status: 400 | 431; detail: string };
