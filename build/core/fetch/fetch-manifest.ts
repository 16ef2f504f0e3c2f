import { ManifestError } from "../errors.ts";
import type { Manifest } from "../schema/manifest.ts";
import { MAX_FILE_BYTES } from "../site/codings.ts";
import { MAX_SIGNATURE_BYTES, SIGNATURE_FILE } from "../site/manifest-signature.ts";
import { parseManifestInSteps } from "../site/read-manifest.ts";
import { runWithPauses } from "../site/steps.ts";
import {
  contentOf,
  DeploymentError,
  describeStatus,
  NoAnswerError,
  noAnswer,
  UnreachableError,
} from "./exchange.ts";
import type { Client } from "./http-client.ts";

/** The manifest of a deployment. `body` holds its bytes as they were served. */
export type ServedManifest = { manifest: Manifest; body: Buffer; etag: string | undefined };

/**
 * Fetches a deployment's manifest. Where it has not changed, the known one is returned. Throws
 * `UnreachableError`, and `DeploymentError` where no manifest can be used.
 */
export async function fetchManifest(
  client: Client,
  known?: ServedManifest,
): Promise<ServedManifest> {
  const where = `${client.url}/manifest.json`;
  const condition = known?.etag === undefined ? {} : { "if-none-match": known.etag };
  const answer = await requestFile(client, "manifest.json", MAX_FILE_BYTES, condition);
  if (answer instanceof NoAnswerError) throw new UnreachableError(`${where}: ${answer.message}`);
  if (known !== undefined && answer.status === 304) return known;
  const body = answer.status === 200 ? contentOf(answer, MAX_FILE_BYTES) : undefined;
  const isPage = body?.subarray(0, 100).toString().trimStart().startsWith("<") === true;
  if (body === undefined || isPage) {
    const isAway = answer.status >= 500 || answer.status === 429;
    const unread = `a body that cannot be decoded as ${answer.headers["content-encoding"]}`;
    const got = answer.status === 200 ? unread : describeStatus(answer);
    const found = isPage ? "an HTML page" : got;
    const message = `${where}: expected the manifest of a site, got ${found}`;
    throw isAway ? new UnreachableError(message) : new DeploymentError(message);
  }
  const manifest = await runWithPauses(parseManifestInSteps(body, where)).catch(
    (error: unknown) => {
      throw error instanceof ManifestError ? new DeploymentError(error.message) : error;
    },
  );
  return { manifest, body, etag: answer.headers["etag"] };
}

/** Fetches the signature of a deployment's manifest; undefined where it has none. */
export async function fetchSignature(client: Client): Promise<string | undefined> {
  const answer = await requestFile(client, SIGNATURE_FILE, MAX_SIGNATURE_BYTES);
  if (answer instanceof NoAnswerError || answer.status !== 200) return undefined;
  const text = contentOf(answer, MAX_SIGNATURE_BYTES)?.toString();
  return text?.startsWith("untrusted comment: ") ? text : undefined;
}

/** Requests a file past every cache, since that of an old site would not fit the contents. */
function requestFile(client: Client, file: string, maxBytes: number, condition = {}) {
  const headers = { "accept-encoding": "br, gzip", "cache-control": "no-cache", ...condition };
  return client.send({ path: `/${file}?at=${Date.now()}`, headers, maxBytes }).catch(noAnswer);
}
