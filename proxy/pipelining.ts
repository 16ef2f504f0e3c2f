import type { Socket } from "node:net";

/** What connections may have under way that ask on without waiting for answers (pipelining). */
export type PipelineLimits = {
  /** Requests of one connection that are not answered yet, beside those of one more piece. */
  unanswered: number;
  /** Bytes that have been received and not been read yet, of all connections together. */
  queuedBytes: number;
};

/** So much is read at a time; it holds about twenty requests at the most. */
const PIECE_BYTES = 512;

/** The end of a head, also as some write it, without the carriage returns. */
const ENDS_OF_HEAD = ["\n\r\n", "\n\n"];

/** As clients write it. */
const END_OF_HEAD = Buffer.from("\r\n\r\n");

/** So many bytes may belong to the end of a head that is in two pieces. */
const TAIL_BYTES = 2;

const NOTHING: Buffer = Buffer.alloc(0);

/** After so many milliseconds of requests that were sent ahead, everybody else has a turn. */
const SLICE_MS = 5;

/** So many milliseconds, requests that were sent ahead wait for connections that come. */
const MOST_DELAY_MS = 500;

/** What the connections of a server have received, and who of them reads on next. */
export type ReadQueue = {
  /** Bytes that have been received and not been read yet, of all of them. */
  bytes: number;
  /** Has a connection go on after those that asked before. */
  takeTurn: (goOn: () => void) => void;
  /** A connection has come; more may wait behind it, and only one comes at a time. */
  onConnection: () => void;
};

/** For the connections of one server. */
export function createReadQueue(): ReadQueue {
  const waiting: (() => void)[] = [];
  let isRunning = false;
  let isAnybodyNew = false;
  let ranAt = 0;
  const run = () => {
    const now = performance.now();
    const isToWait = isAnybodyNew && now - ranAt < MOST_DELAY_MS;
    isAnybodyNew = false;
    if (!isToWait) {
      while (waiting.length > 0 && performance.now() < now + SLICE_MS) waiting.shift()?.();
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
      isAnybodyNew = true;
    },
  };
}

/** The requests of a connection that have no whole answer yet. */
export type Unanswered = {
  count: () => number;
  /** Calls back once there are no more than so many; there are more now. */
  onceAtMost: (most: number, next: () => void) => void;
};

/**
 * Has a connection read in pieces, and not read on while too much is unanswered: Node by itself
 * reads 64 KB at once, which may be two and a half thousand requests. The first request is read as
 * it comes; those that were sent ahead wait for their turn, so that nobody else waits for them. A
 * head that has begun is read to its end, as its time runs from its first byte, and it is not the
 * client that makes it wait. Where all connections together hold too many bytes, the one that
 * brought the last of them is cut.
 */
export class Feed {
  readonly #socket: Socket;
  readonly #limits: PipelineLimits;
  readonly #queue: ReadQueue;
  readonly #unanswered: Unanswered;
  /** Node's own listener, which parses what it is given. */
  readonly #parse: (this: Socket, piece: Buffer) => void;
  /** What has been received and not been read yet. */
  #rest = NOTHING;
  /** The last bytes of a head that has been read in part; none between two heads. */
  #begun = NOTHING;
  /**
   * Who waits: this, for its turn or as too much is unanswered, or Node, as answers are not taken.
   */
  #waiting: "here" | "node" | undefined;
  #isInLine = false;
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

  /** Whether nothing of a further request has come. */
  isIdle(): boolean {
    return this.#begun.length === 0 && this.#rest.length === 0;
  }

  /** Reads nothing more. */
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
    if (this.#socket.isPaused()) return; // it was paused again before this was told
    if (this.#waiting === "node") {
      const isSentAhead = this.#begun.length === 0 && this.#rest.length > 0;
      this.#waiting = isSentAhead ? "here" : undefined;
      if (isSentAhead) this.#waitForTurn();
      else this.#readPiece(this.#rest, endOfLastHead);
    }
    if (this.#waiting === "here") this.#socket.pause(); // Node resumes after each answer
  };

  readonly #waitForTurn = (): void => {
    if (this.#isInLine) return;
    this.#isInLine = true;
    this.#queue.takeTurn(this.#onTurn);
  };

  readonly #onTurn = (): void => {
    this.#isInLine = false;
    if (this.#waiting !== "here" || this.#isEnded) return;
    this.#waiting = undefined;
    this.#socket.resume(); // before, or a socket that is paused would seem to wait for its reader
    this.#readPiece(this.#rest, endOfLastHead);
  };

  /** Reads one piece, and what a head that it begins has beyond it. */
  #readPiece(bytes: Buffer, endOf: EndOfHead): void {
    let left = bytes;
    let isPieceRead = false;
    while (left.length > 0 && this.#waiting === undefined && !this.#socket.destroyed) {
      const isFull = this.#unanswered.count() >= this.#limits.unanswered;
      if (this.#begun.length === 0 && (isFull || isPieceRead)) {
        this.#pause(isFull);
        break;
      }
      const most = left.subarray(0, PIECE_BYTES);
      const end = endOf(this.#begun, most);
      const piece = end > 0 ? most.subarray(0, end) : most;
      this.#begun = end > 0 ? NOTHING : Buffer.concat([this.#begun, piece]).subarray(-TAIL_BYTES);
      left = left.subarray(piece.length);
      isPieceRead = true;
      this.#readAll(piece);
    }
    if (left.length > 0 || this.#rest.length > 0) this.#keep(left);
  }

  /** Reads on in its turn; while too much is unanswered, not before half of that has its answer. */
  #pause(isFull: boolean): void {
    this.#waiting = "here";
    this.#socket.pause();
    const half = Math.floor(this.#limits.unanswered / 2);
    if (isFull) this.#unanswered.onceAtMost(half, this.#waitForTurn);
    else this.#waitForTurn();
  }

  /** By itself this is for what most clients send: one request, when the one before is answered. */
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

/** Whether a piece is one head and nothing else, as most write it. */
function isOneHead(piece: Buffer): boolean {
  return (
    piece.length <= PIECE_BYTES && piece.indexOf(END_OF_HEAD) === piece.length - END_OF_HEAD.length
  );
}

/**
 * How many bytes of a piece lead to the end of a head; 0 where none ends in it. `before` are the
 * last bytes before it.
 */
type EndOfHead = (before: Buffer, piece: Buffer) => number;

const endOfFirstHead: EndOfHead = (before, piece) => {
  const ends = endsOfHeads(before, piece, (bytes, end) => bytes.indexOf(end));
  return ends.length === 0 ? 0 : Math.min(...ends);
};

const endOfLastHead: EndOfHead = (before, piece) =>
  Math.max(...endsOfHeads(before, piece, (bytes, end) => bytes.lastIndexOf(end)), 0);

/** Where heads end in a piece, by each way to end one. */
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
