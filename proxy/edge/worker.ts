import { DurableObject, type DurableObjectState } from "cloudflare:workers";
import { PROBLEM_DETAILS } from "../../build/core/schema/problem-details.ts";
import { PROBLEM_TYPES } from "../../build/core/schema/problem-types.ts";
import { COMMON_HEADERS } from "../gate/admit.ts";
import { problemOfStatus } from "../gate/problems.ts";
import { createRequestIds } from "../gate/request-id.ts";
import { type Count, createRateLimitHeaders } from "../limit/windows.ts";
import { createCallerWindow, type CallerWindow as Window } from "./caller-window.ts";
import { createConsoleLog } from "./console-log.ts";
import {
  type Bindings,
  bytesOf,
  type EdgeGate,
  type EdgeRequest,
  openEdgeGate,
  pairsOf,
  readSettings,
  requestIdAtEdge,
} from "./edge-gate.ts";
import { createSharedValue, type SharedValue } from "./per-request.ts";
import { beginDue } from "./worker-host.ts";

/** The durable object that counts one caller. */
export class CallerWindow extends DurableObject {
  readonly #window: Window;

  constructor(context: DurableObjectState, bindings: unknown) {
    super(context, bindings);
    this.#window = createCallerWindow(context.storage);
    void context.blockConcurrencyWhile(this.#window.load);
  }

  count(requests: number, windowMs: number): Count {
    return this.#window.count(requests, windowMs);
  }

  alarm(): Promise<void> {
    return this.#window.forget();
  }
}

/** The gate of this isolate. The first request opens it, and another one if that fails. */
let gate: SharedValue<EdgeGate> | undefined;

async function fetch(request: EdgeRequest, bindings: Bindings): Promise<Response> {
  try {
    gate ??= createSharedValue(() => openEdgeGate(bindings));
    const opened = gate.current();
    if (opened !== undefined) beginDue();
    return await (opened ?? (await gate.load()))(request);
  } catch (error) {
    createConsoleLog("info").error({ err: error }, "request failed");
    return await failure(request, bindings);
  }
}

/** The answer of a gate that cannot be opened. It counts nobody, so each has the whole limit. */
async function failure(request: EdgeRequest, bindings: Bindings): Promise<Response> {
  const { method, url } = request;
  const { auth, limits } = await readSettings(bindings).catch(() => readSettings({}));
  const { anonymous: limit, windowSeconds: resetSeconds } = limits;
  const window = { limit, remaining: limit, resetSeconds, isExhausted: false };
  const { status, headers, body } = problemOfStatus(
    500,
    PROBLEM_TYPES["internal-server-error"].title,
    PROBLEM_DETAILS.internalError,
    new URL(url).pathname,
  );
  const all = [
    ...headers,
    ...createRateLimitHeaders(limits)("anonymous", window),
    ...COMMON_HEADERS,
    "X-Request-Id",
    requestIdAtEdge(createRequestIds(auth.apiKeyPrefix), request),
  ];
  const isBodied = method !== "HEAD" && body !== undefined;
  return new Response(isBodied ? bytesOf(body) : null, { status, headers: pairsOf(all) });
}

// biome-ignore lint/style/noDefaultExport: the runtime takes a worker by this name
export default { fetch };
