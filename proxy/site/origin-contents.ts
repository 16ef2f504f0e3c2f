import { LRUCache } from "lru-cache";
import { compressBrotli, compressGzip } from "../../build/site/compress.ts";
import type { Content } from "./catalog.ts";
import { CODINGS, type Coding, etagOf, type Representation } from "./document.ts";
import type { Encode } from "./document-in-memory.ts";
import { type Origin, OriginError } from "./origin.ts";
import { sha256Of } from "./sha256.ts";

/** What an entry of the cache costs beside its body, in bytes. */
const ENTRY_BYTES = 256;

type Described = { path: string; file: string; bytes: number; sha256: string };

/** The contents of an origin by their checksum, each fetched once while it is in use. */
export type OriginContents = {
  /** What the cache holds. */
  kept: (content: Content, coding: Coding) => Buffer | undefined;
  /** From the cache, or fetched. Throws `OriginError`. */
  representation: (content: Content, coding: Coding) => Promise<Representation>;
  read: (content: Content) => Promise<Buffer>;
  /** To be called when the origin has changed: what failed before may be there now. */
  forgetFailures: () => void;
  /** The codings in which the cache holds a content. */
  keptCodings: (content: Content) => Coding[];
};

/**
 * Nothing is given whose checksum is not the manifest's. Contents are kept up to `maxBytes`, compressed forms included; a
 * failure is remembered for `failureMs`, so that an origin in trouble is not asked again for each request.
 */
export function createOriginContents(
  origin: Origin,
  { maxBytes, failureMs }: { maxBytes: number; failureMs: number },
): OriginContents {
  const kept = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => length + ENTRY_BYTES,
  });
  const underWay = new Map<string, Promise<Buffer>>();
  const failures = new LRUCache<string, OriginError>({ max: 1000, ttl: failureMs });
  /** By the ending that distinguishes file and path, whether this origin knows contents by their paths. */
  const knowsPaths = new Map<string, boolean>();

  /** Makes a body once, however many ask for it meanwhile. */
  const once = (
    sha256: string,
    coding: Coding,
    make: () => Promise<Uint8Array>,
  ): Promise<Buffer> => {
    const key = etagOf(sha256, coding);
    const known = kept.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const already = underWay.get(key);
    if (already !== undefined) return already;
    const made = make()
      .then((body) => keep(key, body))
      .finally(() => underWay.delete(key));
    underWay.set(key, made);
    return made;
  };

  const keep = (key: string, body: Uint8Array): Buffer => {
    const own = Buffer.from(new Uint8Array(body).buffer); // not a slice of a larger buffer, which would be kept with it
    kept.set(key, own);
    return own;
  };

  /** From wherever the origin has it: a bucket has the site's files, a host that applies the site's rule its paths. */
  const fetchContent = async <T>(
    content: Described,
    fetchFrom: (path: string) => Promise<T>,
  ): Promise<T> => {
    const file = `/${content.file}`;
    if (content.path === file) return await fetchFrom(file);
    const ending = content.file.slice(content.file.lastIndexOf("."));
    const isPathFirst = knowsPaths.get(ending) ?? false;
    const [first, second] = isPathFirst ? [content.path, file] : [file, content.path];
    try {
      return await fetchFrom(first);
    } catch (error) {
      if (!(error instanceof OriginError && error.isAboutPath)) throw error;
      const found = await fetchFrom(second).catch((other: unknown) => {
        if (!(other instanceof OriginError)) throw other;
        throw new OriginError(`${error.message}; ${other.message}`, other);
      });
      knowsPaths.set(ending, !isPathFirst);
      return found;
    }
  };

  const read = (content: Content): Promise<Buffer> =>
    once(content.sha256, "identity", async () => {
      const failure = failures.get(content.sha256);
      if (failure !== undefined) throw failure;
      try {
        return await fetchContent(content, async (path) => {
          const { body } = await origin.get(path, { maxBytes: content.bytes, takes: [200] });
          if (sha256Of(body) === content.sha256) return body;
          throw notAsListed(origin, path);
        });
      } catch (error) {
        if (error instanceof OriginError) failures.set(content.sha256, error);
        throw error;
      }
    });

  return {
    kept: ({ sha256 }, coding) => kept.get(etagOf(sha256, coding)),
    forgetFailures: () => failures.clear(),
    keptCodings: ({ sha256 }) => CODINGS.filter((coding) => kept.has(etagOf(sha256, coding))),
    read,
    representation: async (content, coding) => {
      const { sha256 } = content;
      const body =
        coding === "identity"
          ? await read(content)
          : await once(sha256, coding, async () => compressAs(await read(content), coding));
      return { body, etag: etagOf(sha256, coding) };
    },
  };
}

/** The bytes that the sibling of a file has. */
export const compressAs: Encode = (body, coding) =>
  Buffer.from(coding === "br" ? compressBrotli(body) : compressGzip(body));

function notAsListed({ name }: Origin, path: string): OriginError {
  return new OriginError(`${name}${path} is not what the manifest says`, { isAboutPath: true });
}
