import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

/** How long a client may keep the server waiting, in milliseconds, and other limits. */
export type ConnectionLimits = {
  /** From the first byte of a request, or the start of the connection, to the last header. */
  headersMs: number;
  /** To the end of the whole request, including a body, which the service never reads. */
  requestMs: number;
  /** The longest time in which a client takes no whole answer, or no piece of a picture. */
  stalledMs: number;
  /** Between two requests. Load balancers close after a minute, and should be the first to. */
  idleMs: number;
  /** How often the limits above are checked, except `idleMs`. */
  checkMs: number;
  /** The most connections of one process. Further ones are closed at once. */
  most: number;
  /** The most unanswered requests of one connection, plus those of one more piece. */
  unanswered: number;
  /** The most bytes that are received but not parsed, of all connections together. */
  queuedBytes: number;
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
export type Connections = {
  /** The newest response of a connection, unless it has ended. */
  newest: (socket: Socket) => ServerResponse | undefined;
  /** Whether the body of the newest request of a connection has not been read to its end. */
  isInBody: (socket: Socket) => boolean;
  /** Reads no further request of a connection. */
  stopReading: (socket: Socket) => void;
  /** Shuts down. Every answer closes its connection. A second call may shorten the grace. */
  end: (grace: Grace) => Promise<void>;
};

type Connection = {
  /** The responses that have not ended, in order. */
  responses: ServerResponse[];
  /** The newest request, until it has been read and answered. Idle connections keep nothing. */
  request: IncomingMessage | undefined;
  /** Lets go of the first response. */
  release: () => void;
  stopReading: () => void;
  /** What had been received when the newest request was parsed. */
  bytesRead: number;
  /** What the client had taken at its last progress, and when that was. */
  taken: number;
  takenAt: number;
};

/**
 * Follows the connections of a server, closes those of slow clients, and limits how many requests
 * of one are read ahead. Trusted proxies are exempt from the latter: they wait for each answer, and
 * reading in pieces costs 3 to 6 microseconds a request.
 */
export function followConnections(
  server: Server,
  limits: ConnectionLimits,
  isTrusted: (address: string) => boolean,
): Connections {
  const connections = new Map<Socket, Connection>();
  const queue: Queue = { bytes: 0, takeTurn: createTurns() };
  let isEnding = false;
  let closed: Promise<unknown> | undefined;

  server.on("connection", (socket) => {
    const responses: ServerResponse[] = [];
    const stopReading = isTrusted(socket.remoteAddress ?? "")
      ? () => undefined
      : readInPieces(socket, responses, queue, limits);
    const release = () => {
      responses.shift();
      if (connection.request?.complete) connection.request = undefined;
    };
    const progress = { request: undefined, bytesRead: 0, taken: 0, takenAt: performance.now() };
    const connection: Connection = { responses, release, stopReading, ...progress };
    connections.set(socket, connection);
    socket.once("close", () => {
      connections.delete(socket);
      stopReading();
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
    // An Upgrade is not accepted, but bytes of the other protocol may follow.
    if (isEnding || headers.upgrade !== undefined) response.shouldKeepAlive = false;
  });

  const checking = setInterval(() => {
    const now = performance.now();
    for (const [socket, connection] of connections)
      if (stalledFor(connection, socket, now) >= limits.stalledMs) socket.destroy();
  }, limits.checkMs).unref();
  server.once("close", () => clearInterval(checking));

  return {
    newest: (socket) => connections.get(socket)?.responses.at(-1),
    isInBody: (socket) => connections.get(socket)?.request?.complete === false,
    stopReading: (socket) => connections.get(socket)?.stopReading(),
    end: async ({ listenMs, idleMs }) => {
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

/** How long a client has taken nothing. Node reports a write only when it is complete. */
function stalledFor(connection: Connection, socket: Socket, now: number): number {
  const waiting = socket.writableLength;
  const taken = socket.bytesWritten - waiting;
  if (waiting === 0 || taken > connection.taken) Object.assign(connection, { taken, takenAt: now });
  return now - connection.takenAt;
}

/** What the connections of a server have not parsed, and the order in which they read on. */
type Queue = { bytes: number; takeTurn: (readOn: () => void) => void };

/** Lets one connection read one piece in each turn of the event loop, in order. */
function createTurns(): Queue["takeTurn"] {
  const waiting: (() => void)[] = [];
  const run = () => {
    const readOn = waiting.shift();
    if (waiting.length > 0) setImmediate(run);
    readOn?.();
  };
  return (readOn) => {
    if (waiting.push(readOn) === 1) setImmediate(run);
  };
}

/**
 * Has a connection read in pieces, and no further while too many requests are unanswered. Node
 * alone parses 64 KB at once, which may be 1,600 requests. Returns a function that stops reading.
 */
function readInPieces(
  socket: Socket,
  responses: ServerResponse[],
  queue: Queue,
  { queuedBytes, unanswered }: ConnectionLimits,
): () => void {
  const push = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  let rest: Buffer = Buffer.alloc(0);
  let hasEnded = false;
  let isWaiting = false;
  const isFull = () => responses.length >= unanswered;

  const keep = (bytes: Buffer): void => {
    queue.bytes += bytes.length - rest.length;
    rest = bytes;
    if (queue.bytes > queuedBytes) socket.destroy();
  };

  const readOn = (): void => {
    if (socket.destroyed || rest.length === 0) return;
    // Node waits until the client reads its answers.
    if (socket.isPaused()) return void socket.once("resume", () => queue.takeTurn(readOn));
    isWaiting = false;
    const piece = rest.subarray(0, endOfPiece(rest));
    keep(rest.subarray(piece.length));
    push(piece);
    if (rest.length === 0 && hasEnded) push(null);
  };

  const waitForTurn = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    // If there are too many, half of them must be answered first.
    const before = isFull() ? responses.at(-unanswered / 2) : undefined;
    if (before === undefined) queue.takeTurn(readOn);
    else before.once("close", () => queue.takeTurn(readOn));
  };

  const listener = () => undefined;
  socket.on("data", listener).off("data", listener); // else Node's parser reads past the stream
  socket.push = (chunk: Buffer | null): boolean => {
    if (chunk === null) hasEnded = true;
    if (rest.length === 0 && (chunk === null || (endOfPiece(chunk) === chunk.length && !isFull())))
      return push(chunk);
    if (chunk !== null) keep(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]));
    waitForTurn();
    return false;
  };
  socket._read = (size: number): void => (rest.length > 0 ? waitForTurn() : read(size));

  return () => {
    keep(rest.subarray(rest.length));
    socket.push = () => false;
    socket._read = () => undefined;
  };
}

/** The most bytes of a piece with more than one head, so that it has about twenty at most. */
const PIECE_BYTES = 512;
const END_OF_HEAD = Buffer.from("\r\n\r\n");

/**
 * Where a piece ends. It is one or more whole heads, or else part of one head and nothing before
 * it: a head that has begun must not wait for answers, because its time limit already runs.
 */
function endOfPiece(bytes: Buffer): number {
  const first = bytes.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
  if (first < END_OF_HEAD.length) return bytes.length;
  if (first === bytes.length || first > PIECE_BYTES) return first;
  return bytes.subarray(0, PIECE_BYTES).lastIndexOf(END_OF_HEAD) + END_OF_HEAD.length;
}
