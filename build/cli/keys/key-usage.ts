import { describeError } from "../../core/errors.ts";
import { InputError } from "../terminal/terminal.ts";

/** What instances counted for a key since they started. `last` is in seconds since 1970. */
type KeyUsage = { served: number; refused: number; last: number };

const TIMEOUT_MS = 10_000;

const SAMPLE =
  /^gamedata_key_(?:requests_total|last_request_timestamp_seconds)\{key="(\w+)"(?:,outcome="(served|refused)")?\} (\S+)$/gm;

/** Adds up the metrics of several instances, by the id of the key. Throws `InputError`. */
export async function fetchUsage(urls: readonly string[]): Promise<Map<string, KeyUsage>> {
  const usage = new Map<string, KeyUsage>();
  for (const text of await Promise.all(urls.map(fetchMetrics))) {
    for (const [, id = "", outcome, value] of text.matchAll(SAMPLE)) {
      const known = usage.get(id) ?? { served: 0, refused: 0, last: 0 };
      usage.set(id, known);
      if (outcome === "served" || outcome === "refused") known[outcome] += Number(value);
      else known.last = Math.max(known.last, Number(value));
    }
  }
  return usage;
}

async function fetchMetrics(url: string) {
  const expected = "expected the metrics of a proxy, such as http://127.0.0.1:9464/metrics";
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    if (response.ok && text.includes("gamedata_requests_total")) return text;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    throw new InputError(`${url} cannot be read (${describeError(cause)}); ${expected}`);
  }
  throw new InputError(`${url} has something else; ${expected}`);
}

/** The usage of a key in words. */
export function describeUsage(usage: KeyUsage | undefined): string {
  if (usage === undefined) return "not used";
  const last = new Date(usage.last * 1000).toISOString().slice(0, 19);
  return `${usage.served} served, ${usage.refused} refused, last ${last}Z`;
}
