import { DeploymentError, UnreachableError } from "../../build/core/fetch/exchange.ts";
import {
  fetchManifest,
  fetchSignature,
  type ServedManifest,
} from "../../build/core/fetch/fetch-manifest.ts";
import { fetchSite } from "../../build/core/fetch/fetch-site.ts";
import { createClient } from "../../build/core/fetch/http-client.ts";
import { SIGNATURE_FILE } from "../../build/core/site/manifest-signature.ts";
import type { SiteFiles } from "../../build/core/site/site-files.ts";
import type { Log } from "../log.ts";
import { SiteError } from "./catalog.ts";
import { SiteAwayError, type SiteReader } from "./follow-site.ts";
import { catalogOf } from "./stored-catalog.ts";

/** How many contents are fetched at a time. */
const CONNECTIONS = 8;

/**
 * Creates the reader of an origin, which fetches its whole site and verifies every content.
 * Contents of the last site are not fetched again. The options are those of the client, and the
 * milliseconds between two looks at the manifest (default: 10 seconds).
 */
export function createOriginReader(
  address: string,
  log: Log,
  options: { timeoutMs?: number; pollMs?: number; wait?: (ms: number) => Promise<void> } = {},
): SiteReader {
  const { pollMs = 10_000, ...limits } = options;
  const client = createClient(address, {
    headers: basicCredentials(new URL(address)),
    connections: CONNECTIONS,
    timeoutMs: 5_000,
    ...limits,
    onPause: (seconds) => log.info({ seconds }, "the origin asks to wait"),
  });
  const contents = new Map<string, Buffer>();
  const store = {
    read: (sha256: string) => contents.get(sha256),
    keep: (sha256: string, body: Buffer) => void contents.set(sha256, body),
  };
  let seen: ServedManifest | undefined;
  let seenSignature: string | undefined;

  const keepOnly = (sites: readonly (ServedManifest | undefined)[]) => {
    const kept = new Set(sites.flatMap((site) => [...sumsOf(site).values()]));
    for (const sha256 of contents.keys()) if (!kept.has(sha256)) contents.delete(sha256);
  };

  const read = async (isForced: boolean) => {
    const first = await fetchManifest(client, isForced ? undefined : seen);
    const signature = await fetchSignature(client);
    const isSame = seen?.body.equals(first.body) && seenSignature === signature;
    if (!isForced && isSame) return undefined;
    const isWanted = ({ detail }: { detail?: string }) => detail === undefined;
    try {
      const { served } = await fetchSite(client, store, first, { isWanted });
      const files = filesOf(served, contents, signature);
      const catalog = await catalogOf(files, client.url);
      seen = served;
      seenSignature = signature;
      return catalog;
    } finally {
      keepOnly([seen, first]); // a site that was refused may be mended by its next version
    }
  };
  return {
    pollMs,
    close: () => void client.close(),
    read: (isForced) => read(isForced).catch((error: unknown) => refuse(error)),
  };
}

/** The fetched contents as the files of a site, without siblings, which hosts do not serve. */
function filesOf(
  served: ServedManifest,
  contents: Map<string, Buffer>,
  signature: string | undefined,
): SiteFiles {
  const sums = sumsOf(served);
  const apart = new Map([["manifest.json", served.body]]);
  if (signature !== undefined) apart.set(SIGNATURE_FILE, Buffer.from(signature));
  return {
    hasSiblings: false,
    names: () => [...sums.keys(), ...apart.keys()],
    others: () => [],
    read: (name) => apart.get(name) ?? contents.get(sums.get(name) ?? ""),
  };
}

/** The checksums of the files that a site is read from. */
function sumsOf(served: ServedManifest | undefined) {
  const { documents = [], pages = [] } = served?.manifest ?? {};
  return new Map([...documents, ...pages].map(({ file, sha256 }) => [file, sha256]));
}

/** A user and a password in the address are sent as Basic credentials (RFC 7617). */
function basicCredentials({ username, password }: URL) {
  if (username === "" && password === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

function refuse(error: unknown): never {
  if (!(error instanceof DeploymentError)) throw error;
  const message = error.message.replaceAll("\n", "; ");
  throw error instanceof UnreachableError ? new SiteAwayError(message) : new SiteError(message);
}
