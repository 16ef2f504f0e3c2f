import type { Manifest } from "../schema/manifest.ts";
import { ManifestError, parseManifestInSteps } from "../site/read-manifest.ts";
import { MAX_FILE_BYTES } from "../site/size-limits.ts";
import { runWithPauses } from "../site/steps.ts";
import { contentOf } from "./answer-content.ts";
import { statusWords } from "./answer-words.ts";
import { DeploymentError, UnreachableError } from "./deployment-error.ts";
import type { Answer } from "./exchange.ts";
import { type Client, NoAnswerError } from "./http-client.ts";

/** What a deployment says it holds; `body` is the manifest byte for byte. */
export type ServedManifest = { manifest: Manifest; body: Buffer; etag: string | undefined };

/**
 * Fetches a deployment's manifest, or gives the known one where it is still that. Throws
 * `DeploymentError` where there is none, or none that can be worked with.
 */
export async function fetchManifest(
  client: Client,
  known?: ServedManifest,
): Promise<ServedManifest> {
  const where = `${client.url}/manifest.json`;
  const answer = await ask(client, where, known?.etag);
  if (known !== undefined && answer.status === 304) return known;
  const body = answer.status === 200 ? contentOf(answer, MAX_FILE_BYTES) : undefined;
  if (body === undefined) {
    const isAway = answer.status >= 500 || answer.status === 429;
    const message = `${where}: expected the manifest of a site, came ${statusWords(answer)}`;
    throw isAway ? new UnreachableError(message) : new DeploymentError(message);
  }
  try {
    const manifest = await runWithPauses(parseManifestInSteps(body, where));
    return { manifest, body, etag: answer.headers["etag"] };
  } catch (error) {
    if (error instanceof ManifestError) throw new DeploymentError(error.message);
    throw error;
  }
}

async function ask(client: Client, where: string, etag: string | undefined): Promise<Answer> {
  const condition = etag === undefined ? {} : { "if-none-match": etag };
  try {
    return await client.ask({
      // Past every cache: contents of one site and the manifest of another give no site.
      path: `/manifest.json?at=${Date.now()}`,
      headers: { "accept-encoding": "br, gzip", "cache-control": "no-cache", ...condition },
      maxBytes: MAX_FILE_BYTES,
    });
  } catch (error) {
    if (error instanceof NoAnswerError) throw new UnreachableError(`${where}: ${error.message}`);
    throw error;
  }
}
