import { IncomingMessage, METHODS, ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { PROBLEM_DETAILS } from "../../build/core/schema/problems.ts";
import { anonymous } from "../gate/admit.ts";
import { type GateResponse, type Problems, problemOfStatus } from "../gate/problems.ts";
import { callerAt } from "../limit/address.ts";
import type { Connections } from "./connections.ts";
import type { FastifyGate } from "./service.ts";

/** The status for each error code of Node's parser. All other codes are 400. */
const STATUS: Record<string, number | undefined> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** An error of Node's parser, with the bytes that it could not parse. */
type ParseError = Error & { code?: string; rawPacket?: unknown };

/**
 * Refuses requests that Node makes no response for: unreadable ones, and CONNECT. The response
 * comes after those to earlier requests of the connection, and closes the connection.
 */
export function createRefuser(gate: FastifyGate, connections: Connections) {
  /** Sends the response, with the window of the address. Never rejects. */
  const refuse = async (socket: Socket, responseOf: (problems: Problems) => GateResponse) => {
    const start = performance.now();
    socket.on("error", () => socket.destroy()); // after a CONNECT, Node has no listener left
    try {
      const response = responseOf(gate.responses().problems);
      const { status } = response;
      const caller = anonymous(callerAt(socket.remoteAddress));
      const { key, tier } = caller;
      const window = await gate.windows.peek(key, gate.limits[tier]);
      const requestId = gate.requestIdOf();
      const headers = gate.headersOf({ caller, window }, response, requestId);
      const sent = new ServerResponse(new IncomingMessage(socket)); // has `Connection: close`
      sent.assignSocket(socket);
      sent.writeHead(status, headers).end(response.body, () => socket.destroySoon());
      gate.watch?.onResponse?.("", status, tier, performance.now() - start);
      gate.log.info({ requestId, status, tier }, "request refused");
    } catch (error) {
      gate.log.error({ err: error }, "request failed");
      socket.destroy();
    }
  };

  /** Calls `next` when the responses to all earlier requests of the connection are written. */
  const afterResponses = (socket: Socket, next: () => void) => {
    const connection = connections.of(socket);
    connection?.stopReading?.();
    const before = connection?.responses.at(-1);
    if (!socket.writable) socket.destroy();
    else if (before === undefined || before.writableFinished) next();
    else before.once("finish", next);
  };

  return {
    refuseUnreadable: (error: ParseError, socket: Socket) => {
      // If the error is in the body of a request, that request already has its response.
      const isBody = connections.of(socket)?.request?.complete === false;
      afterResponses(socket, () => {
        if (isBody) socket.destroy();
        else void refuse(socket, (problems) => responseToUnreadable(error, problems));
      });
    },
    refuseConnect: ({ url = "" }: { url?: string }, socket: Socket) =>
      afterResponses(
        socket,
        () => void refuse(socket, (problems) => problems.methodNotAllowed(url, "CONNECT")),
      ),
  };
}

/**
 * The response to bytes that Node's parser refused. An unknown method is not a syntax error, so it
 * gets 405 like other methods.
 */
function responseToUnreadable(
  { code = "", rawPacket }: ParseError,
  problems: Problems,
): GateResponse {
  if (code === "HPE_INVALID_METHOD") {
    const [, method, path] =
      /^([!#$%&'*+\-.^_`|~\w]{1,40}) (\/\S*) HTTP\/1\.[01]\r?\n/.exec(`${rawPacket}`) ?? [];
    // The packet may begin with an earlier, good request, whose method is not the refused one.
    if (method !== undefined && path !== undefined && !METHODS.includes(method))
      return problems.methodNotAllowed(path.replace(/\?.*/, ""), method);
  }
  const status = STATUS[code];
  if (status === undefined) return problems.badRequest("/", PROBLEM_DETAILS.unreadable);
  const title = STATUS_CODES[status] ?? "";
  return problemOfStatus(status, title, `${title}: the request was not read to its end.`, "/");
}
