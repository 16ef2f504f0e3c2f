/** The statuses of all responses in what was received over a connection, in order. */
export function statusesOf(received: string) {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** A GET with the given lines after its first. */
export const get = (lines: string, body = "") =>
  `GET /v1/games HTTP/1.1\r\nHost: test\r\n${lines}\r\n\r\n${body}`;

/** Would be answered 200 if it were taken for a request of its own. */
export const HIDDEN = "GET /health HTTP/1.1\r\nHost: test\r\n\r\n";

/**
 * Two servers in a row may disagree about where such a request ends (RFC 9112 §11.2), so none of
 * them is served.
 */
export const AMBIGUOUS: [string, string][] = [
  [
    "a length beside chunks",
    get("Content-Length: 5\r\nTransfer-Encoding: chunked", `0\r\n\r\n${HIDDEN}`),
  ],
  [
    "chunks beside a length",
    get("Transfer-Encoding: chunked\r\nContent-Length: 5", `0\r\n\r\n${HIDDEN}`),
  ],
  ["two different lengths", get(`Content-Length: 0\r\nContent-Length: ${HIDDEN.length}`, HIDDEN)],
  ["the same length twice", get("Content-Length: 5\r\nContent-Length: 5", "abcde")],
  ["a list of lengths", get("Content-Length: 5, 5", "abcde")],
  ["a length with a sign", get("Content-Length: +5", "abcde")],
  ["a length beyond all numbers", get("Content-Length: 99999999999999999999", HIDDEN)],
  ["an empty length", get("Content-Length:", HIDDEN)],
  ["a coding that is not known", get("Transfer-Encoding: xchunked", HIDDEN)],
  ["a coding after chunked", get("Transfer-Encoding: chunked, identity", `0\r\n\r\n${HIDDEN}`)],
  [
    "chunked twice",
    get("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", `0\r\n\r\n${HIDDEN}`),
  ],
  ["a coding after a vertical tab", get("Transfer-Encoding:\u000bchunked", `0\r\n\r\n${HIDDEN}`)],
  ["an empty coding", get("Transfer-Encoding:", HIDDEN)],
  [
    "chunks in HTTP/1.0",
    "GET /v1/games HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: " +
      `chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  ],
  ["a folded header", get("X: a\r\n b", HIDDEN)],
  ["lines that end in LF alone", `GET /v1/games HTTP/1.1\nHost: test\n\n${HIDDEN}`],
  [
    "one header that ends in LF alone",
    `GET /v1/games HTTP/1.1\r\nHost: test\nX: y\r\n\r\n${HIDDEN}`,
  ],
  ["a CR inside a header", `GET /v1/games HTTP/1.1\r\nHost: test\rX: y\r\n\r\n${HIDDEN}`],
  ["a space before the colon", `GET /v1/games HTTP/1.1\r\nHost : test\r\n\r\n${HIDDEN}`],
];

/** What is not a request at all, and the status that says so. */
export const UNREADABLE: [string, string | Buffer, number][] = [
  ["words", "hello\r\n\r\n", 400],
  ["the greeting of TLS", Buffer.from("16030100a5010000a1030300", "hex"), 400],
  ["a name that is not percent-encoded", "GET /v1/Lúcio HTTP/1.1\r\nHost: test\r\n\r\n", 400],
  ["a space in the path", "GET /v1/a b HTTP/1.1\r\nHost: test\r\n\r\n", 400],
  ["a version that is none", "GET /v1/games HTTP/one\r\nHost: test\r\n\r\n", 400],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  [
    "a length that is not a number",
    "GET /v1/games HTTP/1.1\r\nHost: test\r\nContent-Length: many\r\n\r\n",
    400,
  ],
  ["a header without a name", "GET /v1/games HTTP/1.1\r\nHost: test\r\n: x\r\n\r\n", 400],
  ["NUL in a header", "GET /v1/games HTTP/1.1\r\nHost: test\r\nX: a\u0000b\r\n\r\n", 400],
  [
    "a header that is too long",
    `GET /v1/games HTTP/1.1\r\nHost: test\r\nX: ${"a".repeat(17_000)}\r\n\r\n`,
    431,
  ],
  ["a path that is too long", `GET /v1/${"a".repeat(17_000)} HTTP/1.1\r\nHost: test\r\n\r\n`, 431],
];
