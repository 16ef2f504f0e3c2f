import { MAX_SIGNATURE_BYTES, SIGNATURE_FILE } from "../site/manifest-signature.ts";
import { contentOf } from "./answer-content.ts";
import { type Client, NoAnswerError } from "./http-client.ts";

/** Fetches the signature of a deployment's manifest; undefined where it has none. */
export async function fetchSignature(client: Client): Promise<string | undefined> {
  try {
    const path = `/${SIGNATURE_FILE}?at=${Date.now()}`;
    const headers = { "accept-encoding": "identity", "cache-control": "no-cache" };
    const answer = await client.send({ path, headers, maxBytes: MAX_SIGNATURE_BYTES });
    const text = answer.status === 200 ? contentOf(answer, MAX_SIGNATURE_BYTES)?.toString() : "";
    return text?.startsWith("untrusted comment: ") ? text : undefined;
  } catch (error) {
    if (error instanceof NoAnswerError) return undefined;
    throw error;
  }
}
