import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { getRaw, startProxy } from "../helpers/proxy.ts";
import { HEADERS_OF_EVERY_ANSWER, problemOf } from "./wire.ts";

/** An origin of pictures, and what it was asked. */
async function startWithOrigin(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ port: number; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const origin = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(origin, "listening");
  onTestFinished(() => {
    origin.close();
    origin.closeAllConnections();
  });
  const ASSETS_ORIGIN = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/pictures`;
  const { port } = await startProxy(inject("realSite"), { ASSETS_ORIGIN });
  return { port, asked };
}

const picture = (_: IncomingMessage, response: ServerResponse) =>
  response
    .writeHead(200, {
      "Content-Type": "image/png",
      "Cache-Control": "public, max-age=600",
      "Set-Cookie": "a=b",
      ETag: '"x"',
      Server: "bucket",
    })
    .end("PNG");

describe("a picture behind ASSETS_ORIGIN", () => {
  it("comes from there, with its own caching, and can do nothing", async () => {
    const { port, asked } = await startWithOrigin(picture);
    const { status, headers, body } = await getRaw(port, "/assets/heroes/ana.png?x=1");

    expect([status, body, asked[0]?.url]).toEqual([
      200,
      "3\r\nPNG\r\n0\r\n\r\n",
      "/pictures/heroes/ana.png",
    ]);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...HEADERS_OF_EVERY_ANSWER,
      "cache-control": "public, max-age=600",
      "content-security-policy": "sandbox",
      "cross-origin-resource-policy": "cross-origin",
      etag: '"x"',
    });
    expect([headers.has("set-cookie"), headers.has("server")]).toEqual([false, false]);
  });

  it("is asked for without anything of the caller but ranges and validators", async () => {
    const { port, asked } = await startWithOrigin(picture);
    await getRaw(port, "/assets/a.png", {
      Authorization: "Bearer x",
      Cookie: "a=b",
      "X-API-Key": "gdr_x",
      "X-Forwarded-For": "192.0.2.1",
      Range: "bytes=0-1",
      "If-None-Match": '"x"',
    });

    expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual([
      "connection",
      "host",
      "if-none-match",
      "range",
    ]);
  });

  it.each([
    "/assets/..%2fsecret",
    "/assets/../secret",
    "/assets/%2e%2e/secret",
    "/assets/a%00.png",
    "/assets/a%5c..%5cb",
    "/assets/a//b.png",
    "/assets/",
    "/assets/%ZZ",
  ])("is not asked for by %s", async (path) => {
    const { port, asked } = await startWithOrigin(picture);

    expect([(await getRaw(port, path)).status, asked.length]).toEqual([404, 0]);
  });

  it.each(["POST", "DELETE"])("is not asked for by %s", async (method) => {
    const { port, asked } = await startWithOrigin(picture);

    expect([(await getRaw(port, "/assets/a.png", {}, method)).status, asked.length]).toEqual([
      405, 0,
    ]);
  });

  it.each<[string, number, (request: IncomingMessage, response: ServerResponse) => void]>([
    ["missing", 404, (_, response) => response.writeHead(404).end("<Error>secret</Error>")],
    ["elsewhere", 502, (_, response) => response.writeHead(302, { Location: "/x" }).end()],
    ["broken", 502, (_, response) => response.writeHead(500).end("trace")],
    ["away", 502, (request) => request.socket.destroy()],
  ])("that is %s there is a problem, %i", async (_what, status, answer) => {
    const { port } = await startWithOrigin(answer);
    const got = await getRaw(port, "/assets/a.png");

    expect([got.status, problemOf(got).status]).toEqual([status, status]);
    expect(Object.fromEntries(got.headers)).toMatchObject(HEADERS_OF_EVERY_ANSWER);
  });

  it("that the site itself holds is the site's", async () => {
    const { port, asked } = await startWithOrigin(picture);
    const { status, headers } = await getRaw(port, "/assets/heroes/ana.svg");

    expect([status, headers.get("content-type"), asked.length]).toEqual([200, "image/svg+xml", 0]);
  });
});
