import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What all connections together have received but not parsed, and whose turn it is. */
export type ReadQueue = { bytes: number; takeTurn: (parse: () => void) => void };

/** Creates a queue that lets one connection parse one piece in each turn of the event loop. */
export function createReadQueue(): ReadQueue {
  const waiting: (() => void)[] = [];
  const run = () => {
    const parse = waiting.shift();
    if (waiting.length > 0) setImmediate(run);
    parse?.();
  };
  const takeTurn = (parse: () => void) => {
    if (waiting.push(parse) === 1) setImmediate(run);
  };
  return { bytes: 0, takeTurn };
}

export type PacingLimits = {
  /** The most unanswered requests of one connection, plus those of one more piece. */
  unanswered: number;
  /** The most bytes that are received but not parsed, of all connections together. */
  queuedBytes: number;
};

/**
 * Passes on what a connection receives in pieces of about twenty requests, and no further while too
 * many requests are unanswered. Node alone parses 64 KB at once, which may be 1,600 requests.
 * Node's streams pass on what arrives by `push`, and ask for more by `_read`, so these are
 * replaced.
 */
export class PacedReading {
  readonly #socket: Socket;
  readonly #responses: readonly ServerResponse[];
  readonly #queue: ReadQueue;
  readonly #limits: PacingLimits;
  readonly #push: Socket["push"];
  readonly #read: Socket["_read"];
  /** What was received but not passed on. */
  #rest: Buffer = Buffer.alloc(0);
  #hasEnded = false;
  #hasTurn = false;

  /** `responses` are those of the connection that have not ended, in order. */
  constructor(
    socket: Socket,
    responses: readonly ServerResponse[],
    queue: ReadQueue,
    limits: PacingLimits,
  ) {
    this.#socket = socket;
    this.#responses = responses;
    this.#queue = queue;
    this.#limits = limits;
    this.#push = socket.push.bind(socket);
    this.#read = socket._read.bind(socket);
    const listener = () => undefined;
    socket.on("data", listener).off("data", listener); // else Node's parser reads past the stream
    socket.push = (chunk: Buffer | null) => this.#receive(chunk);
    socket._read = (size) => (this.#rest.length > 0 ? this.#waitForTurn() : this.#read(size));
  }

  /** Passes nothing on any more. */
  stop(): void {
    this.#keep(Buffer.alloc(0));
    this.#socket.push = () => false;
    this.#socket._read = () => undefined;
  }

  /** Takes what arrives; null is the end. One whole piece is passed on at once. */
  #receive(chunk: Buffer | null): boolean {
    if (chunk === null) this.#hasEnded = true;
    const isPiece = chunk === null || (endOfPiece(chunk) === chunk.length && !this.#isFull());
    if (this.#rest.length === 0 && isPiece) return this.#push(chunk);
    if (chunk !== null)
      this.#keep(this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]));
    this.#waitForTurn();
    return false;
  }

  #isFull(): boolean {
    return this.#responses.length >= this.#limits.unanswered;
  }

  /** Keeps bytes for later. Closes the connection if all together keep too much. */
  #keep(bytes: Buffer): void {
    this.#queue.bytes += bytes.length - this.#rest.length;
    this.#rest = bytes;
    if (this.#queue.bytes > this.#limits.queuedBytes) this.#socket.destroy();
  }

  /** Waits for a turn. If too many requests are unanswered, half of them must be answered first. */
  #waitForTurn(): void {
    if (this.#hasTurn) return;
    this.#hasTurn = true;
    const takeTurn = () => this.#queue.takeTurn(() => this.#passOn());
    const before = this.#isFull() ? this.#responses.at(-this.#limits.unanswered / 2) : undefined;
    if (before === undefined) takeTurn();
    else before.once("close", takeTurn);
  }

  /** Passes the next piece on. */
  #passOn(): void {
    if (this.#socket.destroyed || this.#rest.length === 0) return;
    if (this.#socket.isPaused()) {
      // Node waits until the client reads its responses.
      this.#socket.once("resume", () => this.#queue.takeTurn(() => this.#passOn()));
      return;
    }
    this.#hasTurn = false;
    const piece = this.#rest.subarray(0, endOfPiece(this.#rest));
    this.#keep(this.#rest.subarray(piece.length));
    this.#push(piece);
    if (this.#rest.length === 0 && this.#hasEnded) this.#push(null);
  }
}

/** The most bytes of a piece with more than one head, so that it has about twenty at most. */
const PIECE_BYTES = 512;
const END_OF_HEAD = Buffer.from("\r\n\r\n");

/**
 * Where a piece ends. It is one or more whole heads, or else part of one head and nothing before
 * it: a head that has begun must not wait for responses, because its time limit already runs.
 */
function endOfPiece(bytes: Buffer): number {
  const first = bytes.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
  if (first < END_OF_HEAD.length) return bytes.length;
  if (first === bytes.length || first > PIECE_BYTES) return first;
  const piece = bytes.subarray(0, PIECE_BYTES);
  // Node's parser loses what is in one piece with an Upgrade that is ignored.
  if (/\nupgrade:/i.test(piece.toString("latin1"))) return first;
  return piece.lastIndexOf(END_OF_HEAD) + END_OF_HEAD.length;
}
