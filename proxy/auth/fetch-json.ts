import type * as z from "zod";
import { exchange } from "../../build/core/fetch/exchange.ts";
import { parseJson } from "../../build/core/site/parse-json.ts";

/** A request to another server. Times in milliseconds. */
export type OutboundRequest = {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  /** The longest time from the request to the last byte of the response. */
  timeoutMs: number;
  maxBytes: number;
};

/** Sends one request and reads the whole response. Does not follow redirects. */
export type FetchOnce = (
  url: string,
  request: OutboundRequest,
) => Promise<{ status: number; body: Buffer }>;

/**
 * Creates a client with at most `connections`, each made within `connectMs` milliseconds. undici
 * takes a third of the time of a start, so it is loaded only where it is used.
 */
export function createClient({
  connections,
  connectMs,
}: {
  connections: number;
  connectMs: number;
}): {
  fetchOnce: FetchOnce;
  close: () => void;
} {
  const opened = import("undici").then(
    ({ Agent }) => new Agent({ connections, connect: { timeout: connectMs } }),
  );
  return {
    fetchOnce: async (url, request) => {
      const { origin, pathname, search } = new URL(url);
      return await exchange(await opened, { origin, path: pathname + search, ...request });
    },
    close: () => void opened.then((dispatcher) => dispatcher.destroy()),
  };
}

/** The service cannot answer this request. It may answer others. */
export class UnusableResponse extends Error {}

/**
 * Fetches JSON of the given shape. Throws for any status but 200, for a late response, for one
 * longer than `maxBytes`, and for another shape. The error is `UnusableResponse` where the
 * service itself seems well. It never holds text of the response.
 */
export async function fetchJson<T>(
  fetchOnce: FetchOnce,
  url: string,
  schema: z.ZodType<T>,
  request: OutboundRequest,
): Promise<T> {
  const { status, body } = await fetchOnce(url, request);
  if (status !== 200) {
    const message = `the response has status ${status}`;
    throw [400, 404, 413, 422].includes(status)
      ? new UnusableResponse(message)
      : new Error(message);
  }
  const value = parseJson(body);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  throw new (isObject ? UnusableResponse : Error)("the response is not of the expected shape");
}
