import { type Versions, VersionsSchema } from "../schema/versions.ts";
import { parseJson } from "../site/parse-json.ts";
import { MAX_FILE_BYTES } from "../site/size-limits.ts";
import { contentOf } from "./answer-content.ts";
import type { Answer } from "./exchange.ts";
import { type Client, NoAnswerError } from "./http-client.ts";

/** The list of versions of a deployment, its bytes, and the answer that they arrived in. */
export type ServedVersions = { versions: Versions; body: Buffer; answer: Answer };

/** Fetches a deployment's list of versions. Undefined where it has none that can be used. */
export async function fetchVersions(client: Client): Promise<ServedVersions | undefined> {
  try {
    const answer = await client.send({
      path: `/versions.json?at=${Date.now()}`, // the query passes every cache
      headers: { "accept-encoding": "br, gzip", "cache-control": "no-cache" },
      maxBytes: MAX_FILE_BYTES,
    });
    const body = answer.status === 200 ? contentOf(answer, MAX_FILE_BYTES) : undefined;
    const parsed = VersionsSchema.safeParse(body && parseJson(body));
    if (body === undefined || !parsed.success) return undefined;
    return { versions: parsed.data, body, answer };
  } catch (error) {
    if (error instanceof NoAnswerError) return undefined;
    throw error;
  }
}
