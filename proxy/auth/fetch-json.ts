import type * as z from "zod";
import { parseJson } from "../../build/site/parse-json.ts";
import type { Ask, Question } from "../host.ts";

/** What bounds a request to another service. */
export type FetchLimits = { ask: Ask; timeoutMs: number; maxBytes: number };

/** The service answered, and means this question only: another one may get a good answer. */
export class UnusableAnswer extends Error {}

/**
 * The JSON of a 200 answer, of the given shape. Throws on any other status (redirects are not
 * followed), when time runs out, when the answer is longer than `maxBytes`, and when it is
 * something else: `UnusableAnswer` where the service seems well otherwise. The error never holds
 * what was answered.
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
