import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type Admission,
  admit,
  admitFailed,
  admitUncounted,
  type Gate,
  type GateRequest,
} from "../gate/admit.ts";
import { andThen } from "../gate/and-then.ts";
import { lastResort } from "../gate/headers.ts";
import type { GateResponse } from "../gate/problems.ts";
import type { RequestTarget } from "../gate/request.ts";
import { logResponse, type Watch } from "../watch/access-log.ts";

/** The gate of a fastify server. */
export type FastifyGate = Gate & {
  /** The request as the gate sees it. */
  gateRequestOf: (request: FastifyRequest) => GateRequest;
  /** Where responses are reported. Undefined if nothing is logged or measured. */
  watch: Watch | undefined;
};

declare module "fastify" {
  interface FastifyRequest {
    admission: Admission | null;
  }
}

/** The admission of a request. Throws if there is none yet. */
export function admissionOf({ admission }: FastifyRequest): Admission {
  if (admission === null) throw new Error("the request has not been admitted yet");
  return admission;
}

/** The path to which `rewriteUrl` leads every request that has no route of its own. */
export const SERVICE = "/";

/** The methods that may have a document as their response. Fastify reads no body of theirs. */
const READS = ["GET", "HEAD"];

/** The response to a target that is not the site's. Undefined for all others. */
type Special = (target: RequestTarget) => GateResponse | undefined;

/** Adds the whole service to a server, except pictures of another origin. */
export function addService(app: FastifyInstance, gate: FastifyGate, special: Special) {
  const { log, watch } = gate;
  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    respond(gate, special, request, reply);
  app.decorateRequest("admission", null);
  app.setErrorHandler((error, request, reply) => void respondToError(gate, error, request, reply));
  if (watch !== undefined)
    app.addHook("onResponse", ({ admission, id, ip, method }, { elapsedTime, raw }, reported) => {
      reported();
      if (admission === null) return;
      const ms = Math.round(elapsedTime * 1000) / 1000;
      const { statusCode: status } = raw;
      logResponse(log, watch, admission, { requestId: id, method, status, address: ip, ms });
    });
  app.route({ method: READS, url: SERVICE, exposeHeadRoute: false, handler });
  // A hook comes before fastify would read a body. It costs two microseconds, so reads have none.
  const others = app.supportedMethods.filter((method) => !READS.includes(method));
  app.route({ method: others, url: SERVICE, onRequest: handler, handler });
}

/** Admits a request, and sends its response. */
function respond(
  gate: FastifyGate,
  special: Special,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const fail = (error: unknown) => void respondToError(gate, error, request, reply);
  try {
    const sent = andThen(admit(gate, gate.gateRequestOf(request)), (admission) => {
      const { target, fields } = admission;
      request.admission = admission;
      return andThen(
        admission.response ?? special(target) ?? gate.responses().document(target, fields),
        (response) => send(gate, request, reply, response),
      );
    });
    if (sent instanceof Promise) sent.catch(fail);
  } catch (error) {
    fail(error);
  }
}

/** Responds to an error with 500, and logs the error. Never rejects. */
async function respondToError(
  gate: FastifyGate,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const requestId = request.id;
  try {
    const admission = await admitFailed(gate, gate.gateRequestOf(request), requestId, error);
    request.admission = admission;
    send(gate, request, reply, admission.response);
  } catch (again) {
    gate.log.error({ requestId, err: again }, "request failed");
    reply.hijack();
    const path = request.originalUrl.replace(/\?.*$/s, "");
    const { status, headers, body } = lastResort(gate.limits, path, requestId);
    if (reply.raw.headersSent) reply.raw.destroy();
    else reply.raw.writeHead(status, headers).end(body);
  }
}

/** Admits the requests of a context without counting them. */
export function addUncountedHook(app: FastifyInstance, gate: FastifyGate) {
  app.addHook("onRequest", (request, reply, proceed) => {
    const admitted = andThen(admitUncounted(gate, gate.gateRequestOf(request)), (admission) => {
      request.admission = admission;
      if (admission.response === undefined) proceed();
      else send(gate, request, reply, admission.response);
    });
    if (admitted instanceof Promise) admitted.catch(proceed);
  });
}

/** Sends a response with all its headers. */
export function send(
  gate: FastifyGate,
  request: FastifyRequest,
  reply: FastifyReply,
  response: GateResponse,
) {
  const admission = admissionOf(request);
  const { status, body } = response;
  const headers = gate.headersOf(admission, response, request.id);
  admission.bytes = request.method === "HEAD" ? 0 : (body?.length ?? 0);
  if (made.push({ reply, status, headers, body }) === 1) setImmediate(writeAll);
}

/** A response, ready to be written. */
type Made = { reply: FastifyReply; status: number; headers: string[]; body: Buffer | undefined };

/** The responses that this turn of the event loop has made. */
const made: Made[] = [];

/**
 * Writes the responses of a turn together, after its requests are read. Doing each kind of work for
 * all of them takes a third less processor time than responding to them one by one.
 */
function writeAll() {
  for (const response of made.splice(0)) {
    try {
      write(response);
    } catch (error) {
      const { reply } = response;
      if (reply.raw.headersSent) reply.raw.destroy();
      else reply.send(error);
    }
  }
}

/** Writes to Node's response, because fastify's own reply would lower the rate by a seventh. */
function write({ reply, status, headers, body }: Made) {
  reply.raw.writeHead(status, headers);
  reply.hijack();
  reply.raw.end(body);
}
