import { digestOf } from "../site/digest.ts";
import { contentOf } from "./answer-content.ts";
import { digestWords, statusWords } from "./answer-words.ts";
import { DeploymentError } from "./deployment-error.ts";
import type { SiteContent } from "./distinct-contents.ts";
import { encodePath } from "./encode-path.ts";
import type { Answer } from "./exchange.ts";
import { type Client, NoAnswerError } from "./http-client.ts";

/** What a content is, or why it could not be had. */
export type Fetched = { body: Buffer } | { fault: string };

/**
 * Fetches one content from a deployment, compared with its size and checksum. Throws
 * `DeploymentError`.
 */
export async function fetchContent(client: Client, content: SiteContent): Promise<Fetched> {
  const { source } = content;
  // A host that only has files serves it by its file name; a cache that holds an old one is asked
  // to look again.
  const atFile = () =>
    ask(client, encodePath(`/${source.file}`), content, { "cache-control": "no-cache" });
  if (source.kind !== "served") return await atFile();
  const first = await ask(client, encodePath(source.path), content);
  if ("body" in first) return first;
  const second = await atFile();
  if ("body" in second) return second;
  const isMissing = first.fault.endsWith("came status 404"); // then the file is what is at fault
  return isMissing ? { fault: `${first.fault}; ${second.fault}` } : first;
}

async function ask(
  client: Client,
  path: string,
  content: SiteContent,
  headers: Record<string, string> = {},
): Promise<Fetched> {
  try {
    const maxBytes = content.bytes + 1024; // compressed, a tiny content may grow
    const answer = await client.ask({
      // A cache that keeps old answers has none to this address. Servers of files ignore the query.
      path: `${path}?sha256=${content.sha256.slice(0, 16)}`,
      maxBytes,
      headers: { "accept-encoding": "br, gzip", ...headers },
    });
    if (answer.status === 401 || answer.status === 403) throw refused(client, answer);
    return judge(answer, path, content);
  } catch (error) {
    if (error instanceof NoAnswerError) return { fault: `${path}: ${error.message}` };
    throw error;
  }
}

function judge(answer: Answer, path: string, content: SiteContent): Fetched {
  if (answer.status !== 200)
    return { fault: `${path}: expected status 200, came ${statusWords(answer)}` };
  const body = contentOf(answer, content.bytes + 1024);
  if (body === undefined) {
    return {
      fault:
        `${path}: came a body that is not ${answer.headers["content-encoding"]} of the expected ` +
        "size",
    };
  }
  if (isContent(body, content)) return { body };
  return {
    fault: `${path}: expected ${digestWords(content)}, came ${digestWords(digestOf(body))}`,
  };
}

/** Whether a body is the content that the manifest lists. */
export function isContent(body: Uint8Array, content: SiteContent): boolean {
  const { bytes, sha256 } = digestOf(body);
  return bytes === content.bytes && sha256 === content.sha256;
}

function refused(client: Client, { status }: Answer): DeploymentError {
  return new DeploymentError(
    `${client.url} answers with status ${status}; is the key in GAMEDATA_API_KEY good there? ` +
      "Without one it is asked anonymously",
  );
}
