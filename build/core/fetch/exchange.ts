import type { Dispatcher } from "undici";
import { ExpectedError } from "../errors.ts";
import { CODINGS, DecodeError, decode } from "../site/codings.ts";

/** What a server answered. Header names are in lower case. */
export type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/** The deployment as a whole cannot be used. The message is all that the person needs. */
export class DeploymentError extends ExpectedError {}

/** The deployment does not answer, or answers that it cannot now. */
export class UnreachableError extends DeploymentError {}

/** There was no usable answer to one request. The message says why. */
export class NoAnswerError extends Error {}

/** For `catch`: why there was no answer. Other errors are thrown. */
export function noAnswer(error: unknown): NoAnswerError {
  if (error instanceof NoAnswerError) return error;
  throw error;
}

/** The answer is longer than `maxBytes`. */
export class TooLongError extends Error {}

/** A request with the limits of its answer. The path is sent exactly as it is given. */
export type ExchangeOptions = Pick<
  Dispatcher.RequestOptions,
  "origin" | "path" | "method" | "body"
> & {
  headers: Record<string, string>;
  /** The longest time from the request to the last byte of the answer. */
  timeoutMs: number;
  maxBytes: number;
};

/**
 * Sends one request to another server, and reads the whole answer. Redirects are not followed, and
 * the body is not decoded. Throws `TooLongError`, and what undici throws.
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
    // Leaving the loop destroys the body.
    if (length > maxBytes) throw new TooLongError(`the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The decoded content of an answer (RFC 9110 §8.4). Undefined where the coding is unknown, the body
 * is damaged, or the content is longer than `maxBytes`.
 */
export function contentOf({ headers, body }: Answer, maxBytes: number): Buffer | undefined {
  const { "content-encoding": named = "identity" } = headers;
  const coding = CODINGS.find((one) => one === named);
  try {
    return coding && decode(coding, body, maxBytes);
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** `status 404`. A redirect is reported with its address, as it is not followed. */
export function describeStatus({ status, headers }: Answer): string {
  const location = headers["location"];
  if (status < 300 || status >= 400 || location === undefined) return `status ${status}`;
  return `status ${status}, a redirect to ${location.slice(0, 200)}, which is not followed`;
}

/** A text from a deployment, on one line and without control characters, at most 160 long. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").slice(0, 160);
}
