import { type Coding, etagOf, type Representation, type SiteDocument } from "./document.ts";

/** A document whose content is in memory; a compressed form is made when it is first asked for. */
export function documentInMemory(
  { path, contentType, sha256 }: { path: string; contentType: string; sha256: string },
  body: Buffer,
  encode: (body: Buffer, coding: Exclude<Coding, "identity">) => Uint8Array,
): SiteDocument {
  const made = new Map<Coding, Representation>();
  return {
    path,
    contentType,
    etag: (coding) => etagOf(sha256, coding),
    representation: (coding) => {
      const known = made.get(coding);
      if (known !== undefined) return known;
      const encoded = coding === "identity" ? body : Buffer.from(encode(body, coding));
      const representation = { body: encoded, etag: etagOf(sha256, coding) };
      made.set(coding, representation);
      return representation;
    },
  };
}
