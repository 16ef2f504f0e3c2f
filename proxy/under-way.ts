import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import { createHeld, type Feed, feedInPieces, type PipelineLimits } from "./pipelining.ts";

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

/** A connection: its newest response, and how many requests have no whole answer yet. */
type Connection = { feed: Feed; newest: ServerResponse | undefined; unanswered: number };

/** Follows the requests of a server, and bounds what is under way. */
export function followRequests(server: Server, limits: PipelineLimits): UnderWay {
  const connections = new WeakMap<Socket, Connection>();
  const held = createHeld();
  let isEnding = false;

  server.on("connection", (socket) => {
    const unanswered = () => connection.unanswered;
    const feed = feedInPieces(socket, limits, held, unanswered);
    const connection: Connection = { feed, newest: undefined, unanswered: 0 };
    connections.set(socket, connection);
  });

  server.prependListener("request", ({ headers, socket }, response) => {
    const connection = connections.get(socket);
    if (connection !== undefined) {
      connection.newest = response;
      connection.unanswered += 1;
      response.on("finish", onAnswered);
    }
    // After an Upgrade that is not taken, bytes of the other protocol may follow.
    if (isEnding || headers.upgrade !== undefined) response.shouldKeepAlive = false;
  });

  /** One function for all responses. */
  function onAnswered(this: ServerResponse<IncomingMessage>): void {
    const connection = connections.get(this.req.socket);
    if (connection === undefined) return;
    connection.unanswered -= 1;
    connection.feed.onAnswered();
  }

  return {
    isEnding: () => isEnding,
    newest: (socket) => connections.get(socket)?.newest,
    stopReading: (socket) => connections.get(socket)?.feed.end(),
    end: async ({ listenMs, answerMs }) => {
      isEnding = true;
      if (listenMs > 0) await setTimeout(listenMs);
      const isClosed = once(server, "close");
      // A server of HTTP would also cut the connections on which nothing is asked at the moment.
      NetServer.prototype.close.call(server);
      await Promise.race([isClosed, setTimeout(answerMs, undefined, { ref: false })]);
      await setImmediate(); // a busy process sees its timers before what has arrived meanwhile
      server.closeIdleConnections();
      await isClosed;
    },
  };
}
