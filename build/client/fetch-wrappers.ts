/** The clock of a client. Tests bring their own. */
export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Resolves after so many milliseconds. Rejects with the signal's reason when it is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const abort = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", abort);
        resolve();
      }, milliseconds);
      signal.addEventListener("abort", abort, { once: true });
    }),
};

/** How often a request is tried, and how long the client waits. */
type RetryOptions = {
  tries: number;
  maxWaitSeconds: number;
  onWait: (seconds: number) => void;
  clock: Clock;
};

/**
 * The statuses after which the same request may succeed later: Too Many Requests (RFC 6585 §4) and
 * Service Unavailable (RFC 9110 §15.6.4).
 */
const WORTH_WAITING = new Set([429, 503]);

/**
 * Fetches, and waits and tries again where the service asks for it. All requests of one client wait
 * together, as they share the caller's window. The last answer is returned, whatever it is.
 */
export function withRetries(
  fetch: (request: Request) => Promise<Response>,
  { tries, maxWaitSeconds, onWait, clock }: RetryOptions,
): (request: Request) => Promise<Response> {
  let resumeAt = 0;

  return async (request) => {
    for (let tried = 1; ; tried += 1) {
      while (resumeAt > clock.now()) {
        const milliseconds = resumeAt - clock.now();
        onWait(Math.ceil(milliseconds / 1000));
        await clock.sleep(milliseconds, request.signal);
      }
      const response = await fetch(request);
      if (!WORTH_WAITING.has(response.status) || tried >= tries) return response;
      const seconds = retryAfterSeconds(response.headers, clock.now()) ?? 2 ** (tried - 1);
      if (seconds > maxWaitSeconds) return response;
      await response.body?.cancel();
      resumeAt = Math.max(resumeAt, clock.now() + seconds * 1000);
    }
  };
}

/**
 * The seconds that an answer asks to wait: `Retry-After`, as seconds or as a date (RFC 9110
 * §10.2.3), else `RateLimit-Reset`. Undefined where it asks for none.
 */
export function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const retryAfter = headers.get("Retry-After");
  return (
    wholeNumber(retryAfter) ??
    secondsUntil(retryAfter, now) ??
    wholeNumber(headers.get("RateLimit-Reset"))
  );
}

function secondsUntil(date: string | null, now: number): number | undefined {
  const at = Date.parse(date ?? "");
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/** The number in a header; undefined where the header holds anything but digits. */
export function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

type CachedAnswer = { etag: string; headers: Headers; text: string };

/** Headers that describe the bytes on the wire, and not the text that is kept. */
const OF_THE_WIRE = ["Content-Encoding", "Content-Length", "Transfer-Encoding"];

/**
 * Fetches with `If-None-Match` what was fetched before, and answers a 304 with the kept answer (RFC
 * 9111 §4.3). At most `most` answers are kept. The longest unused is dropped first.
 */
export function withAnswerCache(
  fetch: (request: Request) => Promise<Response>,
  most: number,
): (request: Request) => Promise<Response> {
  const kept = new Map<string, CachedAnswer>(); // in the order of use
  const keep = (url: string, answer: CachedAnswer) => {
    kept.delete(url);
    kept.set(url, answer);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  };

  return async (request) => {
    const known = kept.get(request.url);
    const response = await fetch(
      known === undefined ? request : withHeader(request, "If-None-Match", known.etag),
    );
    if (response.status === 304 && known !== undefined) {
      const headers = new Headers(known.headers);
      response.headers.forEach((value, name) => {
        headers.set(name, value);
      });
      keep(request.url, known);
      return new Response(known.text, { headers });
    }
    const etag = response.headers.get("ETag");
    if (response.status !== 200 || etag === null || most < 1) return response;
    const headers = new Headers(response.headers);
    for (const name of OF_THE_WIRE) headers.delete(name);
    const text = await response.text();
    keep(request.url, { etag, headers, text });
    return new Response(text, { headers });
  };
}

function withHeader(request: Request, name: string, value: string): Request {
  const headers = new Headers(request.headers);
  headers.set(name, value);
  return new Request(request, { headers });
}
