import type * as z from "zod";
import { parseJson } from "../site/parse-json.ts";

/** The service cannot answer this request. It may answer others. */
export class UnusableResponse extends Error {}

/** There is nothing at the address. */
export class NothingThere extends UnusableResponse {}

/**
 * The value of a JSON response. Throws for any status but 200 and for another shape. The error is
 * `UnusableResponse` where the service itself seems well. It never holds text of the response.
 */
export function parseJsonResponse<T>(
  status: number,
  body: string | Buffer,
  schema: z.ZodType<T>,
): T {
  if (status !== 200) {
    const message = `the response has status ${status}`;
    if (status === 404 || status === 410) throw new NothingThere(message);
    throw [400, 413, 422].includes(status) ? new UnusableResponse(message) : new Error(message);
  }
  const value = parseJson(body);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  throw new (isObject ? UnusableResponse : Error)("the response is not of the expected shape");
}
