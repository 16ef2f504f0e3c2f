import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { hasSiblings } from "../../build/site/siblings.ts";
import { type Coding, etagOf, type Representation, type SiteDocument } from "./document.ts";

/** A coding that changes the bytes. */
export type Compression = Exclude<Coding, "identity">;

/** Encodes a content. */
export type Encode = (body: Buffer, coding: Compression) => Buffer;

/** A document whose representations are no promises. */
export type DocumentInMemory = Omit<SiteDocument, "representation"> & {
  representation: (coding: Coding) => Representation;
};

/** Creates a document whose content is in memory. It is encoded when a coding is first wanted. */
export function documentInMemory(
  { path, contentType, sha256 }: { path: string; contentType: string; sha256: string },
  body: Buffer,
  encode: Encode,
): DocumentInMemory {
  const etags = {
    identity: etagOf(sha256, "identity"),
    gzip: etagOf(sha256, "gzip"),
    br: etagOf(sha256, "br"),
  };
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
        body: coding === "identity" ? body : encode(body, coding),
        etag: etags[coding],
      };
      made.set(coding, representation);
      return representation;
    },
  };
}

/**
 * Compresses during a request. Node's own zlib is the quickest, and these bytes may differ between
 * machines.
 */
export const encodeNow: Encode = (body, coding) =>
  coding === "br"
    ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    : gzipSync(body);
