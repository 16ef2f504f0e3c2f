/** The content codings of the service (RFC 9110 §8.4), best first. */
export const CODINGS = ["br", "gzip", "identity"] as const;

export type Coding = (typeof CODINGS)[number];

/** A body in one content coding, with its own strong validator (RFC 9110 §8.8.1). */
export type Representation = { body: Buffer; etag: string };

/** The document that a path answers with. */
export type SiteDocument = {
  /** Canonical path. */
  path: string;
  contentType: string;
  /** Whether there are codings other than identity. Pictures such as PNG have none. */
  isCoded: boolean;
  /** The validator of a coding. The body is not needed for it. */
  etag: (coding: Coding) => string;
  /** The body in a coding. It is a promise only where it is not in memory. */
  representation: (coding: Coding) => Representation | Promise<Representation>;
};

/** The strong validator of a content in a coding. `sha256` is that of the uncoded content. */
export function etagOf(sha256: string, coding: Coding): string {
  return coding === "identity" ? `"${sha256.slice(0, 32)}"` : `"${sha256.slice(0, 32)}-${coding}"`;
}
