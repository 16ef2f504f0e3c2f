import { type Dispatcher, request } from "undici";
import type * as z from "zod";

/** What bounds a request to another service. */
export type FetchLimits = { dispatcher: Dispatcher; timeoutMs: number; maxBytes: number };

/** The service answered, and means this question only: another one may get a good answer. */
export class UnusableAnswer extends Error {}

/**
 * The JSON of a 200 answer, of the given shape. Throws on any other status (redirects are not followed), when time runs
 * out, when the answer is longer than `maxBytes`, and when it is something else: `UnusableAnswer` where the service seems
 * well otherwise. The error never holds what was answered.
 */
export async function fetchJson<T>(
  url: string,
  schema: z.ZodType<T>,
  { dispatcher, timeoutMs, maxBytes }: FetchLimits,
  options: { method?: "GET" | "POST"; headers: Record<string, string>; body?: string },
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { statusCode, body } = await request(url, { dispatcher, signal, ...options });
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  if (statusCode !== 200) {
    const isAboutQuestion =
      statusCode === 400 || statusCode === 404 || statusCode === 413 || statusCode === 422;
    const message = `the answer has status ${statusCode}`;
    throw isAboutQuestion ? new UnusableAnswer(message) : new Error(message);
  }
  const answer = parseJson(Buffer.concat(chunks).toString());
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const isObject = typeof answer === "object" && answer !== null && !Array.isArray(answer);
  throw new (isObject ? UnusableAnswer : Error)("the answer is not of the expected shape");
}

/** What went wrong, for a log. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
