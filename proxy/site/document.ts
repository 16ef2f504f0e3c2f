import { compressBrotli, compressGzip, hasSiblings } from "../../build/core/site/codings.ts";

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

/** Creates a document. `represent` gives the body in a coding, with its strong validator. */
export function documentOf<R>(
  { path, contentType, sha256 }: { path: string; contentType: string; sha256: string },
  represent: (coding: Coding, etag: string) => R,
) {
  const tag = sha256.slice(0, 32);
  const etags = { identity: `"${tag}"`, gzip: `"${tag}-gzip"`, br: `"${tag}-br"` };
  return {
    path,
    contentType,
    isCoded: hasSiblings(path),
    etag: (coding: Coding) => etags[coding],
    representation: (coding: Coding) => represent(coding, etags[coding]),
  };
}

/** A coding that changes the bytes. */
export type Compression = Exclude<Coding, "identity">;

/** Encodes a content. */
export type Encode = (body: Buffer, coding: Compression) => Buffer;

/** Creates a document whose content is in memory. It is encoded when a coding is first wanted. */
export function documentInMemory(
  content: Parameters<typeof documentOf>[0],
  body: Buffer,
  encoded: Encode = encode,
) {
  const made = new Map<Coding, Representation>();
  return documentOf(content, (coding, etag) => {
    const known = made.get(coding);
    if (known !== undefined) return known;
    const fresh = { body: coding === "identity" ? body : encoded(body, coding), etag };
    made.set(coding, fresh);
    return fresh;
  });
}

/** Compresses a content to the bytes of its sibling, so that one validator names one body. */
export const encode: Encode = (body, coding) =>
  coding === "br" ? compressBrotli(body) : compressGzip(body);
