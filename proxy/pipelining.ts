import type { Socket } from "node:net";

/** What connections may have under way that ask on without waiting for answers (pipelining). */
export type PipelineLimits = {
  /** Requests of one connection that are not answered yet, beside those of one more piece. */
  unanswered: number;
  /** Bytes that have been received and not been read yet, of all connections together. */
  heldBytes: number;
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

/** What the connections of a server have in common. */
export type Held = {
  /** Bytes that have been received and not been read yet, of all of them. */
  bytes: number;
  /** Has a connection go on after those that asked before. */
  takeTurn: (goOn: () => void) => void;
  /** A connection has come; more may wait behind it, and only one comes at a time. */
  hasCome: () => void;
};

/** For the connections of one server. */
export function createHeld(): Held {
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
    hasCome: () => {
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

/** How a connection is read. */
export type Feed = {
  /** Whether nothing of a further request has come. */
  isIdle: () => boolean;
  /** Reads nothing more. */
  end: () => void;
};

/**
 * Has a connection read in pieces, and not read on while too much is unanswered: Node by itself
 * reads 64 KB at once, which may be two and a half thousand requests. The first request is read as
 * it comes; those that were sent ahead wait for their turn, so that nobody else waits for them. A
 * head that has begun is read to its end, as its time runs from its first byte, and it is not the
 * client that makes it wait. Where all connections together hold too many bytes, the one that
 * brought the last of them is cut.
 */
export function feedInPieces(
  socket: Socket,
  limits: PipelineLimits,
  held: Held,
  unanswered: Unanswered,
): Feed {
  const [listener] = socket.listeners("data");
  const read = listener as (this: Socket, piece: Buffer) => void;
  let rest = NOTHING;
  /** The last bytes of a head that has been read in part; none between two heads. */
  let begun = NOTHING;
  /**
   * Who waits: this, for its turn or as too much is unanswered, or Node, as answers are not taken.
   */
  let waiting: "here" | "node" | undefined;
  let isGoingOn = false;
  let isEnded = false;

  const keep = (bytes: Buffer) => {
    held.bytes += bytes.length - rest.length;
    rest = bytes;
    if (held.bytes > limits.heldBytes) socket.destroy();
  };

  /** Reads one piece, and what a head that it begins has beyond it. */
  const feed = (bytes: Buffer, endOf: EndOfHead) => {
    let left = bytes;
    let isPieceRead = false;
    while (left.length > 0 && waiting === undefined && !socket.destroyed) {
      const isFull = unanswered.count() >= limits.unanswered;
      if (begun.length === 0 && (isFull || isPieceRead)) {
        waiting = "here";
        socket.pause();
        if (isFull) unanswered.onceAtMost(Math.floor(limits.unanswered / 2), takeTurn);
        else takeTurn();
        break;
      }
      const most = left.subarray(0, PIECE_BYTES);
      const end = endOf(begun, most);
      const piece = end > 0 ? most.subarray(0, end) : most;
      begun = end > 0 ? NOTHING : Buffer.concat([begun, piece]).subarray(-TAIL_BYTES);
      left = left.subarray(piece.length);
      isPieceRead = true;
      read.call(socket, piece);
      if (socket.isPaused()) waiting = "node";
    }
    if (left.length > 0 || rest.length > 0) keep(left);
  };

  /** What most clients send: one request, when the one before has been answered. */
  const readWhole = (head: Buffer) => {
    read.call(socket, head);
    if (socket.isPaused()) waiting = "node";
  };

  const takeTurn = () => {
    if (isGoingOn) return;
    isGoingOn = true;
    held.takeTurn(goOn);
  };

  const goOn = () => {
    isGoingOn = false;
    if (waiting !== "here" || isEnded) return;
    waiting = undefined;
    socket.resume(); // before, or a socket that is paused would seem to wait for its reader
    feed(rest, endOfLastHead);
  };

  const onData = (chunk: Buffer) => {
    if (rest.length > 0) feed(Buffer.concat([rest, chunk]), endOfFirstHead);
    else if (begun.length > 0 || unanswered.count() > 0 || !isOneHead(chunk))
      feed(chunk, endOfFirstHead);
    else readWhole(chunk);
  };

  const onResume = () => {
    if (socket.isPaused()) return; // it was paused again before this was told
    if (waiting === "node") {
      waiting = undefined;
      if (begun.length > 0 || rest.length === 0) return feed(rest, endOfLastHead);
      waiting = "here";
      takeTurn();
    }
    if (waiting === "here") socket.pause(); // Node resumes after each answer
  };

  const end = () => {
    isEnded = true;
    socket.off("data", onData).off("resume", onResume);
    waiting = "here";
    keep(NOTHING);
  };

  socket.off("data", read);
  socket.on("data", onData).on("resume", onResume).once("close", end);
  return { isIdle: () => begun.length === 0 && rest.length === 0, end };
}

/** Whether a piece is one head and nothing else; one that ends in another way is read the long way. */
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
