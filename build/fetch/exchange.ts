import type { Dispatcher } from "undici";

/** What a server answered. Header names are in lower case. */
export type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/** The answer is longer than it may be. */
export class TooLongError extends Error {}

/** A request, and what bounds its answer; the path goes out exactly as it is given. */
export type ExchangeOptions = Pick<
  Dispatcher.RequestOptions,
  "origin" | "path" | "method" | "body"
> & {
  headers: Record<string, string>;
  /** From the request to the last byte of the answer. */
  timeoutMs: number;
  maxBytes: number;
};

/**
 * Asks another server once, and reads the whole answer, as it came: redirects are not followed and
 * no coding is undone. Throws `TooLongError`, and what undici throws.
 */
export async function exchange(
  dispatcher: Dispatcher,
  { timeoutMs, maxBytes, ...request }: ExchangeOptions,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { statusCode, headers, body } = await dispatcher.request({ ...request, signal });
  const flat = Object.entries(headers).map(([name, value]) => [
    name,
    [value ?? ""].flat().join(", "),
  ]);
  return {
    status: statusCode,
    headers: Object.fromEntries(flat),
    body: await readBody(body, maxBytes),
  };
}

async function readBody(body: Dispatcher.ResponseData["body"], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    // leaving the loop destroys it
    if (length > maxBytes) throw new TooLongError(`the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
