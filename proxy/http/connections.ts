import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { createReadQueue, type PacingLimits, paceReading } from "./paced-reading.ts";

/** How long a client may keep the server waiting, in milliseconds, and other limits. */
export type ConnectionLimits = PacingLimits & {
  /** From the first byte of a request, or the start of the connection, to the last header. */
  headersMs: number;
  /** To the end of the whole request, including a body, which the service never reads. */
  requestMs: number;
  /** The longest time in which a client takes no whole response, or no piece of a picture. */
  stalledMs: number;
  /** Between two requests. Load balancers close after a minute, and should be the first to. */
  idleMs: number;
  /** How often the limits above are checked, except `idleMs`. */
  checkMs: number;
  /** The most connections of one process. Further ones are closed at once. */
  most: number;
};

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 20_000,
  stalledMs: 60_000,
  idleMs: 72_000,
  checkMs: 1_000,
  most: 10_000,
  unanswered: 32,
  queuedBytes: 32 * 1024 * 1024,
};

/** How long a server that shuts down accepts connections, and after that keeps idle ones. */
export type Grace = { listenMs: number; idleMs: number };

/** The connections of a server. */
export type Connections = ReturnType<typeof followConnections>;

type Connection = {
  /** The responses that have not ended, in order. */
  responses: ServerResponse[];
  /** The newest request, until it has been read and responded to. Idle connections keep nothing. */
  request: IncomingMessage | undefined;
  /** Lets go of the first response. */
  release: () => void;
  /** Reads no further request. Undefined for trusted proxies. */
  stopReading: (() => void) | undefined;
  /** What had been received when the newest request was parsed. */
  bytesRead: number;
  /** What the client had taken at its last progress, and when that was. */
  taken: number;
  takenAt: number;
};

/**
 * Follows the connections of a server, closes those of slow clients, and limits how many requests
 * of one are read ahead. Trusted proxies are exempt from the latter: they wait for each
 * response, and reading in pieces costs 3 to 6 microseconds a request.
 */
export function followConnections(
  server: Server,
  limits: ConnectionLimits,
  isTrusted: (address: string) => boolean,
) {
  const connections = new Map<Socket, Connection>();
  const queue = createReadQueue();
  let isEnding = false;
  let closed: Promise<unknown> | undefined;

  server.on("connection", (socket) => {
    const responses: ServerResponse[] = [];
    const stopReading = isTrusted(socket.remoteAddress ?? "")
      ? undefined
      : paceReading(socket, responses, queue, limits);
    const release = () => {
      responses.shift();
      if (connection.request?.complete) connection.request = undefined;
    };
    const progress = { request: undefined, bytesRead: 0, taken: 0, takenAt: performance.now() };
    const connection: Connection = { responses, release, stopReading, ...progress };
    connections.set(socket, connection);
    socket.once("close", () => {
      connections.delete(socket);
      stopReading?.();
      for (const response of [...responses]) // Node does not close those that wait for others
        if (response.socket === null && !response.writableFinished)
          response.destroy().emit("close");
    });
  });

  server.prependListener("request", (request, response) => {
    const { headers, socket } = request;
    const connection = connections.get(socket);
    if (connection !== undefined) {
      connection.request = request;
      connection.responses.push(response);
      connection.bytesRead = socket.bytesRead;
      response.on("close", connection.release);
    }
    if (isEnding || mayLeaveHttp(headers)) response.shouldKeepAlive = false;
  });

  const checking = setInterval(() => {
    const now = performance.now();
    for (const [socket, connection] of connections) {
      const waiting = socket.writableLength;
      const taken = socket.bytesWritten - waiting; // Node reports a write only when it is complete
      if (waiting === 0 || taken > connection.taken)
        Object.assign(connection, { taken, takenAt: now });
      if (now - connection.takenAt >= limits.stalledMs) socket.destroy();
    }
  }, limits.checkMs).unref();
  server.once("close", () => clearInterval(checking));

  return {
    /** The connection of a socket, unless it has closed. */
    of: (socket: Socket) => connections.get(socket),
    /** Shuts down. Every response closes its connection. A second call may shorten the grace. */
    end: async ({ listenMs, idleMs }: Grace) => {
      isEnding = true;
      if (listenMs > 0) await wait(listenMs);
      server.closeIdleConnections = () => undefined; // it would cut those that are about to ask
      closed ??= once(server.close(), "close");
      await Promise.race([closed, wait(idleMs, undefined, { ref: false })]);
      for (const [socket, connection] of connections) {
        await nextTurn(); // first read what has already arrived
        const { bytesRead, responses } = connection;
        if (responses.length === 0 && socket.bytesRead === bytesRead) socket.destroy();
      }
      await closed;
    },
  };
}

/**
 * Whether bytes of another protocol may follow a request. An Upgrade is ignored (RFC 9110 §7.8).
 * Clients of Java ask for h2c by default, and send none of it without a 101.
 */
function mayLeaveHttp({
  upgrade,
  "content-length": length = "0",
  "transfer-encoding": coding,
}: IncomingMessage["headers"]) {
  if (upgrade === undefined) return false;
  return upgrade.toLowerCase() !== "h2c" || coding !== undefined || length !== "0";
}
