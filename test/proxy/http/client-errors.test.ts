import { describe, expect, inject, it } from "vitest";
import { getRaw, sendRaw, startProxy } from "../../helpers/proxy.ts";
import { UNREADABLE } from "../bad-requests.ts";
import { HEADERS_OF_EVERY_ANSWER, problemOf } from "../wire.ts";

const start = () => startProxy(inject("realSite"));

describe("bytes that cannot be read as a request", () => {
  it.each(UNREADABLE)(
    "such as %s are a problem, and disturb nobody",
    async (_what, bytes, status) => {
      const { port } = await start();
      const { headers, ...answer } = await sendRaw(port, bytes);

      expect(answer.status).toBe(status);
      expect(Object.fromEntries(headers)).toMatchObject({
        ...HEADERS_OF_EVERY_ANSWER,
        "content-type": "application/problem+json",
        "cache-control": "no-store",
        connection: "close",
      });
      expect(JSON.parse(answer.body)).toMatchObject({
        type: expect.stringMatching(status === 400 ? /\/problems\/bad-request$/ : /^about:blank$/),
        status,
        detail: expect.any(String),
        instance: expect.any(String),
      });
      expect((await getRaw(port, "/health")).status).toBe(200);
    },
  );
});

describe("CONNECT", () => {
  it.each(["example.org:443", "127.0.0.1:22", "/v1/games"])(
    "to %s is 405, and nothing is connected",
    async (target) => {
      const { port } = await start();
      const answer = await sendRaw(port, `CONNECT ${target} HTTP/1.1\r\nHost: test\r\n\r\n`);

      expect(answer.status).toBe(405);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        ...HEADERS_OF_EVERY_ANSWER,
        allow: "GET, HEAD, OPTIONS",
        connection: "close",
      });
      expect(problemOf(answer).status).toBe(405);
    },
  );
});
