import { MAX_SIGNATURE_BYTES, SIGNATURE_FILE } from "../site/manifest-signature.ts";
import { contentOf } from "./answer-content.ts";
import { type Client, NoAnswerError } from "./http-client.ts";

/** Fetches the signature of a deployment's manifest; undefined where it has none. */
export async function fetchSignature(client: Client): Promise<string | undefined> {
  const text = (await fetchFile(client, SIGNATURE_FILE, MAX_SIGNATURE_BYTES))?.toString();
  return text?.startsWith("untrusted comment: ") ? text : undefined;
}

async function fetchFile(
  client: Client,
  file: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  try {
    const answer = await client.send({
      path: `/${file}?at=${Date.now()}`, // the query passes every cache
      headers: { "accept-encoding": "br, gzip", "cache-control": "no-cache" },
      maxBytes,
    });
    return answer.status === 200 ? contentOf(answer, maxBytes) : undefined;
  } catch (error) {
    if (error instanceof NoAnswerError) return undefined;
    throw error;
  }
}
