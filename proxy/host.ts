/** A question to another server; times in milliseconds. */
export type Question = {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  /** From the question to the last byte of the answer. */
  timeoutMs: number;
  maxBytes: number;
};

/**
 * Asks another server once, and reads the whole answer; redirects are not followed. Throws what the
 * runtime throws.
 */
export type Ask = (url: string, question: Question) => Promise<{ status: number; body: Buffer }>;

/**
 * What the service wants of the runtime that it stands on, beside what both have: `node-host.ts`
 * for Node, `edge/worker-host.ts` for workers. Modules import it as `#host`.
 */
export type Host = {
  /** Asks over at most so many connections, each made within the time. */
  createAsker: (limits: { connections: number; connectMs: number }) => {
    ask: Ask;
    close: () => void;
  };
  /** Does something again and again, until the returned function is called. */
  every: (milliseconds: number, work: () => void) => () => void;
  /** Does something once, unless the returned function is called before. */
  later: (milliseconds: number, work: () => void) => () => void;
  /** Whether a text is an IPv4 address, written in four decimal numbers. */
  isIPv4: (text: string) => boolean;
  /** Lets work go on that no answer waits for. */
  goOn: (work: Promise<unknown>) => void;
};
