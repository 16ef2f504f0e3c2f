import { digestOf } from "../site/digest.ts";
import { mostSiblingBytes } from "../site/siblings.ts";
import { contentOf } from "./answer-content.ts";
import { DeploymentError } from "./deployment-error.ts";
import { describeDigest, describeStatus } from "./describe-answer.ts";
import { isContent, type SiteContent } from "./distinct-contents.ts";
import { encodePath } from "./encode-path.ts";
import type { Answer } from "./exchange.ts";
import { type Client, NoAnswerError } from "./http-client.ts";

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
    const maxBytes = mostSiblingBytes(content.bytes);
    const answer = await client.send({
      // The query keeps caches from an old answer. File servers ignore it.
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
    return { fault: `${path}: expected status 200, got ${describeStatus(answer)}` };
  const body = contentOf(answer, mostSiblingBytes(content.bytes));
  if (body === undefined) {
    return {
      fault: `${path}: the body is not ${answer.headers["content-encoding"]} of the expected size`,
    };
  }
  if (isContent(body, content)) return { body };
  return {
    fault: `${path}: expected ${describeDigest(content)}, got ${describeDigest(digestOf(body))}`,
  };
}

function refused(client: Client, { status }: Answer): DeploymentError {
  return new DeploymentError(
    `${client.url} answers with status ${status}; is the key in GAMEDATA_API_KEY valid there? ` +
      "Unset it to send anonymous requests",
  );
}
