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

/** Bytes that have been received and not been read yet, of all connections of a server. */
export type Held = { bytes: number };

/** How a connection is read. */
export type Feed = {
  /** To be told that there is less unanswered than before. */
  onAnswered: () => void;
  /** Reads nothing more. */
  end: () => void;
};

/**
 * Has a connection read in pieces, and not read on while too much is unanswered: Node by itself
 * reads 64 KB at once, which may be two and a half thousand requests. Where all connections
 * together hold too many bytes, the one that brought the last of them is cut.
 */
export function feedInPieces(
  socket: Socket,
  limits: PipelineLimits,
  held: Held,
  unanswered: () => number,
): Feed {
  const [listener] = socket.listeners("data");
  const read = listener as (this: Socket, piece: Buffer) => void;
  let rest: Buffer = Buffer.alloc(0);
  /** Who waits: this, as too much is unanswered, or Node, as answers are not taken. */
  let waiting: "here" | "node" | undefined;
  let isGoingOn = false;

  const keep = (bytes: Buffer) => {
    held.bytes += bytes.length - rest.length;
    rest = bytes;
    if (held.bytes > limits.heldBytes) socket.destroy();
  };

  const feed = (bytes: Buffer) => {
    let left = bytes;
    while (left.length > 0 && waiting === undefined && !socket.destroyed) {
      if (unanswered() >= limits.unanswered) {
        waiting = "here";
        socket.pause();
        break;
      }
      const piece = left.subarray(0, PIECE_BYTES);
      left = left.subarray(PIECE_BYTES);
      read.call(socket, piece);
      if (socket.isPaused()) waiting = "node";
    }
    if (left.length > 0 || rest.length > 0) keep(left);
  };

  const goOn = () => {
    isGoingOn = false;
    if (waiting !== "here") return;
    waiting = undefined;
    feed(rest);
    if (waiting === undefined) socket.resume();
  };

  const onData = (chunk: Buffer) => feed(rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk);

  const onResume = () => {
    if (socket.isPaused()) return; // it was paused again before this was told
    if (waiting === "here") socket.pause(); // Node resumes after each answer
    if (waiting !== "node") return;
    waiting = undefined;
    feed(rest);
  };

  const end = () => {
    socket.off("data", onData).off("resume", onResume);
    waiting = "here";
    keep(Buffer.alloc(0));
  };

  socket.off("data", read);
  socket.on("data", onData).on("resume", onResume).once("close", end);
  return {
    onAnswered: () => {
      if (waiting !== "here" || isGoingOn || unanswered() > limits.unanswered / 2) return;
      isGoingOn = true;
      setImmediate(goOn); // so that other connections have their turn
    },
    end,
  };
}
