import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How long a reader may let an answer wait that is ready. */
export type ReaderLimits = {
  /** Without taking a byte, in milliseconds. */
  stalledMs: number;
  /** Over so many milliseconds a reader takes at least so many bytes a second. */
  slowMs: number;
  leastBytesPerSecond: number;
};

/** What is noted of a reader for whom something waits; all times in milliseconds. */
type Note = { movedAt: number; taken: number; periodAt: number; takenBefore: number };

/**
 * Judges one reader by what is seen of it from time to time: when that is, and how many bytes of
 * the connection it has taken so far, or undefined where nothing waits for it. Says whether it is
 * to be cut off.
 */
export function createJudge({ leastBytesPerSecond, slowMs, stalledMs }: ReaderLimits) {
  let note: Note | undefined;
  return (now: number, taken: number | undefined): boolean => {
    if (taken === undefined || note === undefined) {
      note = taken === undefined ? undefined : beginAt(now, taken);
      return false;
    }
    if (taken > note.taken) Object.assign(note, { movedAt: now, taken });
    else if (now - note.movedAt >= stalledMs) return true;
    const periodMs = now - note.periodAt;
    if (periodMs < slowMs) return false;
    if ((taken - note.takenBefore) / (periodMs / 1_000) < leastBytesPerSecond) return true;
    Object.assign(note, { periodAt: now, takenBefore: taken });
    return false;
  };
}

function beginAt(now: number, taken: number): Note {
  return { movedAt: now, taken, periodAt: now, takenBefore: taken };
}

/**
 * Cuts off readers that let answers wait. Node by itself does so after twice its time or more, and
 * never where a byte moves now and then.
 */
export function cutSlowReaders(server: Server, limits: ReaderLimits & { checkMs: number }): void {
  const judges = new Map<Socket, ReturnType<typeof createJudge>>();
  server.on("connection", (socket) => {
    judges.set(socket, createJudge(limits));
    socket.once("close", () => judges.delete(socket));
  });
  const check = () => {
    const now = performance.now();
    for (const [socket, isToBeCut] of judges)
      if (isToBeCut(now, socket.writableLength > 0 ? takenOf(socket) : undefined)) socket.destroy();
  };
  const checking = setInterval(check, limits.checkMs).unref();
  server.once("close", () => clearInterval(checking));
}

/** What the system knows of a connection; Node's own time limit reads the same. */
type Handle = { bytesWritten: number; writeQueueSize: number };

/**
 * How many bytes the system has taken to send. What Node tells to everybody counts whole answers
 * only, so a long one that is being read would look like one that is not.
 */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
