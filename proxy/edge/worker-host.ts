import { waitUntil } from "cloudflare:workers";
import ipaddr from "ipaddr.js";
import type { Host } from "../host.ts";

/** By the runtime's own `fetch`, past its caches; it bounds connections itself. */
export const createAsker: Host["createAsker"] = () => ({
  ask: async (url, { timeoutMs, maxBytes, ...question }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { ...question, cache: "no-store", redirect: "manual", signal });
    return { status: answer.status, body: await readAtMost(answer, maxBytes) };
  },
  close: () => undefined,
});

async function readAtMost({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (body === null) return Buffer.alloc(0);
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `dueAt` in milliseconds. */
type Repeated = { milliseconds: number; dueAt: number; work: () => void };

const repeated = new Set<Repeated>();

/** An isolate has no time of its own: what is due is done with the next request. */
export const every: Host["every"] = (milliseconds, work) => {
  const entry = { milliseconds, dueAt: Date.now() + milliseconds, work };
  repeated.add(entry);
  return () => void repeated.delete(entry);
};

/** Begins what is due, beside the request that comes first after that. */
export function beginDue(): void {
  const time = Date.now();
  for (const entry of repeated) {
    if (entry.dueAt > time) continue;
    entry.dueAt = time + entry.milliseconds;
    entry.work();
  }
}

export const later: Host["later"] = (milliseconds, work) => {
  let isOff = false;
  const pause = new Promise((resolve) => setTimeout(resolve, milliseconds));
  waitUntil(pause.then(() => (isOff ? undefined : work())));
  return () => {
    isOff = true;
  };
};

/** The runtime has `node:net`, but to load that takes a part of each start. */
export const isIPv4: Host["isIPv4"] = (text) => ipaddr.IPv4.isValidFourPartDecimal(text);

/** Without this, work ends with the request that began it, and others may wait for it. */
export const goOn: Host["goOn"] = (work) => waitUntil(work.catch(() => undefined));
