import type * as z from "zod";
import { type ExchangeOptions, exchange } from "./exchange.ts";
import { parseJsonResponse } from "./json-response.ts";

/** Fetches JSON from other servers. */
type JsonClient = {
  /**
   * Fetches JSON of the given shape. Does not follow redirects. Throws for a late response, for one
   * longer than `maxBytes`, and what `parseJsonResponse` throws.
   */
  fetchJson: <T>(
    url: string,
    schema: z.ZodType<T>,
    request: Omit<ExchangeOptions, "origin" | "path">,
  ) => Promise<T>;
  close: () => void;
};

/**
 * Creates a client with at most `connections`, each made within `connectMs` milliseconds. undici
 * takes a third of the time of a start, so it is loaded only where it is used.
 */
export function createJsonClient(connections: number, connectMs: number): JsonClient {
  const opened = import("undici").then(
    // Of a module of CommonJS, a bundle has the default alone.
    ({ default: { Agent } }) => new Agent({ connections, connect: { timeout: connectMs } }),
  );
  return {
    fetchJson: async (url, schema, request) => {
      const { origin, pathname, search } = new URL(url);
      const target = { origin, path: pathname + search };
      const { status, body } = await exchange(await opened, { ...target, ...request });
      return parseJsonResponse(status, body, schema);
    },
    close: () => void opened.then((dispatcher) => dispatcher.destroy()),
  };
}
