import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type Dispatcher, Pool } from "undici";

/** Connections to the origin at the same time. */
const MOST_CONNECTIONS = 8;

/** What compression may add to a body that does not compress, in bytes. */
const COMPRESSION_OVERHEAD = 1024;

/** How much is read of an answer that is of no use, so that its connection can be used again, in bytes. */
const MOST_READ_IN_VAIN = 4096;

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
  const pool = new Pool(url.origin, { connections: MOST_CONNECTIONS, connect: { timeout: timeoutMs } });
  const headers = { ...credentialsOf(url), "accept-encoding": "identity", "user-agent": "gamedata-reference" };

  return {
    name,
    close: () => pool.destroy(),
    get: async (path, { maxBytes, takes, ifNoneMatch }) => {
      const encoded = path.split("/").map(encodeURIComponent).join("/");
      const asked = name + encoded;
      try {
        const answer = await pool.request({
          method: "GET",
          path: prefix + encoded,
          headers: ifNoneMatch === undefined ? headers : { ...headers, "if-none-match": ifNoneMatch },
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!takes.includes(answer.statusCode)) {
          await answer.body.dump({ limit: MOST_READ_IN_VAIN });
          throw wrongStatus(asked, answer.statusCode);
        }
        const body = answer.statusCode === 304 ? await none(answer) : await readBody(answer, maxBytes, asked);
        const { etag } = answer.headers;
        return { status: answer.statusCode, etag: typeof etag === "string" ? etag : undefined, body };
      } catch (error) {
        if (error instanceof OriginError || !(error instanceof Error)) throw error;
        const reason = error.name === "TimeoutError" ? `it took longer than ${timeoutMs} ms` : reasonOf(error);
        throw new OriginError(`${asked} cannot be read: ${reason}`, { isAboutPath: false });
      }
    },
  };
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

/** Redirects are not followed: the site may not be elsewhere than its operator says. */
function wrongStatus(asked: string, status: number): OriginError {
  return new OriginError(`${asked} answered with status ${status}`, { isAboutPath: status < 500 && status !== 429 });
}

async function none({ body }: Dispatcher.ResponseData): Promise<Buffer> {
  await body.dump();
  return Buffer.alloc(0);
}

async function readBody({ headers, body }: Dispatcher.ResponseData, maxBytes: number, asked: string): Promise<Buffer> {
  const coding = headers["content-encoding"] ?? "identity";
  const decode = DECODERS.get(String(coding));
  if (decode === undefined) {
    await body.dump({ limit: MOST_READ_IN_VAIN });
    throw new OriginError(`${asked} answered in the content coding ${coding}`, { isAboutPath: true });
  }
  const mostBytes = coding === "identity" ? maxBytes : maxBytes + COMPRESSION_OVERHEAD;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > mostBytes)
      throw new OriginError(`${asked} is longer than the ${maxBytes} bytes expected`, { isAboutPath: true });
    chunks.push(chunk);
  }
  try {
    return decode(Buffer.concat(chunks), maxBytes);
  } catch {
    throw new OriginError(`${asked} does not decompress to the ${maxBytes} bytes expected`, { isAboutPath: true });
  }
}

/** Of origins that compress although they are asked not to. */
const DECODERS = new Map<string, (body: Buffer, maxBytes: number) => Buffer>([
  ["identity", (body) => body],
  ["gzip", (body, maxBytes) => gunzipSync(body, { maxOutputLength: Math.max(maxBytes, 1) })],
  ["br", (body, maxBytes) => brotliDecompressSync(body, { maxOutputLength: Math.max(maxBytes, 1) })],
]);

/** Node gathers the failures of several addresses in one error without a message. */
function reasonOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : error.message;
}
