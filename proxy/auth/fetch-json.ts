import type * as z from "zod";
import { parseJson } from "../../build/core/site/parse-json.ts";
import type { FetchOnce, OutboundRequest } from "../host.ts";

/** The service cannot answer this request. It may answer others. */
export class UnusableAnswer extends Error {}

/**
 * Fetches JSON of the given shape. Throws for any status but 200, for a late answer, for one longer
 * than `maxBytes`, and for another shape. The error is `UnusableAnswer` where the service itself
 * seems well. It never holds text of the answer.
 */
export async function fetchJson<T>(
  fetchOnce: FetchOnce,
  url: string,
  schema: z.ZodType<T>,
  request: OutboundRequest,
): Promise<T> {
  const { status, body } = await fetchOnce(url, request);
  if (status !== 200) {
    const message = `the answer has status ${status}`;
    throw [400, 404, 413, 422].includes(status) ? new UnusableAnswer(message) : new Error(message);
  }
  const answer = parseJson(body);
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const isObject = typeof answer === "object" && answer !== null && !Array.isArray(answer);
  throw new (isObject ? UnusableAnswer : Error)("the answer is not of the expected shape");
}
