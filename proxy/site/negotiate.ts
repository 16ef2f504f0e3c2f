import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { CODINGS, type Coding } from "./document.ts";

/** The coding by header. Clients send few different headers. */
const codings = new LRUCache<string, Coding>({
  max: 200,
  memoMethod: (acceptEncoding) => {
    const negotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } });
    const chosen = negotiator.encoding([...CODINGS], { preferred: [...CODINGS] });
    return CODINGS.find((ours) => ours === chosen) ?? "identity";
  },
});

/**
 * The content coding of a response (RFC 9110 §12.5.3), by quality values. Of equal ones the
 * smallest is taken. A client that accepts none of ours gets the content uncoded.
 */
export function negotiateCoding(acceptEncoding: string | undefined): Coding {
  return acceptEncoding === undefined ? "identity" : codings.memo(acceptEncoding);
}

const readers = new LRUCache<string, boolean>({
  max: 200,
  memoMethod: (accept) => {
    const types = ["application/json", "text/html"];
    return new Negotiator({ headers: { accept } }).mediaType(types) === "text/html";
  },
});

/**
 * Whether a person reads the response (RFC 9110 §12.5.1). Browsers prefer HTML, programs accept
 * anything.
 */
export function wantsHtml(accept: string | undefined) {
  return accept?.includes("text/html") === true && readers.memo(accept);
}

/**
 * Whether `If-Match` fails for the current validator (RFC 9110 §13.1.1). Tags are compared
 * strongly, so a weak one never matches. `*` matches any.
 */
export function isPreconditionFailed(ifMatch: string, etag: string) {
  return ifMatch.trim() !== "*" && !entityTags(ifMatch).includes(etag);
}

/**
 * Whether `If-None-Match` matches the current validator (RFC 9110 §13.1.2). Tags are compared
 * weakly. `*` matches any.
 */
export function isNotModified(ifNoneMatch: string, etag: string) {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === "*") return true;
  return entityTags(ifNoneMatch).some((tag) => tag.replace(/^W\//, "") === etag);
}

/** The tags of a list (RFC 9110 §8.8.3). Weak ones begin with `W/`. */
function entityTags(list: string): string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
