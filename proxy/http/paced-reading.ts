import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What all connections together have received but not parsed, and whose turn it is. */
type ReadQueue = ReturnType<typeof createReadQueue>;

/** Creates a queue that lets one connection parse one piece in each turn of the event loop. */
export function createReadQueue() {
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
 * replaced. `responses` are those of the connection that have not ended, in order. The returned
 * function passes nothing on any more.
 */
export function paceReading(
  socket: Socket,
  responses: readonly ServerResponse[],
  queue: ReadQueue,
  { unanswered, queuedBytes }: PacingLimits,
): () => void {
  const push = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  /** What was received but not passed on. */
  let rest: Buffer = Buffer.alloc(0);
  let hasEnded = false;
  let hasTurn = false;
  const isFull = () => responses.length >= unanswered;

  /** Keeps bytes for later. Closes the connection if all together keep too much. */
  const keep = (bytes: Buffer) => {
    queue.bytes += bytes.length - rest.length;
    rest = bytes;
    if (queue.bytes > queuedBytes) socket.destroy();
  };

  /** Waits for a turn. If too many requests are unanswered, half of them must be answered first. */
  const waitForTurn = () => {
    if (hasTurn) return;
    hasTurn = true;
    const before = isFull() ? responses.at(-unanswered / 2) : undefined;
    if (before === undefined) queue.takeTurn(passOn);
    else before.once("close", () => queue.takeTurn(passOn));
  };

  /** Passes the next piece on. */
  const passOn = () => {
    if (socket.destroyed || rest.length === 0) return;
    // Node waits until the client reads its responses.
    if (socket.isPaused()) return void socket.once("resume", () => queue.takeTurn(passOn));
    hasTurn = false;
    const piece = rest.subarray(0, endOfPiece(rest));
    keep(rest.subarray(piece.length));
    push(piece);
    if (rest.length === 0 && hasEnded) push(null);
  };

  const listener = () => undefined;
  socket.on("data", listener).off("data", listener); // else Node's parser reads past the stream
  /** Takes what arrives; null is the end. One whole piece is passed on at once. */
  socket.push = (chunk: Buffer | null) => {
    if (chunk === null) hasEnded = true;
    const isPiece = chunk === null || (endOfPiece(chunk) === chunk.length && !isFull());
    if (rest.length === 0 && isPiece) return push(chunk);
    if (chunk !== null) keep(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]));
    waitForTurn();
    return false;
  };
  socket._read = (size) => (rest.length > 0 ? waitForTurn() : read(size));

  return () => {
    keep(Buffer.alloc(0));
    socket.push = () => false;
    socket._read = () => undefined;
  };
}

/** The most bytes of a piece with more than one head, so that it has about twenty at most. */
const PIECE_BYTES = 512;
const END_OF_HEAD = Buffer.from("\r\n\r\n");

/**
 * Where a piece ends. It is one or more whole heads, or else part of one head and nothing before
 * it: a head that has begun must not wait for responses, because its time limit already runs.
 */
function endOfPiece(bytes: Buffer) {
  const first = bytes.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
  if (first < END_OF_HEAD.length) return bytes.length;
  if (first === bytes.length || first > PIECE_BYTES) return first;
  const piece = bytes.subarray(0, PIECE_BYTES);
  // Node's parser loses what is in one piece with an Upgrade that is ignored.
  if (/\nupgrade:/i.test(piece.toString("latin1"))) return first;
  return piece.lastIndexOf(END_OF_HEAD) + END_OF_HEAD.length;
}
