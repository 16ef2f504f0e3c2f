import type { Socket } from "node:net";

/** Limits on clients that send requests without waiting for answers (pipelining). */
export type PipelineLimits = {
  /** The most unanswered requests of one connection, plus those of one more piece. */
  unanswered: number;
  /** The most bytes that are received but not read, of all connections together. */
  queuedBytes: number;
};

/** The most bytes read at a time. They hold about twenty requests at most. */
const PIECE_BYTES = 512;

/** How a head may end. Some clients leave the carriage returns out. */
const ENDS_OF_HEAD = ["\n\r\n", "\n\n"];

/** How nearly all clients end a head. */
const END_OF_HEAD = Buffer.from("\r\n\r\n");

/** How many bytes of the end of a head may be in the piece before. */
const TAIL_BYTES = 2;

const NOTHING: Buffer = Buffer.alloc(0);

/** How long pipelined requests are read, in milliseconds, before all others have a turn. */
const TURN_MS = 5;

/** How long pipelined requests wait for new connections, in milliseconds, at most. */
const MOST_DELAY_MS = 500;

/** The order in which the connections of a server read on, and what they have not read. */
export type ReadQueue = {
  /** Bytes that are received but not read, of all connections. */
  bytes: number;
  /** Calls `goOn` after the connections that asked before. */
  takeTurn: (goOn: () => void) => void;
  /** Notes a new connection. More may wait behind it, as they are accepted one at a time. */
  onConnection: () => void;
};

/** Creates the queue of one server. */
export function createReadQueue(): ReadQueue {
  const waiting: (() => void)[] = [];
  let isRunning = false;
  let hasNewConnection = false;
  let ranAt = 0;
  const run = () => {
    const now = performance.now();
    const mustWait = hasNewConnection && now - ranAt < MOST_DELAY_MS;
    hasNewConnection = false;
    if (!mustWait) {
      while (waiting.length > 0 && performance.now() < now + TURN_MS) waiting.shift()?.();
      ranAt = performance.now();
    }
    isRunning = waiting.length > 0;
    if (isRunning) setImmediate(run);
  };
  return {
    bytes: 0,
    takeTurn: (goOn) => {
      waiting.push(goOn);
      if (isRunning) return;
      isRunning = true;
      ranAt = performance.now();
      setImmediate(run);
    },
    onConnection: () => {
      hasNewConnection = true;
    },
  };
}

/** The requests of a connection whose answers are not complete. */
export type Unanswered = {
  count: () => number;
  /** Calls `next` when there are at most `most`. There must be more now. */
  onceAtMost: (most: number, next: () => void) => void;
};

/**
 * Reads a connection in pieces, and stops while too many requests are unanswered. Node by itself
 * reads 64 KB at once, which may be 2,500 requests. The first request is read at once. Pipelined
 * ones wait for their turn, so that other clients do not wait for them. A head that has begun is
 * read to its end, because its time limit already runs. If all connections together hold too many
 * bytes, the connection that received the last of them is closed.
 */
export class PipelineReader {
  readonly #socket: Socket;
  readonly #limits: PipelineLimits;
  readonly #queue: ReadQueue;
  readonly #unanswered: Unanswered;
  /** Node's own listener, which parses the bytes. */
  readonly #parse: (this: Socket, piece: Buffer) => void;
  /** Bytes that are received but not read. */
  #rest = NOTHING;
  /** The last bytes of a head that is read in part. Empty between two heads. */
  #partialHead = NOTHING;
  /**
   * Who has paused the connection. "here": this reader, until its turn or for unanswered requests.
   * "node": Node, until the client reads its answers.
   */
  #waiting: "here" | "node" | undefined;
  #isQueued = false;
  #isEnded = false;

  constructor(socket: Socket, limits: PipelineLimits, queue: ReadQueue, unanswered: Unanswered) {
    this.#socket = socket;
    this.#limits = limits;
    this.#queue = queue;
    this.#unanswered = unanswered;
    const [listener] = socket.listeners("data");
    this.#parse = listener as (piece: Buffer) => void;
    socket.off("data", this.#parse);
    socket
      .on("data", this.#onData)
      .on("resume", this.#onResume)
      .once("close", () => this.end());
  }

  /** Whether no byte of a further request has been received. */
  isIdle(): boolean {
    return this.#partialHead.length === 0 && this.#rest.length === 0;
  }

  /** Stops reading for good. */
  end(): void {
    this.#isEnded = true;
    this.#socket.off("data", this.#onData).off("resume", this.#onResume);
    this.#waiting = "here";
    this.#keep(NOTHING);
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#rest.length > 0) this.#readPiece(Buffer.concat([this.#rest, chunk]), endOfFirstHead);
    else if (this.isIdle() && this.#unanswered.count() === 0 && isOneHead(chunk))
      this.#readAll(chunk);
    else this.#readPiece(chunk, endOfFirstHead);
  };

  readonly #onResume = (): void => {
    if (this.#socket.isPaused()) return; // it was paused again before this event
    if (this.#waiting === "node") {
      const isSentAhead = this.#partialHead.length === 0 && this.#rest.length > 0;
      this.#waiting = isSentAhead ? "here" : undefined;
      if (isSentAhead) this.#enqueue();
      else this.#readPiece(this.#rest, endOfLastHead);
    }
    if (this.#waiting === "here") this.#socket.pause(); // as Node resumes after each answer
  };

  readonly #enqueue = (): void => {
    if (this.#isQueued) return;
    this.#isQueued = true;
    this.#queue.takeTurn(this.#onTurn);
  };

  readonly #onTurn = (): void => {
    this.#isQueued = false;
    if (this.#waiting !== "here" || this.#isEnded) return;
    this.#waiting = undefined;
    this.#socket.resume(); // before reading, or #readAll would take this pause for one of Node
    this.#readPiece(this.#rest, endOfLastHead);
  };

  /** Reads one piece. If a head begins in it, reads that head to its end. */
  #readPiece(bytes: Buffer, endOf: EndOfHead): void {
    let left = bytes;
    let isPieceRead = false;
    while (left.length > 0 && this.#waiting === undefined && !this.#socket.destroyed) {
      const isFull = this.#unanswered.count() >= this.#limits.unanswered;
      if (this.#partialHead.length === 0 && (isFull || isPieceRead)) {
        this.#pause(isFull);
        break;
      }
      const most = left.subarray(0, PIECE_BYTES);
      const end = endOf(this.#partialHead, most);
      const piece = end > 0 ? most.subarray(0, end) : most;
      this.#partialHead =
        end > 0 ? NOTHING : Buffer.concat([this.#partialHead, piece]).subarray(-TAIL_BYTES);
      left = left.subarray(piece.length);
      isPieceRead = true;
      this.#readAll(piece);
    }
    if (left.length > 0 || this.#rest.length > 0) this.#keep(left);
  }

  /** Pauses until its turn. At the limit of unanswered requests, half must be answered first. */
  #pause(isFull: boolean): void {
    this.#waiting = "here";
    this.#socket.pause();
    const half = Math.floor(this.#limits.unanswered / 2);
    if (isFull) this.#unanswered.onceAtMost(half, this.#enqueue);
    else this.#enqueue();
  }

  /** Has Node parse the bytes, and notes whether Node has paused the connection. */
  #readAll(bytes: Buffer): void {
    this.#parse.call(this.#socket, bytes);
    if (this.#socket.isPaused()) this.#waiting = "node";
  }

  #keep(bytes: Buffer): void {
    this.#queue.bytes += bytes.length - this.#rest.length;
    this.#rest = bytes;
    if (this.#queue.bytes > this.#limits.queuedBytes) this.#socket.destroy();
  }
}

/** Whether a piece is one head and nothing else, as most clients send it. */
function isOneHead(piece: Buffer): boolean {
  return (
    piece.length <= PIECE_BYTES && piece.indexOf(END_OF_HEAD) === piece.length - END_OF_HEAD.length
  );
}

/**
 * The number of bytes of a piece up to the end of a head. 0 if no head ends in it. `before` are the
 * last bytes before the piece.
 */
type EndOfHead = (before: Buffer, piece: Buffer) => number;

const endOfFirstHead: EndOfHead = (before, piece) => {
  const ends = endsOfHeads(before, piece, (bytes, end) => bytes.indexOf(end));
  return ends.length === 0 ? 0 : Math.min(...ends);
};

const endOfLastHead: EndOfHead = (before, piece) =>
  Math.max(...endsOfHeads(before, piece, (bytes, end) => bytes.lastIndexOf(end)), 0);

/** The positions in a piece where heads end, one for each way to end a head. */
function endsOfHeads(
  before: Buffer,
  piece: Buffer,
  find: (bytes: Buffer, end: string) => number,
): number[] {
  const bytes = before.length === 0 ? piece : Buffer.concat([before, piece]);
  return ENDS_OF_HEAD.map((end) => ({ at: find(bytes, end), end }))
    .filter(({ at }) => at >= 0)
    .map(({ at, end }) => at + end.length - before.length);
}
