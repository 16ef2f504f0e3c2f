import type { PipelineLimits } from "./pipelining.ts";
import type { ReaderLimits } from "./readers.ts";

/**
 * How long a connection may keep the service waiting, in milliseconds, and how many there may be.
 */
export type ConnectionLimits = PipelineLimits &
  ReaderLimits & {
    /**
     * From the first byte of a request, or the connection's own start, to the end of its headers.
     */
    headersMs: number;
    /** To the end of the whole request, a body that nobody asked for included. */
    requestMs: number;
    /**
     * Without a byte in either direction while an answer is being made; without a byte taken of one
     * that is ready.
     */
    stalledMs: number;
    /**
     * Between two requests; longer than the minute after which load balancers give up, so that they
     * are the ones to close.
     */
    idleMs: number;
    /**
     * How often all but the last are looked at; so much later than promised a connection may end.
     */
    checkMs: number;
    /** More connections than this, in one process, are closed as they come. */
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
