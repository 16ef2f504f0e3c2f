import type { PipelineLimits } from "./pipelining.ts";
import type { ReaderLimits } from "./readers.ts";

/** How long a connection may keep the service waiting, in milliseconds, and other limits. */
export type ConnectionLimits = PipelineLimits &
  ReaderLimits & {
    /** From the first byte of a request, or the start of the connection, to the last header. */
    headersMs: number;
    /** To the end of the whole request, including a body, which the service never reads. */
    requestMs: number;
    /**
     * The longest time without a byte in either direction while an answer is being made, and
     * without a byte read by the client when the answer is ready.
     */
    stalledMs: number;
    /**
     * The longest time between two requests. It exceeds the minute after which load balancers close
     * a connection, so that the balancer closes first.
     */
    idleMs: number;
    /**
     * How often the limits above are checked, except `idleMs`. A connection may end that much later
     * than its limit says.
     */
    checkMs: number;
    /** The most connections of one process. Further ones are closed at once. */
    most: number;
  };

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 20_000,
  stalledMs: 30_000,
  slowMs: 60_000,
  leastBytesPerSecond: 1_000,
  idleMs: 72_000,
  checkMs: 1_000,
  most: 10_000,
  unanswered: 32,
  queuedBytes: 32 * 1024 * 1024,
};
