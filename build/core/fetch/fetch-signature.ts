import { MAX_SIGNATURE_BYTES, SIGNATURE_FILE } from "../site/manifest-signature.ts";
import { contentOf } from "./answer-content.ts";
import { type Client, NoAnswerError } from "./http-client.ts";

/** Fetches the signature of a deployment's manifest; undefined where it has none. */
export async function fetchSignature(client: Client): Promise<string | undefined> {
  try {
    const answer = await client.send({
      path: `/${SIGNATURE_FILE}?at=${Date.now()}`, // the query passes every cache
      headers: { "accept-encoding": "br, gzip", "cache-control": "no-cache" },
      maxBytes: MAX_SIGNATURE_BYTES,
    });
    const body = answer.status === 200 ? contentOf(answer, MAX_SIGNATURE_BYTES) : undefined;
    const text = body?.toString();
    return text?.startsWith("untrusted comment: ") ? text : undefined;
  } catch (error) {
    if (error instanceof NoAnswerError) return undefined;
    throw error;
  }
}
