import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type Dispatcher, Pool } from "undici";

/** Connections to the origin at the same time. */
const MOST_CONNECTIONS = 8;

/** What compression may add to a body that does not compress, in bytes. */
const COMPRESSION_OVERHEAD = 1024;

/** How much is read of an answer that is of no use, so that its connection can be used again, in bytes. */
const MOST_READ_IN_VAIN = 4096;

/** The body of an answer that has none. */
const NOTHING = Buffer.alloc(0);

/** An answer of the origin, its body whole and without content coding. */
export type OriginAnswer = { status: number; etag: string | undefined; body: Buffer };

/** What the origin gave, or did not give. `isAboutPath`: it seems well otherwise, and another path may get a good answer. */
export class OriginError extends Error {
  readonly isAboutPath: boolean;
  constructor(message: string, { isAboutPath }: { isAboutPath: boolean }) {
    super(message);
    this.isAboutPath = isAboutPath;
  }
}

/** A CDN, a bucket or another host that holds a site. */
export type Origin = {
  /** Its address without the password, for people. */
  name: string;
  /** GETs a path (decoded, below the origin's address). Throws `OriginError` for any status but those of `takes`. */
  get: (
    path: string,
    bounds: { maxBytes: number; takes: readonly number[]; ifNoneMatch?: string | undefined },
  ) => Promise<OriginAnswer>;
  close: () => Promise<void>;
};

/**
 * Speaks to the origin at an http(s) address; a user and password in it are sent as Basic credentials (RFC 7617), and nothing
 * of any client is. `timeoutMs` bounds an exchange from its start to the last byte of the body, so that a trickle ends too.
 */
export function createOrigin(address: string, { timeoutMs }: { timeoutMs: number }): Origin {
  const url = new URL(address);
  const prefix = url.pathname.replace(/\/+$/, "");
  const name = url.origin + prefix;
  const pool = new Pool(url.origin, {
    connections: MOST_CONNECTIONS,
    connect: { timeout: timeoutMs },
  });
  const headers = {
    ...credentialsOf(url),
    "accept-encoding": "identity",
    "user-agent": "gamedata-reference",
  };

  return {
    name,
    close: () => pool.destroy(),
    get: async (path, { maxBytes, takes, ifNoneMatch }) => {
      const encoded = path.split("/").map(encodeURIComponent).join("/");
      const asked = name + encoded;
      const request = {
        method: "GET" as const,
        path: prefix + encoded,
        headers: ifNoneMatch === undefined ? headers : { ...headers, "if-none-match": ifNoneMatch },
      };
      const mostBytes = (status: number, coding: string) => {
        if (!takes.includes(status) || !DECODERS.has(coding)) return MOST_READ_IN_VAIN;
        return coding === "identity" ? maxBytes : maxBytes + COMPRESSION_OVERHEAD;
      };
      try {
        const { status, etag, coding, body } = await exchange(pool, request, mostBytes, timeoutMs);
        if (!takes.includes(status)) throw wrongStatus(asked, status);
        if (status === 304) return { status, etag, body: NOTHING }; // whatever coding it names
        return { status, etag, body: decodedBody(body, coding, maxBytes, asked) };
      } catch (error) {
        if (error instanceof OriginError || !(error instanceof Error)) throw error;
        throw new OriginError(`${asked} cannot be read: ${reasonOf(error)}`, {
          isAboutPath: false,
        });
      }
    },
  };
}

/** An answer as it came; `body` is undefined where it was longer than what was to be read of it. */
type Answered = {
  status: number;
  etag: string | undefined;
  coding: string;
  body: Buffer | undefined;
};

/**
 * Asks, and reads the answer whole. It speaks to undici's `dispatch` itself: a stream and an abort signal for each answer
 * would take a third of the time.
 */
function exchange(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  mostBytes: (status: number, coding: string) => number,
  timeoutMs: number,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let abort = (_: Error) => {};
    let answered: Omit<Answered, "body"> = { status: 0, etag: undefined, coding: "identity" };
    let bytesLeft = 0;
    const chunks: Buffer[] = [];

    let failure: Error | undefined;
    const timer = setTimeout(
      () => fail(new Error(`it took longer than ${timeoutMs} ms`)),
      timeoutMs,
    );
    const fail = (error: Error) => {
      clearTimeout(timer);
      failure = error;
      reject(error);
      abort(error);
    };
    const finish = (body: Buffer | undefined) => {
      clearTimeout(timer);
      resolve({ ...answered, body });
    };
    pool.dispatch(request, {
      onRequestStart: (controller) => {
        abort = (error) => controller.abort(error);
        if (failure !== undefined) abort(failure); // while it waited for a connection
      },
      onResponseStart: (_, status, headers) => {
        const { etag, "content-encoding": coding = "identity" } = headers;
        answered = {
          status,
          etag: typeof etag === "string" ? etag : undefined,
          coding: String(coding),
        };
        bytesLeft = mostBytes(status, answered.coding);
      },
      onResponseData: (_, chunk) => {
        chunks.push(chunk);
        bytesLeft -= chunk.length;
        if (bytesLeft >= 0) return;
        finish(undefined);
        abort(new Error("the answer is too long"));
      },
      onResponseEnd: () => finish(Buffer.concat(chunks)),
      onResponseError: (_, error) => fail(error),
    });
  });
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

/** Redirects are not followed: the site may not be elsewhere than its operator says. */
function wrongStatus(asked: string, status: number): OriginError {
  return new OriginError(`${asked} answered with status ${status}`, {
    isAboutPath: status < 500 && status !== 429,
  });
}

/** The body without its coding. */
function decodedBody(
  body: Buffer | undefined,
  coding: string,
  maxBytes: number,
  asked: string,
): Buffer {
  const decode = DECODERS.get(coding);
  if (decode === undefined) {
    throw new OriginError(`${asked} answered in the content coding ${coding}`, {
      isAboutPath: true,
    });
  }
  if (body === undefined) {
    throw new OriginError(`${asked} is longer than the ${maxBytes} bytes expected`, {
      isAboutPath: true,
    });
  }
  try {
    return decode(body, maxBytes);
  } catch {
    throw new OriginError(`${asked} does not decompress to the ${maxBytes} bytes expected`, {
      isAboutPath: true,
    });
  }
}

/** Of origins that compress although they are asked not to. */
const DECODERS = new Map<string, (body: Buffer, maxBytes: number) => Buffer>([
  ["identity", (body) => body],
  ["gzip", (body, maxBytes) => gunzipSync(body, { maxOutputLength: Math.max(maxBytes, 1) })],
  [
    "br",
    (body, maxBytes) => brotliDecompressSync(body, { maxOutputLength: Math.max(maxBytes, 1) }),
  ],
]);

/** Node gathers the failures of several addresses in one error without a message. */
function reasonOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : error.message;
}
