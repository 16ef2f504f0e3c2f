/*
 * Requests to deployments: one client with retries (this file, exchange.ts), and what it fetches:
 * the manifest and each content (fetch-manifest.ts, fetch-site.ts). Imports undici and `site`.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type Dispatcher, Pool } from "undici";
import { describeError } from "../errors.ts";
import { packageVersion } from "../package.ts";
import {
  type Answer,
  exchange,
  NoAnswerError,
  TooLongError,
  UnreachableError,
} from "./exchange.ts";

/** A request. `path` is sent exactly as it is given, below the deployment's address. */
export type ClientRequest = {
  path: string;
  method?: Dispatcher.HttpMethod;
  headers?: Record<string, string>;
  /** A longer body is not read to its end. */
  maxBytes: number;
};

/** A client of one deployment. It waits when it is asked to, and repeats what failed. */
export type Client = {
  /** The deployment's address, without a slash at its end. */
  url: string;
  /** Sends a request. Redirects are not followed. Throws `NoAnswerError` and `DeploymentError`. */
  send: (request: ClientRequest) => Promise<Answer>;
  /** Does `work` for each item, as many at once as there are connections. An error stops it. */
  forEach: <T>(items: Iterable<T>, work: (item: T) => Promise<void>) => Promise<void>;
  /** How many requests were sent, with repeated ones. */
  requests: () => number;
  close: () => Promise<void>;
};

export type ClientOptions = {
  /** Sent with each request, such as a credential. */
  headers?: Record<string, string>;
  /** Default: 4. */
  connections?: number;
  /** The longest wait for a whole answer, beside the time for its bytes. Default: 30 seconds. */
  timeoutMs?: number;
  wait?: (ms: number) => Promise<void>;
  now?: () => number;
  /** Called when the deployment asks to wait. */
  onPause?: (seconds: number) => void;
};

/** How often a request is repeated after connection errors and the errors of gateways. */
const RETRIES = 3;

/** How often a request may be refused, each time after the wait that was asked for. */
const MOST_REFUSALS = 10;

/** The longest wait that the client takes. A longer one is an error. */
const MAX_PAUSE_MS = 10 * 60_000;

/** After so many requests in a row without an answer, the deployment counts as unreachable. */
const MOST_SILENCES = 5;

/** The slowest transfer that is accepted: 10 kB a second. */
const MIN_BYTES_PER_MS = 10;

/** Creates the client of the deployment at `url`. */
export function createClient(url: string, options: ClientOptions = {}): Client {
  const { connections = 4, timeoutMs = 30_000, wait = sleep, now = Date.now } = options;
  const { origin, pathname } = new URL(url);
  const basePath = pathname.replace(/\/+$/, "");
  const address = origin + basePath;
  const pool = new Pool(origin, { connections, pipelining: 1, connect: { timeout: timeoutMs } });
  const userAgent = `gamedata-reference/${packageVersion()}`;
  const ownHeaders = { "user-agent": userAgent, ...options.headers };
  let requests = 0;
  let silences = 0;
  let pausedUntil = 0;

  /** Holds all requests back until the time that a 429 or 503 names (RFC 9110 §10.2.3). */
  const pause = (ms: number) => {
    if (ms > MAX_PAUSE_MS)
      throw new UnreachableError(
        `${address} asks clients to wait ${Math.ceil(ms / 60_000)} minutes; try again then`,
      );
    const until = now() + ms;
    if (until > pausedUntil + 1000) options.onPause?.(Math.ceil(ms / 1000));
    pausedUntil = Math.max(pausedUntil, until);
  };

  const send = async (request: ClientRequest): Promise<Answer> => {
    const { path, method = "GET", headers, maxBytes } = request;
    for (let failures = 0, refusals = 0; ; ) {
      while (pausedUntil > now()) await wait(pausedUntil - now());
      requests += 1;
      const answer = await exchange(pool, {
        path: basePath + path,
        method,
        headers: { ...ownHeaders, ...headers },
        maxBytes,
        timeoutMs: timeoutMs + Math.ceil(maxBytes / MIN_BYTES_PER_MS),
      }).catch(failureOf);
      const refusedForMs = "status" in answer ? refusalMs(answer, refusals, now()) : undefined;
      if ("status" in answer) silences = 0;
      if ("status" in answer && refusedForMs !== undefined) {
        refusals += 1;
        if (refusals > MOST_REFUSALS)
          throw new UnreachableError(
            `${address} refused ${path} ${refusals} times with status ${answer.status}, even ` +
              "after waiting; try again later",
          );
        pause(refusedForMs);
      } else if (failures < RETRIES && mayPass(answer)) {
        failures += 1;
        await wait(backOffMs(failures));
      } else if ("status" in answer) {
        return answer;
      } else {
        if (answer.isSilence) silences += 1;
        if (silences < MOST_SILENCES) throw new NoAnswerError(answer.problem);
        throw new UnreachableError(`${address} does not answer: ${answer.problem}`);
      }
    }
  };

  return {
    url: address,
    send,
    forEach: (items, work) => forEachOf(items, work, connections),
    requests: () => requests,
    close: () => pool.destroy(),
  };
}

/** Works on `atOnce` items at a time. The first that fails stops all. */
async function forEachOf<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  atOnce: number,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async () => {
    for (let next = left.next(); !next.done && failures.length === 0; next = left.next())
      await work(next.value).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw failures[0];
}

/** Whether a repeated request may succeed: a connection, or a gateway (RFC 9110 §15.6), failed. */
function mayPass(answer: Answer | Failure): boolean {
  return "status" in answer ? [502, 503, 504].includes(answer.status) : answer.isConnection;
}

/**
 * How many milliseconds a refusal asks to wait, as seconds or as a date (RFC 9110 §10.2.3).
 * Undefined where the answer is not a refusal.
 */
function refusalMs({ status, headers }: Answer, refusals: number, now: number): number | undefined {
  const header = headers["retry-after"] ?? "";
  const asked = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  if (status === 429) return Math.max(1000, Number.isNaN(asked) ? backOffMs(refusals + 1) : asked);
  return status === 503 && !Number.isNaN(asked) ? Math.max(1000, asked) : undefined;
}

/** The wait before a repetition: 0.5, 1, 2, 4 ... seconds, up to a minute. */
function backOffMs(failures: number): number {
  return Math.min(60_000, 250 * 2 ** failures);
}

/** Why there is no answer: the connection failed, which may work next time, or nothing came. */
type Failure = { problem: string; isConnection: boolean; isSilence: boolean };

/** Rethrows our own bugs. */
function failureOf(error: unknown): Failure {
  if (error instanceof TooLongError)
    return { problem: error.message, isConnection: false, isSilence: false };
  if (!(error instanceof Error)) throw error;
  if (error.name === "TimeoutError")
    return { problem: "the answer took too long", isConnection: false, isSilence: true };
  const isBug = [TypeError, RangeError].some((kind) => error instanceof kind);
  if (!("code" in error) || isBug || error.name === "InvalidArgumentError") throw error;
  const problem = `the connection failed: ${describeError(error)}`;
  return { problem, isConnection: true, isSilence: true };
}
