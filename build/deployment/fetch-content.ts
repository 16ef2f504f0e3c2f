import { notFoundDetails, notFoundFile } from "../pages/problems.ts";
import { ProblemSchema } from "../schema/answers.ts";
import type { Manifest } from "../schema/manifest.ts";
import { type Answer, type Client, DeploymentError, NoAnswerError } from "./client.ts";
import type { SiteContent } from "./contents.ts";
import { contentOf } from "./decode.ts";
import { encodePath } from "./encode-path.ts";
import { parseJson } from "./parse-json.ts";
import { digestOf, digestWords, statusWords } from "./words.ts";

/** What a content was, or why it could not be had. */
export type Fetched = { body: Buffer } | { fault: string };

/** A name that no site has, and too long for suggestions, so that the detail is the directory's own. */
const NOWHERE = "no-such-name-".repeat(5);

/** What the manifest and the generator's pure functions already tell; undefined where the checksum says otherwise. */
export function knownContent({ game, baseUrl }: Manifest, content: SiteContent): Buffer | undefined {
  const { kind, path } = content.source;
  const detail = kind === "problem" ? notFoundDetails(game)[path] : undefined;
  if (detail === undefined) return undefined;
  const body = Buffer.from(notFoundFile(path, detail, baseUrl));
  return isRight(body, content) ? body : undefined;
}

/** Fetches one content from a deployment, compared with its size and checksum. Throws `DeploymentError`. */
export async function fetchContent(client: Client, manifest: Manifest, content: SiteContent): Promise<Fetched> {
  const { kind, path, file } = content.source;
  // A host that only has files serves it by its file name; a cache that holds an old one is asked to look again.
  const atFile = () => ask(client, encodePath(`/${file}`), content, { "cache-control": "no-cache" });
  if (kind === "served") {
    const first = await ask(client, encodePath(path), content);
    if ("body" in first) return first;
    const second = await atFile();
    return "body" in second ? second : first;
  }
  const first = await atFile();
  if ("body" in first) return first;
  const rebuilt = await rebuildProblem(client, manifest, path);
  return rebuilt !== undefined && isRight(rebuilt, content) ? { body: rebuilt } : first;
}

/** A server that fills in the failed path serves no problem as a file, but its answer to such a path tells the detail. */
async function rebuildProblem(client: Client, { baseUrl }: Manifest, path: string): Promise<Buffer | undefined> {
  const where = encodePath(`${path.replace(/\/$/, "")}/${NOWHERE}`);
  const answer = await client.ask({ path: where, maxBytes: 64 * 1024 });
  const parsed = ProblemSchema.safeParse(parseJson(answer.body));
  return parsed.success ? Buffer.from(notFoundFile(path, parsed.data.detail, baseUrl)) : undefined;
}

async function ask(
  client: Client,
  path: string,
  content: SiteContent,
  headers: Record<string, string> = {},
): Promise<Fetched> {
  try {
    const maxBytes = content.bytes + 1024; // compressed, a tiny content may grow
    const answer = await client.ask({ path, maxBytes, headers: { "accept-encoding": "br, gzip", ...headers } });
    if (answer.status === 401 || answer.status === 403) throw refused(client, answer);
    return judge(answer, path, content);
  } catch (error) {
    if (error instanceof NoAnswerError) return { fault: `${path}: ${error.message}` };
    throw error;
  }
}

function judge(answer: Answer, path: string, content: SiteContent): Fetched {
  if (answer.status !== 200) return { fault: `${path}: expected status 200, came ${statusWords(answer)}` };
  const body = contentOf(answer, content.bytes + 1024);
  if (body === undefined) {
    return { fault: `${path}: came a body that is not ${answer.headers["content-encoding"]} of the expected size` };
  }
  if (isRight(body, content)) return { body };
  return { fault: `${path}: expected ${digestWords(content)}, came ${digestWords(digestOf(body))}` };
}

function isRight(body: Buffer, { bytes, sha256 }: SiteContent): boolean {
  return body.length === bytes && digestOf(body).sha256 === sha256;
}

function refused(client: Client, { status }: Answer): DeploymentError {
  return new DeploymentError(
    `${client.url} answers with status ${status}; is the key in GAMEDATA_API_KEY good there? Without one it is asked anonymously`,
  );
}
