import type { Manifest } from "../schema/manifest.ts";
import { MAX_FILE_BYTES } from "../site/limits.ts";
import { ManifestError, parseManifest } from "../site/manifest.ts";
import { type Client, NoAnswerError } from "./client.ts";
import { contentOf } from "./decode.ts";
import { DeploymentError } from "./deployment-error.ts";
import { statusWords } from "./words.ts";

/** What a deployment says it holds; `body` is the manifest byte for byte. */
export type ServedManifest = { manifest: Manifest; body: Buffer };

/** Fetches a deployment's manifest. Throws `DeploymentError` where there is none, or none that can be worked with. */
export async function fetchManifest(client: Client): Promise<ServedManifest> {
  const where = `${client.url}/manifest.json`;
  const body = await fetchBody(client, where);
  try {
    return { manifest: parseManifest(body, where), body };
  } catch (error) {
    if (error instanceof ManifestError) throw new DeploymentError(error.message);
    throw error;
  }
}

async function fetchBody(client: Client, where: string): Promise<Buffer> {
  try {
    const answer = await client.ask({
      path: "/manifest.json",
      headers: { "accept-encoding": "br, gzip", "cache-control": "no-cache" },
      maxBytes: MAX_FILE_BYTES,
    });
    const body = contentOf(answer, MAX_FILE_BYTES);
    if (answer.status === 200 && body !== undefined) return body;
    throw new DeploymentError(
      `${where}: expected the manifest of a site, came ${statusWords(answer)}`,
    );
  } catch (error) {
    if (error instanceof NoAnswerError) throw new DeploymentError(`${where}: ${error.message}`);
    throw error;
  }
}
