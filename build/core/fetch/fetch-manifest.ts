import type { Manifest } from "../schema/manifest.ts";
import { MAX_FILE_BYTES } from "../site/codings.ts";
import { MAX_SIGNATURE_BYTES, SIGNATURE_FILE } from "../site/manifest-signature.ts";
import { ManifestError, parseManifestInSteps } from "../site/read-manifest.ts";
import { runWithPauses } from "../site/steps.ts";
import {
  type Answer,
  contentOf,
  DeploymentError,
  describeStatus,
  NoAnswerError,
  UnreachableError,
} from "./exchange.ts";
import type { Client } from "./http-client.ts";

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
  const condition = known?.etag === undefined ? {} : { "if-none-match": known.etag };
  const answer = await requestFile(client, "manifest.json", MAX_FILE_BYTES, condition).catch(
    (error: unknown) => {
      if (!(error instanceof NoAnswerError)) throw error;
      throw new UnreachableError(`${where}: ${error.message}`);
    },
  );
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

/** Fetches the signature of a deployment's manifest; undefined where it has none. */
export async function fetchSignature(client: Client): Promise<string | undefined> {
  try {
    const answer = await requestFile(client, SIGNATURE_FILE, MAX_SIGNATURE_BYTES);
    const text = answer.status === 200 ? contentOf(answer, MAX_SIGNATURE_BYTES) : undefined;
    return text?.toString().startsWith("untrusted comment: ") ? text.toString() : undefined;
  } catch (error) {
    if (error instanceof NoAnswerError) return undefined;
    throw error;
  }
}

/** Requests a file past every cache, since that of an old site would not fit the contents. */
function requestFile(
  client: Client,
  file: string,
  maxBytes: number,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return client.send({
    path: `/${file}?at=${Date.now()}`,
    headers: { "accept-encoding": "br, gzip", "cache-control": "no-cache", ...headers },
    maxBytes,
  });
}
