import { type Dispatcher, request } from "undici";
import type * as z from "zod";

/** What bounds a request to another service. */
export type FetchLimits = { dispatcher: Dispatcher; timeoutMs: number; maxBytes: number };

/**
 * The JSON of a 200 answer, of the given shape. Throws on any other status (redirects are not followed), when time runs
 * out, when the answer is longer than `maxBytes`, and when it is something else. The error never holds what was answered.
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
  if (statusCode !== 200) throw new Error(`the answer has status ${statusCode}`);
  const parsed = schema.safeParse(parseJson(Buffer.concat(chunks).toString()));
  if (!parsed.success) throw new Error("the answer is not of the expected shape");
  return parsed.data;
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
