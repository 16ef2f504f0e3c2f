import { expect, it } from "vitest";
import { realProxy } from "../../helpers/built-site.ts";
import { getRaw, sendRaw } from "../../helpers/proxy.ts";
import { UNREADABLE } from "../bad-requests.ts";
import { HEADERS_OF_EVERY_ANSWER, problemOf } from "../wire.ts";

it.each(UNREADABLE)(
  "bytes that cannot be read as a request such as %s are a problem, and disturb nobody",
  async (_what, bytes, status) => {
    const { port } = await realProxy();
    const { headers, ...answer } = await sendRaw(port, bytes);

    expect(answer.status).toBe(status);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...HEADERS_OF_EVERY_ANSWER,
      "content-type": "application/problem+json",
      "ratelimit-remaining": "60",
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

it("CONNECT is 405, and nothing is connected", async () => {
  const { port } = await realProxy();
  const answer = await sendRaw(port, "CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: test\r\n\r\n");

  expect([answer.status, problemOf(answer).status]).toEqual([405, 405]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...HEADERS_OF_EVERY_ANSWER,
    allow: "GET, HEAD, OPTIONS",
    connection: "close",
  });
});
