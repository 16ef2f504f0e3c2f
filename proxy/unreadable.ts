import { METHODS, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { PROBLEM_DETAILS } from "../build/schema/problem-details.ts";
import type { Answer, HeaderList } from "./answers.ts";
import type { FastifyGate } from "./fastify-gate.ts";
import { headersOf } from "./headers.ts";
import { callerAt } from "./limit/address.ts";
import { type Problems, problemOfStatus } from "./problems.ts";
import type { UnderWay } from "./under-way.ts";
import { anonymous } from "./visit.ts";

/** Node's codes of requests it did not read to the end; everything else is 400. */
const STATUS: Record<string, number | undefined> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** An error of Node's parser, and the bytes that it is about. */
type ParseError = Error & { code?: string; rawPacket?: unknown };

/**
 * Refuses what has no request object: bytes that are no request, and CONNECT. The answer comes
 * after those to what came before on the same connection, which ends with it.
 */
export function createRefuser(gate: FastifyGate, underWay: UnderWay) {
  /** The answer to a caller who is known by address only. */
  const refuse = (socket: Socket, answer: Answer): void => {
    const start = performance.now();
    socket.on("error", () => socket.destroy()); // Node has taken its own listeners off a CONNECT
    const caller = anonymous(callerAt(socket.remoteAddress));
    const show = async () => gate.windows.peek(caller.key, gate.limits[caller.tier]);
    show().then(
      (window) => {
        const bytes = serializeAnswer(answer, headersOf(gate, caller, window, answer));
        socket.end(bytes, () => socket.destroy());
        gate.watch?.onAnswered?.("", answer.status, caller.tier, performance.now() - start);
        gate.log.info({ status: answer.status, tier: caller.tier }, "request refused");
      },
      (error: unknown) => {
        gate.log.error({ err: error }, "request failed");
        socket.destroy();
      },
    );
  };

  /** Calls back when all that came before has its answer. */
  const afterAnswers = (socket: Socket, next: () => void): void => {
    underWay.stopReading(socket);
    const before = underWay.newest(socket);
    if (!socket.writable) socket.destroy();
    else if (before === undefined || before.writableFinished) attempt(socket, next);
    else before.once("finish", () => attempt(socket, next));
  };

  /** What throws here would end the process. */
  const attempt = (socket: Socket, next: () => void): void => {
    try {
      next();
    } catch (error) {
      gate.log.error({ err: error }, "request failed");
      socket.destroy();
    }
  };

  return {
    refuseUnreadable: (error: ParseError, socket: Socket): void => {
      // The body of a request that has its answer was not asked for, whatever is wrong with it.
      const isBody = underWay.newest(socket)?.req.complete === false;
      afterAnswers(socket, () =>
        isBody
          ? socket.destroy()
          : refuse(socket, answerUnreadable(error, gate.answers().problems)),
      );
    },
    refuseConnect: ({ url = "" }: { url?: string }, socket: Socket): void =>
      afterAnswers(socket, () =>
        refuse(socket, gate.answers().problems.methodNotAllowed(url, "CONNECT")),
      ),
  };
}

/**
 * The answer to what Node's parser refused. A method that it does not know is no syntax error to
 * the client: 405, as for any other.
 */
function answerUnreadable({ code = "", rawPacket }: ParseError, problems: Problems): Answer {
  if (code === "HPE_INVALID_METHOD") {
    const [, method, path] =
      /^([!#$%&'*+\-.^_`|~\w]{1,40}) (\/\S*) HTTP\/1\.[01]\r?\n/.exec(`${rawPacket}`) ?? [];
    // In a pipeline the packet begins with the good request before, whose method was not refused.
    if (method !== undefined && path !== undefined && !METHODS.includes(method))
      return problems.methodNotAllowed(path.replace(/\?.*/, ""), method);
  }
  const status = STATUS[code];
  if (status === undefined) return problems.badRequest("/", PROBLEM_DETAILS.unreadable);
  const title = STATUS_CODES[status] ?? "";
  return problemOfStatus(status, title, `${title}: the request was not read to its end.`, "/");
}

/**
 * An answer as bytes, for a connection that has no response object; the connection ends with it.
 */
function serializeAnswer({ status, body }: Answer, headers: HeaderList): Buffer {
  const all = [...headers, "Date", new Date().toUTCString(), "Connection", "close"];
  const lines = all.map((part, at) => (at % 2 === 0 ? `${part}: ` : `${part}\r\n`));
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`;
  return Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]);
}
