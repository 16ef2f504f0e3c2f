/** The content codings the service has (RFC 9110 §8.4), best first. */
export const CODINGS = ["br", "gzip", "identity"] as const;

export type Coding = (typeof CODINGS)[number];

/** A body in one content coding, with its own strong validator (RFC 9110 §8.8.1). */
export type Representation = { body: Buffer; etag: string };

/** What a path answers with. */
export type SiteDocument = {
  /** Canonical path. */
  path: string;
  contentType: string;
  /** Whether it is to be had in codings other than identity; pictures such as PNG are not. */
  isCoded: boolean;
  /** Known without the body. */
  etag: (coding: Coding) => string;
  /** Only what is not in memory is a promise. */
  representation: (coding: Coding) => Representation | Promise<Representation>;
};

/** The strong validator of a content in a coding; `sha256` is of the content itself. */
export function etagOf(sha256: string, coding: Coding): string {
  return coding === "identity" ? `"${sha256.slice(0, 32)}"` : `"${sha256.slice(0, 32)}-${coding}"`;
}
