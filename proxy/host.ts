/** A request to another server. Times in milliseconds. */
export type Question = {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  /** The longest time from the request to the last byte of the answer. */
  timeoutMs: number;
  maxBytes: number;
};

/**
 * Asks another server once, and reads the whole answer. It does not follow redirects. Throws what
 * the runtime throws.
 */
export type Ask = (url: string, question: Question) => Promise<{ status: number; body: Buffer }>;

/**
 * What differs between the two runtimes: `node-host.ts` is for Node, `edge/worker-host.ts` for
 * workers. Modules import it as `#host`.
 */
export type Host = {
  /** Creates a client. It has at most `connections`, each made within `connectMs` milliseconds. */
  createAsker: (limits: { connections: number; connectMs: number }) => {
    ask: Ask;
    close: () => void;
  };
  /** Repeats `work` until the returned function is called. */
  every: (milliseconds: number, work: () => void) => () => void;
  /** Does `work` once, unless the returned function is called before. */
  later: (milliseconds: number, work: () => void) => () => void;
  /** Whether a text is an IPv4 address in four decimal numbers. */
  isIPv4: (text: string) => boolean;
  /** Keeps work alive that no answer waits for. */
  goOn: (work: Promise<unknown>) => void;
};
