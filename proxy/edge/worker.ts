import { DurableObject, type DurableObjectState } from "cloudflare:workers";
import { goOn } from "#host";
import { PROBLEM_DETAILS } from "../../build/schema/problem-details.ts";
import { PROBLEM_TYPES } from "../../build/schema/problem-types.ts";
import { createCommonHeaders } from "../headers.ts";
import type { Count } from "../limit/counts.ts";
import { problemOfStatus } from "../problems.ts";
import { createCallerWindow, type CallerWindow as Window } from "./caller-window.ts";
import { createConsoleLog } from "./console-log.ts";
import {
  type Bindings,
  bytesOf,
  type EdgeGate,
  type EdgeRequest,
  openEdgeGate,
} from "./edge-gate.ts";
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

let gate: EdgeGate | undefined;
let opening: Promise<EdgeGate> | undefined;

/**
 * Opens the gate of this isolate at the first request. If that fails, the next request tries again.
 */
async function opened(bindings: Bindings): Promise<EdgeGate> {
  opening ??= openEdgeGate(bindings).finally(() => {
    opening = undefined;
  });
  goOn(opening);
  gate = await opening;
  return gate;
}

async function fetch(request: EdgeRequest, bindings: Bindings): Promise<Response> {
  try {
    if (gate !== undefined) beginDue();
    return await (gate ?? (await opened(bindings)))(request);
  } catch (error) {
    createConsoleLog("info").error({ err: error }, "request failed");
    const { pathname } = new URL(request.url);
    const { status, headers, body } = problemOfStatus(
      500,
      PROBLEM_TYPES["internal-server-error"].title,
      PROBLEM_DETAILS.internalError,
      pathname,
    );
    const isHead = request.method === "HEAD";
    return new Response(isHead || body === undefined ? null : bytesOf(body), {
      status,
      headers: recordOf([...headers, ...createCommonHeaders()]),
    });
  }
}

function recordOf(list: readonly string[]): Record<string, string> {
  const names = list.filter((_, at) => at % 2 === 0);
  return Object.fromEntries(names.map((name, at) => [name, list[2 * at + 1] ?? ""]));
}

// biome-ignore lint/style/noDefaultExport: the runtime takes a worker by this name
export default { fetch };
