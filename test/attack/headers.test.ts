import { describe, expect, it } from "vitest";
import { realProxy } from "../helpers/built-site.ts";
import { getRaw, sendRaw } from "../helpers/proxy.ts";
import { statusesOf } from "../proxy/bad-requests.ts";
import { hold } from "../proxy/connection.ts";
import { HEADERS_OF_EVERY_ANSWER } from "../proxy/wire.ts";

const start = (env: Record<string, string> = {}) => realProxy(env);

const get = (...fields: string[]) =>
  `GET /v1/games HTTP/1.1\r\n${fields.map((field) => `${field}\r\n`).join("")}\r\n`;

const MANY = Array.from({ length: 1_100 }, (_, at) => `X-${at}: y`);

it("more than a hundred header lines are 431, and their connection ends", async () => {
  const { port } = await start();
  const answer = await sendRaw(port, get("Host: test", ...MANY.slice(0, 100)));

  expect(answer.status).toBe(431);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...HEADERS_OF_EVERY_ANSWER,
    connection: "close",
  });
  expect(
    (await sendRaw(port, get("Host: t", "Connection: close", ...MANY.slice(0, 98)))).status,
  ).toBe(200);
});

const NEXT = "GET /health HTTP/1.1\r\nHost: test\r\n\r\n";

describe("a request after which something else may follow", () => {
  it.each([
    ["an Upgrade", get("Host: test", "Connection: Upgrade", "Upgrade: websocket")],
    ["h2c and a body", get("Host: test", "Upgrade: h2c", "Content-Length: 1")],
    ["h2c among others", get("Host: test", "Upgrade: h2c, websocket")],
    ["codings beside chunked", get("Host: test", "Transfer-Encoding: gzip, chunked")],
    ["HTTP/2.0", "GET /v1/games HTTP/2.0\r\nHost: test\r\n\r\n"],
  ])("because of %s ends its connection, and nothing behind it is served", async (_what, bytes) => {
    const { port } = await start();
    const { body } = await sendRaw(port, `${bytes}${NEXT}`);

    expect(statusesOf(body)).toEqual([]);
  });

  it("ends its connection although nobody can say who is calling", async () => {
    const { port } = await realProxy({}, undefined, {
      identify: () => ({ kind: "unavailable" as const, reason: "nobody answers" }),
    });
    const faulty = get("Host: test", "Transfer-Encoding: gzip, chunked");
    const { status, headers, body } = await sendRaw(port, `${faulty}0\r\n\r\n${NEXT}`);

    expect(status).toBe(400);
    expect(headers.get("connection")).toBe("close");
    expect(statusesOf(body)).toEqual([]);
  });

  it("which is a CONNECT is answered after those before it", async () => {
    const { port } = await realProxy({}, undefined, {
      identify: () =>
        new Promise((resolve) => setTimeout(resolve, 50, { kind: "anonymous" as const })),
    });
    const { status, body } = await sendRaw(
      port,
      `${get("Host: test")}CONNECT example.org:443 HTTP/1.1\r\nHost: test\r\n\r\n`,
    );

    expect([status, ...statusesOf(body)]).toEqual([200, 405]);
  });
});

it.each(["/", "/heroes/ana", "/docs"])(
  "a page such as %s runs its own scripts alone",
  async (path) => {
    const { port } = await start();
    const { headers, body } = await getRaw(port, path);
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(body) ?? [];

    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(headers.get("content-security-policy")).toBe(`${policy}; frame-ancestors 'none'`);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  },
);

it("a picture of the site that is opened by itself loads nothing and runs nothing", async () => {
  const { port } = await start();
  const { headers } = await getRaw(port, "/assets/heroes/ana.svg");

  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  );
});

it.each([
  ["written", `/v1/overwatch/heroes/${"a".repeat(256)}`],
  ["percent-encoded", `/v1/overwatch/heroes/${"%CC%80".repeat(128)}`],
  ["of combining marks", `/v1/overwatch/heroes/a${"%CC%80".repeat(2_000)}`],
])("a name of more than 255 bytes %s is 404 without being looked for", async (_how, path) => {
  const { port } = await start();
  const { status, body } = await getRaw(port, path);

  expect(status).toBe(404);
  expect(body).toContain("not well-formed");
});

const H2C = get("Host: test", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c");

it("an Upgrade to h2c without a body is ignored, and the next request is served", async () => {
  const { port } = await start();
  const { status, body } = await sendRaw(port, `${H2C}${get("Host: test", "Connection: close")}`);

  expect([status, ...statusesOf(body)]).toEqual([200, 200]);
});

it("an Upgrade to h2c of a trusted proxy leaves its connection open", async () => {
  const { port } = await start({ TRUST_PROXY: "127.0.0.1" });
  const { socket, received } = await hold(port, H2C);
  await expect.poll(() => statusesOf(received())).toEqual([200]);
  socket.write(H2C);

  await expect.poll(() => statusesOf(received())).toEqual([200, 200]);
});
