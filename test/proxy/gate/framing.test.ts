import { describe, expect, it } from "vitest";
import { realProxy } from "../../helpers/built-site.ts";
import { sendRaw } from "../../helpers/proxy.ts";
import { AMBIGUOUS, get, HIDDEN, statusesOf } from "../bad-requests.ts";
import { HEADERS_OF_EVERY_ANSWER, problemOf } from "../wire.ts";

/** What a proxy of its own answers to bytes. */
async function send(bytes: string | Buffer) {
  const { port } = await realProxy();
  return sendRaw(port, bytes);
}

it.each(AMBIGUOUS)(
  "a request whose end is a matter of opinion because of %s is 400, and nothing after it is read",
  async (_why, bytes) => {
    const answer = await send(Buffer.from(bytes, "latin1"));

    expect(answer.status).toBe(400);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...HEADERS_OF_EVERY_ANSWER,
      connection: "close",
    });
    expect(
      problemOf({
        ...answer,
        body: answer.body.slice(0, Number(answer.headers.get("content-length"))),
      }).status,
    ).toBe(400);
    expect(statusesOf(answer.body)).toEqual([]); // no second answer behind the first
  },
);

/** Chunks that are wrong; the answer to the GET does not depend on them, and is the only one. */
const WRONG_CHUNKS: [string, string][] = [
  ["a size that is not a number", `zz\r\nabc\r\n0\r\n\r\n${HIDDEN}`],
  ["a size beyond all numbers", `ffffffffffffffffff\r\nabc\r\n0\r\n\r\n${HIDDEN}`],
  ["an endless extension", `3;${"a".repeat(20_000)}\r\nabc\r\n0\r\n\r\n${HIDDEN}`],
  ["trailers without end", `0\r\n${`A: ${"a".repeat(100)}\r\n`.repeat(200)}\r\n${HIDDEN}`],
];

describe("a body that nobody asked for", () => {
  it.each(WRONG_CHUNKS)(
    "in chunks with %s is not read on, and hides no request",
    async (_what, body) => {
      const answer = await send(get("Transfer-Encoding: chunked", body));

      expect(answer.status).toBe(200);
      expect(statusesOf(answer.body)).toEqual([]);
    },
  );

  it.each([
    ["with a length", `Content-Length: ${HIDDEN.length}`, HIDDEN],
    [
      "in chunks",
      "Transfer-Encoding: chunked",
      `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`,
    ],
  ])(
    "is skipped %s, whatever it looks like; the next request is the one behind it",
    async (_how, header, body) => {
      const next = "GET /nowhere HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";
      const { status, body: rest } = await send(get(header, body + next));

      expect([status, ...statusesOf(rest)]).toEqual([200, 404]);
    },
  );
});

/** RFC 9112 §3.2. */
const TARGETS: [string, string, number][] = [
  ["the absolute-form", "GET http://other.example/v1/games", 200],
  ["the absolute-form of another scheme", "GET ftp://other.example/v1/games", 404],
  ["the authority-form without CONNECT", "GET test:80", 400],
  ["the asterisk-form with OPTIONS", "OPTIONS *", 204],
  ["the asterisk-form with GET", "GET *", 404],
  ["no form at all", "GET v1/games", 400],
  ["a fragment", "GET /v1/games#x", 404],
];

it.each(TARGETS)("a target in %s (%s) is %i", async (_form, line, status) => {
  const answer = await send(`${line} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`);

  expect(answer.status).toBe(status);
  expect(Object.fromEntries(answer.headers)).toMatchObject(HEADERS_OF_EVERY_ANSWER);
});

const VERSIONS: [string, string, number][] = [
  ["HTTP/1.0 without Host", "GET /v1/games HTTP/1.0\r\n\r\n", 200],
  ["HTTP/1.0 with two Hosts", "GET /v1/games HTTP/1.0\r\nHost: a\r\nhost: b\r\n\r\n", 400],
  ["HTTP/1.2", "GET /v1/games HTTP/1.2\r\nHost: test\r\n\r\n", 400],
];

it.each(VERSIONS)("a request of %s is %s", async (_version, bytes, status) => {
  const answer = await send(bytes);

  expect(answer.status).toBe(status);
  expect(answer.headers.get("connection")).toBe("close");
});

/**
 * RFC 9112 §3.2: no Host, more than one and one with an invalid value are 400; an empty one is
 * valid.
 */
const HOSTS: [string, string, number][] = [
  ["none", "", 400],
  ["the same twice", "Host: a\r\nHost: a\r\n", 400],
  ["a space", "Host: a b\r\n", 400],
  ["bytes beyond ASCII", "Host: h\u00e9ros\r\n", 400],
  ["nothing in it", "Host:\r\n", 200],
  ["an IPv6 address", "Host: [2001:db8::1]:80\r\n", 200],
];

it.each(HOSTS)("a Host of HTTP/1.1 with %s is %s", async (_what, lines, status) => {
  const bytes = Buffer.from(
    `GET /v1/games HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`,
    "latin1",
  );

  expect((await send(bytes)).status).toBe(status);
});

describe("a request that waits for a 100 Continue", () => {
  const expecting = (method: string) =>
    `${method} /v1/games HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: ` +
    "5\r\n\r\n";

  it.each([
    ["GET", 200],
    ["POST", 405],
  ])("is answered at once where it is a %s, and its connection ends", async (method, status) => {
    const answer = await send(expecting(method));

    expect(answer.status).toBe(status);
    expect(answer.headers.get("connection")).toBe("close");
  });

  it("leaves the answer to it whole behind another one on the same connection", async () => {
    const { status, body } = await send(
      `GET /v1/games HTTP/1.1\r\nHost: test\r\n\r\n${expecting("GET")}`,
    );

    // Node would write its 100 into the second
    expect([status, ...statusesOf(body)]).toEqual([200, 200]);
  });
});
