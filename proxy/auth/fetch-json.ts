import type * as z from "zod";
import { parseJson } from "../../build/site/parse-json.ts";
import type { Ask, Question } from "../host.ts";

/** The limits of a request to another service. */
export type FetchLimits = { ask: Ask; timeoutMs: number; maxBytes: number };

/** The service cannot answer this request. It may answer others. */
export class UnusableAnswer extends Error {}

/**
 * Fetches JSON of the given shape. Throws for any status but 200 (redirects are not followed), for
 * a late answer, for one longer than `maxBytes`, and for another shape. The error is
 * `UnusableAnswer` where the service itself seems well. It never holds text of the answer.
 */
export async function fetchJson<T>(
  url: string,
  schema: z.ZodType<T>,
  { ask, ...limits }: FetchLimits,
  options: Pick<Question, "body" | "headers"> & Partial<Question>,
): Promise<T> {
  const { status, body } = await ask(url, { method: "GET", ...limits, ...options });
  if (status !== 200) {
    const isAboutQuestion = status === 400 || status === 404 || status === 413 || status === 422;
    const message = `the answer has status ${status}`;
    throw isAboutQuestion ? new UnusableAnswer(message) : new Error(message);
  }
  const answer = parseJson(body);
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const isObject = typeof answer === "object" && answer !== null && !Array.isArray(answer);
  throw new (isObject ? UnusableAnswer : Error)("the answer is not of the expected shape");
}
