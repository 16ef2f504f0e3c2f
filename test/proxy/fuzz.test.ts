import { connect } from "node:net";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createApiKey } from "../../build/core/keys/api-key.ts";
import { ProblemSchema } from "../../build/core/schema/answer-shapes.ts";
import { corpusOf, seconds, seed } from "../fuzz/corpus.ts";
import { realProxy } from "../helpers/built-site.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { addKey, authorizationServer } from "./auth/credentials.ts";

const runs =
  seconds > 0 ? { numRuns: 1e9, interruptAfterTimeLimit: seconds * 1000 } : { numRuns: 500 };

/** Everything that the service ever answers with. */
const STATUSES = [200, 204, 304, 400, 401, 403, 404, 405, 408, 412, 429, 431, 500];

const SECRET_KEY = createApiKey("gdr_");
const SECRET_TOKEN = `eyJhbGciOiJFUzI1NiJ9.${"c2VjcmV0".repeat(6)}.${"c2lnbmF0dXJl".repeat(4)}`;

const methods = fc.constantFrom(
  "GET",
  "GET",
  "GET",
  "HEAD",
  "OPTIONS",
  "POST",
  "PUT",
  "TRACE",
  "CONNECT",
  "get",
  "X-Y",
);

const segment = fc.oneof(
  fc.constantFrom(
    "v1",
    "overwatch",
    "heroes",
    "maps",
    "patches",
    "ana",
    "abilities",
    "games",
    "openapi.json",
    "health",
  ),
  fc.constantFrom(
    "",
    ".",
    "..",
    "%2e%2e",
    "%2f",
    "%00",
    "%",
    "%zz",
    "%C3%BA",
    "L%C3%BAcio",
    "%ED%A0%80",
    "__proto__",
    ";x=1",
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }).map(encodeURIComponent),
  fc.constantFrom(SECRET_KEY, SECRET_TOKEN),
);
const query = fc.oneof(
  fc.constantFrom("", "?", "?since=2026-08-01", "?kind=hotfix&kind=hotfix", "?since=2026-02-30"),
  fc.constantFrom("?since[]=1", "?&&=&"),
  fc
    .string({ unit: "grapheme", maxLength: 20 })
    .map((text) => `?since=${encodeURIComponent(text)}`),
);
const target = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.array(segment, { maxLength: 7 }), query)
      .map(([parts, rest]) => `/${parts.join("/")}${rest}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "*",
      "//",
      "http://x/v1/games",
      "http://",
      "x:80",
      "/v1/games#x",
      "?",
      "HTTP://%/v1",
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary-ascii", maxLength: 30 }) },
);
const header = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      "Host",
      "Connection",
      "Expect",
      "Upgrade",
      "Content-Length",
      "Transfer-Encoding",
      "TE",
      "Trailer",
    ),
    fc.constantFrom("", "keep-alive, Upgrade", "gzip, chunked"),
  ),
  fc.tuple(
    fc.constantFrom("Connection", "Expect", "Upgrade", "Content-Length", "Transfer-Encoding"),
    fc.constantFrom("close", "100-continue", "h2c", "0", "5", "-1", "chunked"),
  ),
  fc.tuple(
    fc.constantFrom("Authorization", "x-api-key", "X-API-KEY"),
    fc.constantFrom(`Bearer ${SECRET_KEY}`, SECRET_KEY, `Bearer ${SECRET_TOKEN}`, "Basic eDp5"),
  ),
  fc.tuple(
    fc.constantFrom(
      "Accept-Encoding",
      "If-Match",
      "If-None-Match",
      "X-Forwarded-For",
      "Accept",
      "Range",
    ),
    fc.oneof(
      fc.constantFrom("br;q=1, *;q=0", "gzip;q=2", "*", 'W/"x"', '"', "1.2.3.4, ::1", "bytes=0-1"),
      fc.string({ maxLength: 40 }),
    ),
  ),
  fc.tuple(
    fc.string({ minLength: 1, maxLength: 10 }),
    fc.string({ unit: "binary-ascii", maxLength: 30 }),
  ),
);
const body = fc.constantFrom(
  "",
  "",
  "",
  "abcde",
  "5\r\nabcde\r\n0\r\n\r\n",
  "zz\r\n",
  "GET /health HTTP/1.1\r\nHost: x\r\n\r\n",
);

/** A request that is mostly well-formed. */
const request = fc
  .tuple(
    methods,
    target,
    fc.constantFrom("1.1", "1.1", "1.1", "1.0", "2.0", "1.2"),
    fc.array(header, { maxLength: 6 }),
    body,
  )
  .map(([method, path, version, headers, rest]) => {
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    return `${method} ${path} HTTP/${version}\r\nHost: test\r\n${lines}\r\n${rest}`;
  });

/** What may happen to bytes on their way. */
const damage = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    cut: fc.integer({ min: 0, max: 3 }),
    put: fc.constantFrom("", ..."\r\n\u0000 \t:\u00e9\u0016", "\r\n", "A".repeat(20_000)),
  }),
  { maxLength: 2 },
);

/** Requests that were once misread somewhere, or look like such; each begins a connection. */
const corpus = corpusOf("requests").map(([, bytes]) => bytes.toString("latin1"));

const bytes = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.array(request, { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: fc.constantFrom(...corpus).map((text) => [text]) },
    ),
    fc.oneof(fc.constant([]), damage),
  )
  .map(([requests, damages]) =>
    damages.reduce((text, { at, cut, put }) => {
      const from = Math.floor(text.length * at);
      return text.slice(0, from) + put + text.slice(from + cut);
    }, requests.join("")),
  );

it("whatever comes over a connection has a valid status, a problem if it fails, and the caller's limit; no secret is logged", {
  timeout: seconds * 1000 + 60_000,
}, async () => {
  const server = await authorizationServer();
  const API_KEYS_FILE = `${temporaryFolder()}/keys.json`;
  addKey(API_KEYS_FILE);
  const env = {
    API_KEYS_FILE,
    AUTH_URL: server.issuer,
    LOG_LEVEL: "trace",
    ANONYMOUS_LIMIT: "1000000",
  };
  const times = { headersMs: 2_000, requestMs: 2_000, stalledMs: 2_000, idleMs: 2_000 };
  const connectionLimits = { ...times, checkMs: 100, most: 1_000 };
  const options = { connectionLimits };
  const { port, logs } = await realProxy(env, undefined, options);

  await fc.assert(
    fc.asyncProperty(bytes, async (text) => {
      const answers = answersIn(await exchange(port, Buffer.from(text, "latin1")));
      for (const answer of answers) expect(faultOf(answer)).toBeUndefined();
      const logged = logs.splice(0).join("");
      expect(logged).not.toContain(SECRET_KEY.slice(4));
      expect(logged).not.toContain(SECRET_TOKEN.slice(-30));
      expect(logged).not.toMatch(/"level":[56]0/);
    }),
    { seed, ...runs, examples: corpus.map((text) => [text]) },
  );
});

/** Sends bytes, closes this side, and reads until the server closes the other one. */
function exchange(port: number, sent: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () =>
      socket.end(sent),
    );
    let received = "";
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
    });
    socket.setTimeout(10_000, () =>
      socket.destroy(new Error("the server neither answered nor closed the connection")),
    );
    socket.on("close", () => resolve(received));
    socket.on("error", (error) =>
      "code" in error && error.code === "ECONNRESET" ? resolve(received) : reject(error),
    );
    socket.on("end", () => socket.destroy());
  });
}

type Answer = { status: number; headers: Map<string, string>; body: string };

/** The answers in what was received. A HEAD has no body, whatever its length says. */
function answersIn(received: string) {
  const answers: Answer[] = [];
  let rest = received;
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n");
    const [line = "", ...lines] = rest.slice(0, end).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
    const headers = new Map(
      lines.map((text) => [
        text.slice(0, text.indexOf(":")).toLowerCase(),
        text.slice(text.indexOf(":") + 2),
      ]),
    );
    rest = rest.slice(end + 4);
    const hasBody = rest !== "" && !rest.startsWith("HTTP/1.1 ");
    const length = hasBody ? Number(headers.get("content-length") ?? 0) : 0;
    answers.push({
      status,
      headers,
      body: Buffer.from(rest.slice(0, length), "latin1").toString(),
    });
    rest = end === -1 ? "" : rest.slice(length);
  }
  return answers;
}

function faultOf({ status, headers, body: text }: Answer) {
  if (!STATUSES.includes(status)) return `status ${status}`;
  for (const name of ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"]) {
    if (!/^\d+$/.test(headers.get(name) ?? "")) return `${status} without ${name}`;
  }
  if (status < 400) return undefined;
  if (headers.get("content-type") !== "application/problem+json")
    return `${status} that is not a problem`;
  if (text === "") return undefined; // of a HEAD
  const problem = ProblemSchema.safeParse(JSON.parse(text));
  return problem.data?.status === status
    ? undefined
    : `${status} with a problem of another shape: ${text}`;
}
