import { setTimeout as sleep } from "node:timers/promises";
import { type Dispatcher, Pool } from "undici";
import { packageVersion } from "../package.ts";
import { describeError } from "../site/describe-error.ts";
import { UnreachableError } from "./deployment-error.ts";
import { type Answer, exchange, TooLongError } from "./exchange.ts";
import { retryAfterMs } from "./retry-after.ts";

/** A request. `path` is sent exactly as it is given, below the deployment's address. */
export type ClientRequest = {
  path: string;
  method?: Dispatcher.HttpMethod;
  headers?: Record<string, string>;
  /** A longer body is not read to its end. */
  maxBytes: number;
};

/** There was no usable answer to one request. The message says why. */
export class NoAnswerError extends Error {}

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
  /** Sent as `x-api-key`, to this deployment only. */
  apiKey?: string | undefined;
  /** Sent as `Authorization`, to this deployment only. */
  authorization?: string | undefined;
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
  const {
    apiKey,
    authorization,
    connections = 4,
    timeoutMs = 30_000,
    wait = sleep,
    now = Date.now,
    onPause = () => {},
  } = options;
  const { origin, pathname } = new URL(url);
  const basePath = pathname.replace(/\/+$/, "");
  const address = origin + basePath;
  const pool = new Pool(origin, { connections, pipelining: 1, connect: { timeout: timeoutMs } });
  const ownHeaders = {
    "user-agent": `gamedata-reference/${packageVersion()}`,
    ...(apiKey ? { "x-api-key": apiKey } : {}),
    ...(authorization ? { authorization } : {}),
  };
  let requests = 0;
  let silences = 0;
  const pause = createRefusalPause({ address, wait, now, onPause });

  const once = ({ path, method = "GET", headers, maxBytes }: ClientRequest): Promise<Answer> => {
    requests += 1;
    return exchange(pool, {
      path: basePath + path,
      method,
      headers: { ...ownHeaders, ...headers },
      maxBytes,
      timeoutMs: timeoutMs + Math.ceil(maxBytes / MIN_BYTES_PER_MS),
    });
  };

  const send = async (request: ClientRequest): Promise<Answer> => {
    for (let failures = 0, refusals = 0; ; ) {
      await pause.end();
      const answer = await once(request).catch((error: unknown) => problemOf(error));
      const mayRepeat = failures < RETRIES;
      if ("problem" in answer) {
        failures += 1;
        if (answer.isTransient && mayRepeat) {
          await wait(backOffMs(failures));
          continue;
        }
        if (answer.isSilence) silences += 1;
        if (silences >= MOST_SILENCES)
          throw new UnreachableError(`${address} does not answer: ${answer.problem}`);
        throw new NoAnswerError(answer.problem);
      }
      silences = 0;
      const refusedForMs = refusalMs(answer, refusals, now());
      if (refusedForMs !== undefined) {
        refusals += 1;
        if (refusals > MOST_REFUSALS) {
          throw new UnreachableError(
            `${address} refused ${request.path} ${refusals} times with status ` +
              `${answer.status}, even after waiting; try again later`,
          );
        }
        pause.begin(refusedForMs);
      } else if (isGatewayError(answer) && mayRepeat) {
        failures += 1;
        await wait(backOffMs(failures));
      } else {
        return answer;
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

type PauseOptions = Required<Pick<ClientOptions, "wait" | "now" | "onPause">> & { address: string };

/** Holds all requests back until the time that a 429 or 503 names (RFC 9110 §10.2.3). */
function createRefusalPause({ address, wait, now, onPause }: PauseOptions) {
  let pausedUntil = 0;
  return {
    begin: (ms: number) => {
      if (ms > MAX_PAUSE_MS) {
        throw new UnreachableError(
          `${address} asks clients to wait ${Math.ceil(ms / 60_000)} minutes; try again then`,
        );
      }
      const until = now() + ms;
      if (until > pausedUntil + 1000) onPause(Math.ceil(ms / 1000));
      pausedUntil = Math.max(pausedUntil, until);
    },
    end: async () => {
      while (pausedUntil > now()) await wait(pausedUntil - now());
    },
  };
}

/** Works on `atOnce` items at a time. The first that fails stops all. */
async function forEachOf<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  atOnce: number,
): Promise<void> {
  const left = items[Symbol.iterator]();
  let isStopped = false;
  const worker = async () => {
    for (let next = left.next(); !next.done && !isStopped; next = left.next()) {
      await work(next.value).catch((error: unknown) => {
        isStopped = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** How many milliseconds a refusal asks to wait; undefined where the answer is not a refusal. */
function refusalMs({ status, headers }: Answer, refusals: number, now: number): number | undefined {
  const asked = retryAfterMs(headers["retry-after"], now);
  if (status === 429) return Math.max(1000, asked ?? backOffMs(refusals + 1));
  return status === 503 && asked !== undefined ? Math.max(1000, asked) : undefined;
}

/** Whether a gateway failed for the moment (RFC 9110 §15.6). */
function isGatewayError({ status }: Answer): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** The wait before a repetition: 0.5, 1, 2, 4 ... seconds, up to a minute. */
function backOffMs(failures: number): number {
  return Math.min(60_000, 250 * 2 ** failures);
}

/** What went wrong with a request, and whether it can succeed next time. Rethrows our own bugs. */
function problemOf(error: unknown): { problem: string; isTransient: boolean; isSilence: boolean } {
  if (error instanceof TooLongError)
    return { problem: error.message, isTransient: false, isSilence: false };
  if (!(error instanceof Error)) throw error;
  if (error.name === "TimeoutError") {
    return { problem: "the answer took too long", isTransient: false, isSilence: true };
  }
  const isBug =
    error instanceof TypeError ||
    error instanceof RangeError ||
    error.name === "InvalidArgumentError";
  if (!("code" in error) || isBug) throw error;
  return {
    problem: `the connection failed: ${describeError(error)}`,
    isTransient: true,
    isSilence: true,
  };
}
