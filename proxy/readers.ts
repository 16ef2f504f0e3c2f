import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How slowly a client may read an answer that is ready. */
export type ReaderLimits = {
  /** The longest time without reading a byte, in milliseconds. */
  stalledMs: number;
  /** The period over which the rate is measured, in milliseconds. */
  slowMs: number;
  /** The least rate over such a period. */
  leastBytesPerSecond: number;
};

/** How far a client has read while an answer waits for it. Times in milliseconds. */
type Progress = { movedAt: number; taken: number; periodAt: number; takenAtPeriodStart: number };

/**
 * Creates the check of one client, which is called from time to time. It takes the time and the
 * number of bytes that the client has read so far, or undefined if no answer waits for it. It says
 * whether the client is too slow.
 */
export function createSlownessCheck({ leastBytesPerSecond, slowMs, stalledMs }: ReaderLimits) {
  let progress: Progress | undefined;
  return (now: number, taken: number | undefined): boolean => {
    if (taken === undefined || progress === undefined) {
      progress = taken === undefined ? undefined : beginAt(now, taken);
      return false;
    }
    if (taken > progress.taken) Object.assign(progress, { movedAt: now, taken });
    else if (now - progress.movedAt >= stalledMs) return true;
    const periodMs = now - progress.periodAt;
    if (periodMs < slowMs) return false;
    if ((taken - progress.takenAtPeriodStart) / (periodMs / 1_000) < leastBytesPerSecond)
      return true;
    Object.assign(progress, { periodAt: now, takenAtPeriodStart: taken });
    return false;
  };
}

function beginAt(now: number, taken: number): Progress {
  return { movedAt: now, taken, periodAt: now, takenAtPeriodStart: taken };
}

/**
 * Closes the connections of clients that read too slowly. Node by itself needs twice its time limit
 * or more for that, and never closes a connection on which a byte moves now and then.
 */
export function cutSlowReaders(server: Server, limits: ReaderLimits & { checkMs: number }): void {
  const checks = new Map<Socket, ReturnType<typeof createSlownessCheck>>();
  server.on("connection", (socket) => {
    checks.set(socket, createSlownessCheck(limits));
    socket.once("close", () => checks.delete(socket));
  });
  const check = () => {
    const now = performance.now();
    for (const [socket, isTooSlow] of checks)
      if (isTooSlow(now, socket.writableLength > 0 ? bytesTakenOf(socket) : undefined))
        socket.destroy();
  };
  const checking = setInterval(check, limits.checkMs).unref();
  server.once("close", () => clearInterval(checking));
}

/** What Node's handle of a socket knows. Node's own time limit reads it too. */
type Handle = { bytesWritten: number; writeQueueSize: number };

/**
 * How many bytes the system has taken to send. The public `bytesWritten` counts whole answers only,
 * so a client that is reading a long answer would seem to read nothing.
 */
function bytesTakenOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
