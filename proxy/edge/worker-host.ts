import { waitUntil as keepAlive } from "cloudflare:workers";
import type { Host } from "../host.ts";

/** Uses the runtime's `fetch` without its caches. The runtime itself limits connections. */
export const createClient: Host["createClient"] = () => ({
  fetchOnce: async (url, { timeoutMs, maxBytes, ...request }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { ...request, cache: "no-store", redirect: "manual", signal });
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

/** Repeated work. `dueAt` is in milliseconds since the epoch. */
type Repeated = { milliseconds: number; dueAt: number; work: () => void };

const repeated = new Set<Repeated>();

/** An isolate cannot act between requests, so the next request starts work that is due. */
export const every: Host["every"] = (milliseconds, work) => {
  const entry = { milliseconds, dueAt: Date.now() + milliseconds, work };
  repeated.add(entry);
  return () => void repeated.delete(entry);
};

/** Starts all work that is due. Each request calls this once the gate is open. */
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
  keepAlive(pause.then(() => (isOff ? undefined : work())));
  return () => {
    isOff = true;
  };
};

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/** Does not use `node:net`, as loading that would slow each start. */
export const isIPv4: Host["isIPv4"] = (text) => IPV4.test(text);

/** Otherwise work would end with its request. */
export const waitUntil: Host["waitUntil"] = (work) => keepAlive(work.catch(() => undefined));

export const sharesPromises: Host["sharesPromises"] = false;
