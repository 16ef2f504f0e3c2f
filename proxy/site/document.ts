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

/** The strong validators of a content. `sha256` is that of the uncoded content. */
export function etagsOf(sha256: string): Record<Coding, string> {
  const tag = sha256.slice(0, 32);
  return { identity: `"${tag}"`, gzip: `"${tag}-gzip"`, br: `"${tag}-br"` };
}

/** A coding that changes the bytes. */
export type Compression = Exclude<Coding, "identity">;

/** Encodes a content. */
export type Encode = (body: Buffer, coding: Compression) => Buffer;

/** A document whose representations are not promises. */
export type DocumentInMemory = Omit<SiteDocument, "representation"> & {
  representation: (coding: Coding) => Representation;
};

/** Creates a document whose content is in memory. It is encoded when a coding is first wanted. */
export function documentInMemory(
  { path, contentType, sha256 }: { path: string; contentType: string; sha256: string },
  body: Buffer,
  encoded: Encode = encode,
): DocumentInMemory {
  const etags = etagsOf(sha256);
  const made = new Map<Coding, Representation>();
  return {
    path,
    contentType,
    isCoded: hasSiblings(path),
    etag: (coding) => etags[coding],
    representation: (coding) => {
      const known = made.get(coding);
      if (known !== undefined) return known;
      const representation = {
        body: coding === "identity" ? body : encoded(body, coding),
        etag: etags[coding],
      };
      made.set(coding, representation);
      return representation;
    },
  };
}

/** Compresses a content to the bytes of its sibling, so that one validator names one body. */
export const encode: Encode = (body, coding) =>
  coding === "br" ? compressBrotli(body) : compressGzip(body);
