import { LRUCache } from "lru-cache";
import { lookupKey } from "../../build/spelling/fold.ts";

/** A request target (RFC 9112 §3.2) as far as the service looks at it. */
export type RequestTarget = {
  /** The path as received, without the query; what a problem names as its instance. */
  path: string;
  /** The query without its `?`; empty where there is none. */
  query: string;
  /** The path percent-decoded and split at its slashes; undefined where it cannot name anything. */
  segments: string[] | undefined;
  /** The segments put together again. */
  decodedPath: string | undefined;
  /** What is looked up: the decoded path with its name folded. */
  key: string | undefined;
  /** Whether it lies under `/v1`, where callers are counted. */
  isApi: boolean;
};

/** Longer ones are rare, and not worth the memory. */
const MAX_REMEMBERED_LENGTH = 200;

/** Parses request targets; the ones that come again and again only once. */
export function createTargets(): (target: string) => RequestTarget {
  const remembered = new LRUCache<string, RequestTarget>({ max: 10_000 });
  return (target) => {
    // what is forgotten first matters less than the time to keep account of it
    const known = remembered.peek(target);
    if (known !== undefined) return known;
    const parsed = parseRequestTarget(target);
    if (target.length <= MAX_REMEMBERED_LENGTH) remembered.set(target, parsed);
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

/** No name is longer, as no file system could hold it; looking for a longer one takes long. */
const MOST_NAME_BYTES = 255;

/**
 * Undefined for malformed percent-encoding, for an encoded slash, which would be a segment of its
 * own if it were let through, and for what is too long to name anything.
 */
function decodeSegment(segment: string): string | undefined {
  if (segment.length > 3 * MOST_NAME_BYTES) return undefined;
  if (!segment.includes("%")) return isShort(segment) ? segment : undefined;
  try {
    const decoded = decodeURIComponent(segment);
    return decoded.includes("/") || !isShort(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

function isShort(name: string): boolean {
  return name.length * 3 <= MOST_NAME_BYTES || Buffer.byteLength(name) <= MOST_NAME_BYTES;
}
