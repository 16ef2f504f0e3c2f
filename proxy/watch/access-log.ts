import type { Admission } from "../gate/admit.ts";
import { LEFT_OUT } from "../gate/credential.ts";
import type { Tier } from "../limit/windows.ts";
import type { Log } from "../log.ts";

/**
 * Called after each response. `path` is the path as received, or empty if the request could not be
 * read. `keyId` is the id of the caller's API key.
 */
export type OnResponse = (
  path: string,
  status: number,
  tier: Tier,
  ms: number,
  keyId?: string,
) => void;

/** How responses are reported, and what the log may show. */
export type Watch = {
  redact: (text: string) => string;
  onResponse?: OnResponse | undefined;
  logAddresses: boolean;
};

/** How the window of an API key begins, before the key's id. The log names no accounts. */
const KEY_WINDOW = "key:";

/** What is known of a response, beside the admission of its request. */
type Responded = {
  requestId: string;
  method: string;
  status: number;
  address: string | undefined;
  ms: number;
};

/** Reports a response to the log and to the metrics, once it has been handed to the socket. */
export function logResponse(
  log: Log,
  { redact, onResponse, logAddresses }: Watch,
  { bytes, caller: { key, tier }, reason, target: { path }, window }: Admission,
  { requestId, method, status, address, ms }: Responded,
) {
  const { isExhausted, limit, resetSeconds } = window;
  const isRefused = status === 429;
  const keyId = key.startsWith(KEY_WINDOW) ? key.slice(KEY_WINDOW.length) : undefined;
  onResponse?.(path, status, tier, ms, keyId);
  log.info(
    {
      requestId,
      method,
      path: LONG_WORD.test(path) ? LEFT_OUT : redact(path),
      status,
      bytes,
      tier,
      key: keyId,
      address: logAddresses ? address : undefined,
      ms,
      reason: isRefused && isExhausted ? [reason, EXHAUSTED].filter(Boolean).join("; ") : reason,
      window: isRefused ? { limit, resetSeconds } : undefined,
    },
    "request",
  );
}

const EXHAUSTED = "the limit is exhausted";

/** As in a part of a key. Names have at most half as many letters and digits in a row. */
const LONG_WORD = /[A-Za-z0-9]{24}/;
