import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import { createReadQueue, Feed, type PipelineLimits, type Unanswered } from "./pipelining.ts";

/** How long, in milliseconds, a server that is to end goes on. */
export type Grace = {
  /** It takes new connections. */
  listenMs: number;
  /** After that, it waits for requests on connections that it has. */
  answerMs: number;
};

/** What is under way on the connections of a server. */
export type UnderWay = {
  /** The newest response of a connection. */
  newest: (socket: Socket) => ServerResponse | undefined;
  /** Whether it is about to end. */
  isEnding: () => boolean;
  /** Reads no further request of a connection. */
  stopReading: (socket: Socket) => void;
  /**
   * Stops listening, and fulfils when nobody is connected any more. Every answer from now on says
   * that its connection ends; those that are idle when the time is over are cut.
   */
  end: (grace: Grace) => Promise<void>;
};

/** A connection, and its responses in their order; the first of them may be left out once whole. */
type Connection = { feed: Feed; responses: ServerResponse[]; unanswered: Unanswered };

/** Follows the requests of a server, and bounds what is under way. */
export function followRequests(server: Server, limits: PipelineLimits): UnderWay {
  const connections = new Map<Socket, Connection>();
  const queue = createReadQueue();
  let isEnding = false;

  server.on("connection", (socket) => {
    queue.onConnection();
    const responses: ServerResponse[] = [];
    const unanswered = unansweredOf(responses);
    const feed = new Feed(socket, limits, queue, unanswered);
    connections.set(socket, { feed, responses, unanswered });
    socket.once("close", () => {
      connections.delete(socket);
      closeWaiting(responses);
    });
  });

  server.prependListener("request", ({ headers, socket }, response) => {
    connections.get(socket)?.responses.push(response);
    // After an Upgrade that is not taken, bytes of the other protocol may follow.
    if (isEnding || headers.upgrade !== undefined) response.shouldKeepAlive = false;
  });

  return {
    isEnding: () => isEnding,
    newest: (socket) => connections.get(socket)?.responses.at(-1),
    stopReading: (socket) => connections.get(socket)?.feed.end(),
    end: async ({ listenMs, answerMs }) => {
      isEnding = true;
      if (listenMs > 0) await setTimeout(listenMs);
      const isClosed = once(server, "close");
      // A server of HTTP would also cut the connections on which nothing is asked at the moment.
      NetServer.prototype.close.call(server);
      await Promise.race([isClosed, setTimeout(answerMs, undefined, { ref: false })]);
      for (const [socket, { feed, unanswered }] of connections) {
        await setImmediate(); // what has arrived until now is read first
        if (feed.isIdle() && unanswered.count() === 0) socket.destroy();
      }
      await isClosed;
    },
  };
}

/**
 * Closes the responses that waited for those before them when their connection ended. Node closes
 * only the one that was being sent, so whoever waits for the others to close would wait for ever.
 */
function closeWaiting(responses: readonly ServerResponse[]): void {
  for (const response of responses) {
    if (response.socket !== null || response.writableFinished) continue;
    response.destroy();
    response.emit("close");
  }
}

/**
 * Counts those that are not whole when somebody asks, as a listener for each would take longer; the
 * newest stays.
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
