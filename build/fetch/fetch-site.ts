import type { Manifest } from "../schema/manifest.ts";
import { DeploymentError } from "./deployment-error.ts";
import { distinctContents, type SiteContent } from "./distinct-contents.ts";
import { fetchContent } from "./fetch-content.ts";
import { fetchManifest, type ServedManifest } from "./fetch-manifest.ts";
import type { Client } from "./http-client.ts";

/** Where contents are, by their checksum; what it has is not fetched. */
export type ContentStore = {
  /** The content, compared with its checksum now. */
  read: (sha256: string) => Buffer | undefined;
  keep: (sha256: string, body: Buffer) => void;
};

export type FetchSiteOptions = {
  /** What follows from the manifest without asking. */
  make?: (manifest: Manifest, content: SiteContent) => Buffer | undefined;
  /** Which contents are wanted; all unless told. */
  isWanted?: (content: SiteContent) => boolean;
  onProgress?: (done: number, total: number) => void;
};

/** `fetched` has the size of each content that was fetched, by its checksum. */
export type FetchedSite = { served: ServedManifest; fetched: Map<string, number> };

/** A deployment that changes this often while it is fetched is left to settle. */
const MOST_ROUNDS = 4;

/** With more wrong contents than these, the rest is not asked for. */
const MOST_FAULTS = 10;

/**
 * Brings every content of a deployment into a store, each verified. A new deployment that comes
 * meanwhile has a new manifest: then that one's. Throws `DeploymentError`.
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
        `${client.url} changed ${round} times while it was fetched; try again when it is at rest`,
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
