import type { Manifest } from "../schema/manifest.ts";
import { mostSiblingBytes } from "../site/codings.ts";
import { digestOf } from "../site/digest.ts";
import { documentFile, encodePath } from "../site/path-files.ts";
import { contentOf, DeploymentError, describeStatus, NoAnswerError, noAnswer } from "./exchange.ts";
import { fetchManifest, type ServedManifest } from "./fetch-manifest.ts";
import type { Client } from "./http-client.ts";

export type Digest = { sha256: string; bytes: number };

/**
 * A content of a site, with all files that hold it, the canonical one first. A problem has its
 * `detail`; anything else is served at its path.
 */
export type SiteContent = Digest & { path: string; detail?: string; files: string[] };

/** Keeps contents by their checksum. A content that it has is not fetched. */
export type ContentStore = {
  /** The content, whose checksum is verified now. Undefined where it is missing. */
  read: (sha256: string) => Buffer | undefined;
  keep: (sha256: string, body: Buffer) => void;
};

type FetchSiteOptions = {
  /** Makes a content that follows from the manifest. Undefined where it must be fetched. */
  make?: (manifest: Manifest, content: SiteContent) => Buffer | undefined;
  /** Whether a content is wanted. Default: all are. */
  isWanted?: (content: SiteContent) => boolean;
  onProgress?: (done: number, total: number) => void;
};

/** How often a deployment may change while it is fetched. */
const MOST_ROUNDS = 4;

/** After so many wrong contents, no more contents are fetched. */
const MOST_FAULTS = 10;

/**
 * Fetches every content of a deployment into a store, and verifies each. Where the deployment
 * changes meanwhile, the contents of its new manifest are fetched. `fetched` holds the bytes of
 * each content that was fetched, by its checksum. Throws `DeploymentError`.
 */
export async function fetchSite(
  client: Client,
  store: ContentStore,
  first: ServedManifest,
  options: FetchSiteOptions = {},
): Promise<{ served: ServedManifest; fetched: Map<string, number> }> {
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

/** Each content of a site once, in the manifest's order, without the files for hosts. */
export function distinctContents({ documents, problems, pages }: Manifest): SiteContent[] {
  const contents = new Map<string, SiteContent>();
  for (const content of [
    ...documents.map((one) => ({ ...one, files: one.spellings.map(documentFile) })),
    ...[...pages, ...problems].map((one) => ({ ...one, files: [one.file] })),
  ]) {
    const known = contents.get(content.sha256);
    if (known === undefined) contents.set(content.sha256, content);
    else known.files.push(...content.files);
  }
  return [...contents.values()];
}

/** Whether a body is the content that the manifest lists. */
export function isContent(body: Uint8Array, content: Digest): boolean {
  const { bytes, sha256 } = digestOf(body);
  return bytes === content.bytes && sha256 === content.sha256;
}

/** The body of a content, or why it could not be fetched. */
type Fetched = { body: Buffer } | { fault: string };

/**
 * Fetches one content from a deployment, and compares its size and checksum. Throws
 * `DeploymentError` where the credential is refused.
 */
export async function fetchContent(client: Client, content: SiteContent): Promise<Fetched> {
  const [file = ""] = content.files;
  // A plain file server has it only by its file name. A cache with an old answer must fetch again.
  const atFile = () => request(client, `/${file}`, content, { "cache-control": "no-cache" });
  if (content.detail !== undefined) return await atFile();
  const first = await request(client, content.path, content);
  if ("body" in first) return first;
  const second = await atFile();
  if ("body" in second) return second;
  // then the fault of the file counts too
  const isMissing = first.fault.endsWith("got status 404");
  return isMissing ? { fault: `${first.fault}; ${second.fault}` } : first;
}

async function request(
  client: Client,
  decoded: string,
  content: SiteContent,
  headers: Record<string, string> = {},
): Promise<Fetched> {
  const path = encodePath(decoded);
  const maxBytes = mostSiblingBytes(content.bytes);
  // The query keeps caches from an old answer. File servers ignore it.
  const answer = await client
    .send({
      path: `${path}?sha256=${content.sha256.slice(0, 16)}`,
      maxBytes,
      headers: { "accept-encoding": "br, gzip", ...headers },
    })
    .catch(noAnswer);
  if (answer instanceof NoAnswerError) return { fault: `${path}: ${answer.message}` };
  if (answer.status === 401 || answer.status === 403)
    throw new DeploymentError(
      `${client.url} answers with status ${answer.status}; is the key in GAMEDATA_API_KEY ` +
        "valid there? Unset it to send anonymous requests",
    );
  if (answer.status !== 200)
    return { fault: `${path}: expected status 200, got ${describeStatus(answer)}` };
  const body = contentOf(answer, maxBytes);
  const coding = answer.headers["content-encoding"];
  if (body === undefined)
    return { fault: `${path}: the body is not ${coding} of the expected size` };
  if (isContent(body, content)) return { body };
  const found = describeDigest(digestOf(body));
  return { fault: `${path}: expected ${describeDigest(content)}, got ${found}` };
}

/** `1,234 bytes with SHA-256 ab12...`. Twelve digits are enough to tell two contents apart. */
export function describeDigest({ bytes, sha256 }: Digest): string {
  return `${bytes.toLocaleString("en")} bytes with SHA-256 ${sha256.slice(0, 12)}...`;
}
