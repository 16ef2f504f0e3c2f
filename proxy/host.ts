/** A request to another server. Times in milliseconds. */
export type OutboundRequest = {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  /** The longest time from the request to the last byte of the answer. */
  timeoutMs: number;
  maxBytes: number;
};

/**
 * Sends one request to another server, and reads the whole answer. Does not follow redirects.
 * Throws what the runtime throws.
 */
export type FetchOnce = (
  url: string,
  request: OutboundRequest,
) => Promise<{ status: number; body: Buffer }>;

/**
 * What differs between the two runtimes: `node-host.ts` is for Node, `edge/worker-host.ts` for
 * workers. Modules import it as `#host`.
 */
export type Host = {
  /** Creates a client. It has at most `connections`, each made within `connectMs` milliseconds. */
  createClient: (limits: { connections: number; connectMs: number }) => {
    fetchOnce: FetchOnce;
    close: () => void;
  };
  /** Repeats `work` until the returned function is called. */
  every: (milliseconds: number, work: () => void) => () => void;
  /** Does `work` once, unless the returned function is called before. */
  later: (milliseconds: number, work: () => void) => () => void;
  /** Whether a text is an IPv4 address in four decimal numbers. */
  isIPv4: (text: string) => boolean;
  /** Keeps work alive that no answer waits for. */
  waitUntil: (work: Promise<unknown>) => void;
  /**
   * Whether a request may await a promise that another request settles. Under workerd it must not:
   * the runtime ends a request that waits for the I/O of another one.
   */
  sharesPromises: boolean;
};
