import type * as z from "zod";
import { type ExchangeOptions, exchange } from "../../build/core/fetch/exchange.ts";
import { parseJson } from "../../build/core/site/parse-json.ts";

/** Fetches JSON from other servers. */
export type JsonClient = {
  /**
   * Fetches JSON of the given shape. Does not follow redirects. Throws for any status but 200, for
   * a late response, for one longer than `maxBytes`, and for another shape. The error is
   * `UnusableResponse` where the service itself seems well. It never holds text of the response.
   */
  fetchJson: <T>(
    url: string,
    schema: z.ZodType<T>,
    request: Omit<ExchangeOptions, "origin" | "path">,
  ) => Promise<T>;
  close: () => void;
};

/** The service cannot answer this request. It may answer others. */
export class UnusableResponse extends Error {}

/**
 * Creates a client with at most `connections`, each made within `connectMs` milliseconds. undici
 * takes a third of the time of a start, so it is loaded only where it is used.
 */
export function createJsonClient(connections: number, connectMs: number): JsonClient {
  const opened = import("undici").then(
    ({ Agent }) => new Agent({ connections, connect: { timeout: connectMs } }),
  );
  return {
    fetchJson: async (url, schema, request) => {
      const { origin, pathname, search } = new URL(url);
      const target = { origin, path: pathname + search };
      const { status, body } = await exchange(await opened, { ...target, ...request });
      if (status !== 200) {
        const message = `the response has status ${status}`;
        const isAboutRequest = [400, 404, 413, 422].includes(status);
        throw isAboutRequest ? new UnusableResponse(message) : new Error(message);
      }
      const value = parseJson(body);
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      throw new (isObject ? UnusableResponse : Error)("the response is not of the expected shape");
    },
    close: () => void opened.then((dispatcher) => dispatcher.destroy()),
  };
}
