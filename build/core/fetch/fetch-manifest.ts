import type { Manifest } from "../schema/manifest.ts";
import { ManifestError, parseManifestInSteps } from "../site/read-manifest.ts";
import { MAX_FILE_BYTES } from "../site/size-limits.ts";
import { runWithPauses } from "../site/steps.ts";
import { contentOf } from "./answer-content.ts";
import { DeploymentError, UnreachableError } from "./deployment-error.ts";
import { describeStatus } from "./describe-answer.ts";
import type { Answer } from "./exchange.ts";
import { type Client, NoAnswerError } from "./http-client.ts";

/** The manifest of a deployment. `body` holds its bytes as they were served. */
export type ServedManifest = { manifest: Manifest; body: Buffer; etag: string | undefined };

/**
 * Fetches a deployment's manifest. Where it has not changed, the known one is returned. Throws
 * `UnreachableError`, and `DeploymentError` where there is no manifest that can be used.
 */
export async function fetchManifest(
  client: Client,
  known?: ServedManifest,
): Promise<ServedManifest> {
  const where = `${client.url}/manifest.json`;
  const answer = await requestManifest(client, where, known?.etag);
  if (known !== undefined && answer.status === 304) return known;
  const body = answer.status === 200 ? contentOf(answer, MAX_FILE_BYTES) : undefined;
  if (body === undefined) {
    const isAway = answer.status >= 500 || answer.status === 429;
    const message = `${where}: expected the manifest of a site, got ${describeStatus(answer)}`;
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

async function requestManifest(
  client: Client,
  where: string,
  etag: string | undefined,
): Promise<Answer> {
  const condition = etag === undefined ? {} : { "if-none-match": etag };
  try {
    return await client.send({
      // The query passes every cache, since the manifest of an old site would not fit the contents.
      path: `/manifest.json?at=${Date.now()}`,
      headers: { "accept-encoding": "br, gzip", "cache-control": "no-cache", ...condition },
      maxBytes: MAX_FILE_BYTES,
    });
  } catch (error) {
    if (error instanceof NoAnswerError) throw new UnreachableError(`${where}: ${error.message}`);
    throw error;
  }
}
