import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import {
  createReadQueue,
  type PipelineLimits,
  PipelineReader,
  type Unanswered,
} from "./pipelining.ts";

/** How long a server that is about to end goes on, in milliseconds. */
export type Grace = {
  /** How long it accepts new connections. */
  listenMs: number;
  /** How long after that it keeps connections open on which no request is under way. */
  idleMs: number;
};

/** The requests that are under way in a server. */
export type UnderWay = {
  /** The newest response of a connection. */
  newest: (socket: Socket) => ServerResponse | undefined;
  /** Reads no further request of a connection. */
  stopReading: (socket: Socket) => void;
  /**
   * Stops listening, and waits until no client is connected. Every answer from now on closes its
   * connection. Connections that are idle at the end of the grace are closed. A second call may
   * shorten the grace of the first.
   */
  end: (grace: Grace) => Promise<void>;
};

/** A connection with its responses in order. Complete ones at the start may be left out. */
type Connection = { reader: PipelineReader; responses: ServerResponse[]; unanswered: Unanswered };

/** Follows the requests of a server, and limits how many are under way. */
export function followRequests(server: Server, limits: PipelineLimits): UnderWay {
  const connections = new Map<Socket, Connection>();
  const queue = createReadQueue();
  let isEnding = false;
  let closed: Promise<unknown> | undefined;

  server.on("connection", (socket) => {
    queue.onConnection();
    const responses: ServerResponse[] = [];
    const unanswered = unansweredOf(responses);
    const reader = new PipelineReader(socket, limits, queue, unanswered);
    connections.set(socket, { reader, responses, unanswered });
    socket.once("close", () => {
      connections.delete(socket);
      closeWaiting(responses);
    });
  });

  server.prependListener("request", ({ headers, socket }, response) => {
    connections.get(socket)?.responses.push(response);
    // An Upgrade is not accepted, but bytes of the other protocol may follow.
    if (isEnding || headers.upgrade !== undefined) response.shouldKeepAlive = false;
  });

  return {
    newest: (socket) => connections.get(socket)?.responses.at(-1),
    stopReading: (socket) => connections.get(socket)?.reader.end(),
    end: async ({ listenMs, idleMs }) => {
      isEnding = true;
      if (listenMs > 0) await setTimeout(listenMs);
      closed ??= stopListening(server);
      await Promise.race([closed, setTimeout(idleMs, undefined, { ref: false })]);
      for (const [socket, { reader, unanswered }] of connections) {
        await setImmediate(); // first read what has already arrived
        if (reader.isIdle() && unanswered.count() === 0) socket.destroy();
      }
      await closed;
    },
  };
}

/** Stops listening, and waits until no client is connected. */
function stopListening(server: Server): Promise<unknown> {
  const closed = once(server, "close");
  // The close method of an HTTP server would also close idle connections at once.
  NetServer.prototype.close.call(server);
  return closed;
}

/**
 * Closes the responses that were waiting for earlier ones when their connection ended. Node closes
 * only the one that was being sent. Without this, the "close" of the others would never come.
 */
function closeWaiting(responses: readonly ServerResponse[]): void {
  for (const response of responses) {
    if (response.socket !== null || response.writableFinished) continue;
    response.destroy();
    response.emit("close");
  }
}

/**
 * Counts the responses that are not complete, on demand: a listener for each would cost more. The
 * newest response always stays in the list.
 */
function unansweredOf(responses: ServerResponse[]): Unanswered {
  return {
    count: () => {
      while (responses.length > 1 && responses[0]?.writableFinished) responses.shift();
      return responses[0]?.writableFinished ? 0 : responses.length;
    },
    onceAtMost: (most, next) => responses.at(-most - 1)?.once("finish", next),
  };
}
