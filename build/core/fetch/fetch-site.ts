import type { Manifest } from "../schema/manifest.ts";
import { DeploymentError } from "./exchange.ts";
import { distinctContents, fetchContent, type SiteContent } from "./fetch-content.ts";
import { fetchManifest, type ServedManifest } from "./fetch-manifest.ts";
import type { Client } from "./http-client.ts";

/** Keeps contents by their checksum. A content that it has is not fetched. */
export type ContentStore = {
  /** The content, whose checksum is verified now. Undefined where it is missing. */
  read: (sha256: string) => Buffer | undefined;
  keep: (sha256: string, body: Buffer) => void;
};

export type FetchSiteOptions = {
  /** Makes a content that follows from the manifest. Undefined where it must be fetched. */
  make?: (manifest: Manifest, content: SiteContent) => Buffer | undefined;
  /** Whether a content is wanted. Default: all are. */
  isWanted?: (content: SiteContent) => boolean;
  onProgress?: (done: number, total: number) => void;
};

/** `fetched` holds the bytes of each content that was fetched, by its checksum. */
export type FetchedSite = { served: ServedManifest; fetched: Map<string, number> };

/** How often a deployment may change while it is fetched. */
const MOST_ROUNDS = 4;

/** After so many wrong contents, no more contents are fetched. */
const MOST_FAULTS = 10;

/**
 * Fetches every content of a deployment into a store, and verifies each. Where the deployment
 * changes meanwhile, the contents of its new manifest are fetched. Throws `DeploymentError`.
 */
export async function fetchSite(
  client: Client,
  store: ContentStore,
  first: ServedManifest,
  options: FetchSiteOptions = {},
): Promise<FetchedSite> {
  const fetched = new Map<string, number>();
  let served = first;
  for (let round = 1; ; round += 1) {
    const faults = await fetchContents(client, served.manifest, store, fetched, options);
    if (faults.length === 0) return { served, fetched };
    const now = await fetchManifest(client);
    if (now.body.equals(served.body)) throw new DeploymentError(describeFaults(client, faults));
    if (round === MOST_ROUNDS) {
      throw new DeploymentError(
        `${client.url} changed ${round} times while it was fetched; try again later`,
      );
    }
    served = now;
  }
}

async function fetchContents(
  client: Client,
  manifest: Manifest,
  store: ContentStore,
  fetched: Map<string, number>,
  { make = () => undefined, isWanted = () => true, onProgress = () => {} }: FetchSiteOptions,
): Promise<string[]> {
  const contents = distinctContents(manifest).filter(isWanted);
  const faults: string[] = [];
  let done = 0;
  await client.forEach(contents, async (content) => {
    if (faults.length >= MOST_FAULTS) return;
    if ((store.read(content.sha256) ?? make(manifest, content)) === undefined) {
      const got = await fetchContent(client, content);
      if ("fault" in got) return void faults.push(got.fault);
      store.keep(content.sha256, got.body);
      fetched.set(content.sha256, got.body.length);
    }
    done += 1;
    onProgress(done, contents.length);
  });
  return faults;
}

function describeFaults({ url }: Client, faults: string[]): string {
  const more = faults.length >= MOST_FAULTS ? " or more" : "";
  const contents = faults.length === 1 ? "one document" : `${faults.length}${more} documents`;
  return (
    `${faults.join("\n")}\n${url} does not serve ${contents} as its manifest says; nothing was ` +
    "changed here"
  );
}
