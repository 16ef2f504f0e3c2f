import type { Manifest } from "../schema/manifest.ts";
import { digestOf } from "../site/digest.ts";
import { documentFile, encodePath } from "../site/path-files.ts";
import { mostSiblingBytes } from "../site/siblings.ts";
import {
  type Answer,
  contentOf,
  DeploymentError,
  describeStatus,
  NoAnswerError,
} from "./exchange.ts";
import type { Client } from "./http-client.ts";

/** A content of a site, with all files that hold it and where it comes from. */
export type SiteContent = Digest & { files: string[]; source: Source };

type Digest = { sha256: string; bytes: number };

/** Where a content comes from: a path, or for problems the manifest itself. */
export type Source =
  | { kind: "served"; path: string; file: string }
  | { kind: "problem"; path: string; detail: string; file: string };

/** Each content of a site once, in the manifest's order, without the files for hosts. */
export function distinctContents({ documents, problems, pages }: Manifest): SiteContent[] {
  const contents = new Map<string, SiteContent>();
  const add = (file: string, { sha256, bytes }: Digest, source: Source) => {
    const known = contents.get(sha256);
    if (known === undefined) contents.set(sha256, { sha256, bytes, files: [file], source });
    else known.files.push(file);
  };
  for (const { path, spellings, ...of } of documents) {
    for (const spelling of spellings)
      add(documentFile(spelling), of, { kind: "served", path, file: of.file });
  }
  for (const { path, ...of } of pages) add(of.file, of, { kind: "served", path, file: of.file });
  for (const { path, detail, ...of } of problems)
    add(of.file, of, { kind: "problem", path, detail, file: of.file });
  return [...contents.values()];
}

/** Whether a body is the content that the manifest lists. */
export function isContent(body: Uint8Array, content: SiteContent): boolean {
  const { bytes, sha256 } = digestOf(body);
  return bytes === content.bytes && sha256 === content.sha256;
}

/** The body of a content, or why it could not be fetched. */
export type Fetched = { body: Buffer } | { fault: string };

/**
 * Fetches one content from a deployment, and compares its size and checksum. Throws
 * `DeploymentError` where the credential is refused.
 */
export async function fetchContent(client: Client, content: SiteContent): Promise<Fetched> {
  const { source } = content;
  // A plain file server has it only by its file name. A cache with an old answer must fetch again.
  const atFile = () =>
    request(client, encodePath(`/${source.file}`), content, { "cache-control": "no-cache" });
  if (source.kind !== "served") return await atFile();
  const first = await request(client, encodePath(source.path), content);
  if ("body" in first) return first;
  const second = await atFile();
  if ("body" in second) return second;
  // then the fault of the file counts too
  const isMissing = first.fault.endsWith("got status 404");
  return isMissing ? { fault: `${first.fault}; ${second.fault}` } : first;
}

async function request(
  client: Client,
  path: string,
  content: SiteContent,
  headers: Record<string, string> = {},
): Promise<Fetched> {
  try {
    const answer = await client.send({
      // The query keeps caches from an old answer. File servers ignore it.
      path: `${path}?sha256=${content.sha256.slice(0, 16)}`,
      maxBytes: mostSiblingBytes(content.bytes),
      headers: { "accept-encoding": "br, gzip", ...headers },
    });
    if (answer.status === 401 || answer.status === 403)
      throw new DeploymentError(
        `${client.url} answers with status ${answer.status}; is the key in GAMEDATA_API_KEY ` +
          "valid there? Unset it to send anonymous requests",
      );
    return judge(answer, path, content);
  } catch (error) {
    if (error instanceof NoAnswerError) return { fault: `${path}: ${error.message}` };
    throw error;
  }
}

function judge(answer: Answer, path: string, content: SiteContent): Fetched {
  if (answer.status !== 200)
    return { fault: `${path}: expected status 200, got ${describeStatus(answer)}` };
  const body = contentOf(answer, mostSiblingBytes(content.bytes));
  const coding = answer.headers["content-encoding"];
  if (body === undefined)
    return { fault: `${path}: the body is not ${coding} of the expected size` };
  if (isContent(body, content)) return { body };
  return {
    fault: `${path}: expected ${describeDigest(content)}, got ${describeDigest(digestOf(body))}`,
  };
}

/** `1,234 bytes with SHA-256 ab12...`. Twelve digits are enough to tell two contents apart. */
export function describeDigest({ bytes, sha256 }: Digest): string {
  return `${bytes.toLocaleString("en")} bytes with SHA-256 ${sha256.slice(0, 12)}...`;
}
