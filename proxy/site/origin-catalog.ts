import { ManifestError, parseManifest } from "../../build/site/manifest.ts";
import { type Catalog, type Content, contentsOf, createCatalog, SiteError } from "./catalog.ts";
import {
  type Coding,
  ContentUnavailable,
  etagOf,
  type Representation,
  type SiteDocument,
} from "./document.ts";
import { documentInMemory } from "./document-in-memory.ts";
import type { LiveCatalog, Log } from "./live-catalog.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { createOrigin, OriginError } from "./origin.ts";
import { compressAs, createOriginContents } from "./origin-contents.ts";
import { createPause } from "./pause.ts";
import { sha256Of } from "./sha256.ts";

export type OriginOptions = {
  /** How long one exchange with the origin may take. */
  timeoutMs: number;
  /** How often the origin's manifest is looked at. */
  pollMs: number;
  /** The least time between two looks that documents ask for which do not agree with the manifest. */
  lookAgainMs: number;
  /** How long a failure is remembered. */
  failureMs: number;
  /** How much is kept in memory, compressed forms included. */
  maxCacheBytes: number;
};

const DEFAULTS: OriginOptions = {
  timeoutMs: 5_000,
  pollMs: 10_000,
  lookAgainMs: 1_000,
  failureMs: 1_000,
  maxCacheBytes: 64 * 1024 * 1024,
};

/** A hundred times what it is. */
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

/** How many contents that are in use are brought over to a new site before it is taken. */
const MOST_BROUGHT_OVER = 2_000;

/** How many are fetched at a time. */
const FETCHED_AT_A_TIME = 4;

/** A site of the origin. */
type Taken = {
  catalog: Catalog;
  /** By canonical path. */
  contents: ReadonlyMap<string, Content>;
  /** Of the manifest. */
  etag: string | undefined;
  sha256: string;
};

/**
 * Loads the manifest of a site at an origin, and follows it; documents are fetched when they are asked for. Throws `SiteError`
 * at the start; later an origin that fails or gives a broken site is reported, and the last good one is served on.
 */
export async function openOriginCatalog(
  address: string,
  log: Log,
  options: Partial<OriginOptions> = {},
): Promise<LiveCatalog> {
  const { timeoutMs, pollMs, lookAgainMs, failureMs, maxCacheBytes } = { ...DEFAULTS, ...options };
  const origin = createOrigin(address, { timeoutMs });
  const contents = createOriginContents(origin, { maxBytes: maxCacheBytes, failureMs });
  /** Paths whose content could not be had when it was last asked for. */
  const failing = new Set<string>();
  let takenOverAt = Date.now();
  let trouble: string | undefined;
  let isClosed = false;
  let lastLook = Number.NEGATIVE_INFINITY;

  const documentOf = (content: Content): SiteDocument => {
    const made = new WeakMap<Buffer, Representation>();
    return {
      path: content.path,
      contentType: content.contentType,
      etag: (coding) => etagOf(content.sha256, coding),
      representation: (coding) => {
        const body = contents.kept(content, coding);
        if (body === undefined) return fetchDocument(content, coding);
        const representation = made.get(body) ?? { body, etag: etagOf(content.sha256, coding) };
        made.set(body, representation); // the same object again: answers with it are made once
        return representation;
      },
    };
  };

  /** Between two deployments the origin has documents of one and the manifest of the other: then the manifest is looked at. */
  const fetchDocument = async (
    content: Content,
    coding: Coding,
    mayRetry = true,
  ): Promise<Representation> => {
    const { path, sha256 } = content;
    try {
      const representation = await contents.representation(content, coding);
      if (failing.delete(path)) log.info({ path }, "a document of the origin can be read again");
      return representation;
    } catch (error) {
      if (!(error instanceof OriginError)) throw error;
      const isInForce = taken.contents.get(path)?.sha256 === sha256;
      if (mayRetry && isInForce && error.isAboutPath) await lookAgain();
      const inForce = taken.contents.get(path);
      if (mayRetry && inForce !== undefined && inForce.sha256 !== sha256)
        return fetchDocument(inForce, coding, false);
      if (!failing.has(path))
        log.error({ path, reason: error.message }, "a document of the origin cannot be read");
      failing.add(path);
      throw new ContentUnavailable(error.message);
    }
  };

  /** The site that the origin has now, with the catalog of `before` where it is still that one. */
  const load = async (before: Taken | undefined, isForced: boolean): Promise<Taken> => {
    const ifNoneMatch = isForced ? undefined : before?.etag;
    const bounds = {
      maxBytes: MAX_MANIFEST_BYTES,
      takes: ifNoneMatch === undefined ? [200] : [200, 304],
      ifNoneMatch,
    };
    const { status, etag, body } = await origin.get("/manifest.json", bounds);
    const sha256 = sha256Of(body);
    if (before !== undefined && status === 304) return before;
    if (before?.sha256 === sha256 && !isForced) return { ...before, etag };
    const manifest = parseManifest(body, `${origin.name}/manifest.json`);
    const listed = contentsOf(manifest, { bytes: body.length, sha256 });
    contents.forgetFailures();
    await bringOver(listed, before);
    const source = {
      document: (content: Content) =>
        content.sha256 === sha256
          ? documentInMemory(content, body, compressAs)
          : documentOf(content),
      read: contents.read,
      pause: createPause(),
    };
    const catalog = await createCatalog(manifest, listed, source, origin.name);
    return {
      catalog,
      contents: new Map(listed.map((content) => [content.path, content])),
      etag,
      sha256,
    };
  };

  /** What is in memory of the old site is fetched of the new one before it is taken, so that nothing in use goes cold. */
  const bringOver = async (
    listed: readonly Content[],
    before: Taken | undefined,
  ): Promise<void> => {
    const wanted = listed.flatMap((content) => {
      const old = before?.contents.get(content.path);
      const codings =
        old === undefined || old.sha256 === content.sha256 ? [] : contents.keptCodings(old);
      return codings.map((coding) => ({ content, coding }));
    });
    const left = wanted.slice(0, MOST_BROUGHT_OVER).values();
    let isOver = false;
    const fetchNext = async () => {
      for (const { content, coding } of left) {
        if (isOver) return;
        await contents.representation(content, coding);
      }
    };
    await Promise.all(Array.from({ length: FETCHED_AT_A_TIME }, fetchNext)).finally(() => {
      isOver = true; // one that cannot be had is enough
    });
  };

  const look = oneAtATime(async (isForced) => {
    try {
      const now = await load(taken, isForced);
      if (trouble !== undefined) log.info({}, "the origin is well again");
      if (now.catalog !== taken.catalog) {
        takenOverAt = Date.now();
        const { patch, version } = now.catalog.manifest;
        log.info({ patch, version }, "site taken over");
      }
      taken = now;
      trouble = undefined;
    } catch (error) {
      if (isClosed) return;
      if (!isAboutSite(error)) throw error;
      const isOut = error instanceof OriginError && !error.isAboutPath;
      const message = isOut
        ? "the origin cannot be read; the last good site is served on"
        : "the new site is broken; the old one is served on";
      if (message !== trouble) log.error({ reason: error.message }, message);
      trouble = message;
    }
    lastLook = performance.now();
  });

  const lookAgain = async (): Promise<void> => {
    if (performance.now() - lastLook >= lookAgainMs) await look();
  };

  let taken = await load(undefined, false).catch(async (error: unknown) => {
    await origin.close();
    throw isAboutSite(error) ? new SiteError(error.message) : error;
  });
  const timer = setInterval(() => void look(), pollMs).unref();
  return {
    current: () => taken.catalog,
    takenOverAt: () => takenOverAt,
    look,
    close: () => {
      isClosed = true;
      clearInterval(timer);
      void origin.close();
    },
  };
}

function isAboutSite(error: unknown): error is Error {
  return (
    error instanceof OriginError || error instanceof SiteError || error instanceof ManifestError
  );
}
