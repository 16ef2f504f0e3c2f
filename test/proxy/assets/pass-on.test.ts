import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it, vi } from "vitest";
import type { AppOptions } from "../../../proxy/http/server.ts";
import { createMemoryWindows, type Windows } from "../../../proxy/limit/windows.ts";
import { realProxy } from "../../helpers/built-site.ts";
import { getRaw } from "../../helpers/proxy.ts";
import { startServer } from "../../helpers/server.ts";
import { hold } from "../connection.ts";
import { HEADERS_OF_EVERY_ANSWER, problemOf } from "../wire.ts";

/** An origin of pictures, and what it was asked. */
async function startWithOrigin(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  assetLimits: AppOptions["assetLimits"] = {},
  {
    trustProxy = "",
    ...options
  }: Pick<Partial<AppOptions>, "windows"> & { trustProxy?: string } = {},
) {
  const asked: IncomingMessage[] = [];
  const { url } = await startServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  const ASSETS_ORIGIN = `${url}/pictures`;
  const env = { ASSETS_ORIGIN, ...(trustProxy === "" ? {} : { TRUST_PROXY: trustProxy }) };
  const { port, connections } = await realProxy(env, undefined, {
    assetLimits,
    ...options,
  });
  return { port, asked, connections };
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

/** Sends a response as bytes, all at once. */
const raw = (bytes: string) => (request: IncomingMessage) =>
  void request.socket.end(`HTTP/1.1 ${bytes}`);

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
      "cache-control": "private, max-age=600",
      "content-security-policy": "sandbox",
      "cross-origin-resource-policy": "cross-origin",
      etag: '"x"',
    });
    expect([headers.has("set-cookie"), headers.has("server")]).toEqual([false, false]);
  });

  it.each([
    [undefined, "private"],
    ["Public, S-MaxAge=600, Max-Age=60", "private, max-age=60"],
    ["no-store", "no-store"],
  ])("is cached by its reader alone where the origin says %s", async (given, expected) => {
    const { port } = await startWithOrigin((_, response) => {
      if (given !== undefined) response.setHeader("Cache-Control", given);
      response.end("PNG");
    });

    expect((await getRaw(port, "/assets/a.png")).headers.get("cache-control")).toBe(expected);
  });

  it("is asked for with validators, and no more", async () => {
    const { port, asked } = await startWithOrigin(picture);
    await getRaw(port, "/assets/a.png", {
      Accept: "image/x-probe",
      "Accept-Encoding": "x-probe, br;q=0.5",
      Authorization: "Bearer x",
      Cookie: "a=b",
      "X-API-Key": "gdr_x",
      "X-Forwarded-For": "192.0.2.1",
      Range: "bytes=0-1",
      "If-None-Match": '"x"',
    });

    expect(asked[0]?.headers).toEqual({
      "accept-encoding": "br",
      connection: expect.any(String),
      host: expect.any(String),
      "if-none-match": '"x"',
    });
  });

  it.each([
    "/assets/..%2fsecret",
    "/assets/%2e%2e/secret",
    "/assets/a%00.png",
    "/assets/a%5c..%5cb",
    "/assets/",
    "/assets/%ZZ",
    "/assets/...",
    "/assets/..a.png",
    "/assets/a../b.png",
  ])("is not asked for by %s", async (path) => {
    const { port, asked } = await startWithOrigin(picture);

    expect([(await getRaw(port, path)).status, asked.length]).toEqual([404, 0]);
  });

  it.each<[string, number, (request: IncomingMessage, response: ServerResponse) => void]>([
    ["missing", 404, (_, response) => response.writeHead(404).end("<Error>secret</Error>")],
    ["elsewhere", 502, (_, response) => response.writeHead(302, { Location: "/x" }).end()],
    ["broken", 502, (_, response) => response.writeHead(500).end("trace")],
    ["not what was asked for", 502, (_, response) => response.writeHead(412).end("<Error>")],
    ["away", 502, (request) => request.socket.destroy()],
    [
      "in a chunk of a wrong size",
      502,
      raw("200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZ\r\nPNG"),
    ],
    ["not modified, with a body", 502, raw("304 Not Modified\r\nContent-Length: 3\r\n\r\nPNG")],
  ])("that is %s there is a problem, %i", async (_what, status, answer) => {
    const { port } = await startWithOrigin(answer);
    const got = await getRaw(port, "/assets/a.png");

    expect([got.status, problemOf(got).status]).toEqual([status, status]);
    expect(Object.fromEntries(got.headers)).toMatchObject(HEADERS_OF_EVERY_ANSWER);
  });

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ["comes too late", () => undefined],
    [
      "is announced again and again",
      (_, response) => {
        const announcing = setInterval(() => response.writeProcessing(), 10);
        response.once("close", () => clearInterval(announcing));
      },
    ],
  ])("that %s is a 504", async (_what, answer) => {
    const { port, asked } = await startWithOrigin(answer, { headersMs: 50 });
    const got = await getRaw(port, "/assets/a.png");

    expect([got.status, asked.length]).toEqual([504, 1]);
    expect(problemOf(got)).toMatchObject({ title: "Gateway Timeout", instance: "/assets/a.png" });
  });

  it("that stops on its way is cut, and does not end as if it were whole", async () => {
    const { port } = await startWithOrigin(
      (_, response) => void response.writeHead(200, { "Content-Length": 6 }).write("PNG"),
      { bodyMs: 50 },
    );
    const { status, headers, body } = await getRaw(port, "/assets/a.png");

    expect([status, headers.get("content-length"), body]).toEqual([200, "6", "PNG"]);
  });

  it("from a slow origin holds a bounded number of requests and connections", async () => {
    const waiting: ServerResponse[] = [];
    const { port, asked } = await startWithOrigin((_, response) => void waiting.push(response), {
      connections: 2,
      most: 3,
    });
    const pictures = Array.from({ length: 3 }, () => getRaw(port, "/assets/a.png"));
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    const refused = await getRaw(port, "/assets/a.png");
    const other = await getRaw(port, "/v1/games");
    expect([refused.status, other.status, asked.length]).toEqual([502, 200, 2]);

    const release = () => {
      for (const response of waiting.splice(0)) response.writeHead(200).end();
    };
    release();
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    release();
    expect((await Promise.all(pictures)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("that waits too long for a connection is a 504", async () => {
    const { port, asked } = await startWithOrigin(() => undefined, {
      connections: 1,
      headersMs: 1_000,
      waitMs: 50,
    });
    const pictures = await Promise.all([1, 2, 3].map(() => getRaw(port, "/assets/a.png")));

    expect([pictures.map(({ status }) => status), asked.length]).toEqual([[504, 504, 504], 1]);
  });

  it("comes to others while one caller holds all that it may have", async () => {
    const { port } = await startWithOrigin(
      (request, response) => void (request.url?.endsWith("/b.png") && picture(request, response)),
      { connections: 5, perCaller: 4 },
      { trustProxy: "127.0.0.1" },
    );
    const held = Array.from({ length: 4 }, () =>
      hold(port, "GET /assets/a.png HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n"),
    );
    await Promise.all(held);
    const from = (address: string) =>
      getRaw(port, "/assets/b.png", { "X-Forwarded-For": address }).then(({ status }) => status);

    expect([await from("192.0.2.2"), await from("192.0.2.1")]).toEqual([200, 502]);
  });

  it("comes to others while slow clients take large ones", async () => {
    const { port, asked } = await startWithOrigin(
      (request, response) =>
        void (request.url?.endsWith("/b.png")
          ? picture(request, response)
          : response.end(Buffer.alloc(400_000))),
      { connections: 2 },
    );
    const { socket } = await hold(port);
    socket.pause();
    socket.write("GET /assets/a.png HTTP/1.1\r\nHost: x\r\n\r\n".repeat(40));
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(20));

    expect((await getRaw(port, "/assets/b.png")).status).toBe(200);
  });

  it.each([
    ["before they come", () => undefined],
    [
      "while they come",
      (response: ServerResponse) => void response.writeHead(200).write("x".repeat(200_000)),
    ],
  ])("can be had after a client asked for many at once and left %s", async (when, answer) => {
    let isSlow = true;
    const { port, asked } = await startWithOrigin(
      (request, response) => void (isSlow ? answer(response) : picture(request, response)),
      { connections: 4, most: 4, headersMs: 500 },
    );
    const { socket, received } = await hold(
      port,
      "GET /assets/a.png HTTP/1.1\r\nHost: x\r\n\r\n".repeat(4),
    );
    await vi.waitFor(() => expect(asked).toHaveLength(4));
    if (when === "while they come") await vi.waitFor(() => expect(received()).toContain("xxx"));
    socket.destroy();
    isSlow = false;

    const statuses = async () => {
      const pictures = Array.from({ length: 4 }, () => getRaw(port, "/assets/b.png"));
      return (await Promise.all(pictures)).map(({ status }) => status);
    };
    await vi.waitFor(async () => expect(await statuses()).toEqual([200, 200, 200, 200]), {
      timeout: 4_000,
      interval: 100,
    });
  });

  it("can be had after clients left while their windows were looked up", async () => {
    const windows = createMemoryWindows(60);
    let letIn = () => {};
    const looked = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    let peeks = 0;
    const peek: Windows["peek"] = async (...asked) => {
      peeks += 1;
      await looked;
      return windows.peek(...asked);
    };
    const { port, asked, connections } = await startWithOrigin(
      picture,
      { most: 1 },
      { windows: { ...windows, peek } },
    );
    const { socket } = await hold(port, "GET /assets/a.png HTTP/1.1\r\nHost: x\r\n\r\n");
    await vi.waitFor(() => expect(peeks).toBe(1));
    socket.destroy();
    await vi.waitFor(async () => expect(await connections()).toBe(0));
    letIn();

    expect([(await getRaw(port, "/assets/b.png")).status, asked.length]).toEqual([200, 1]);
  });

  it("that the site itself holds is the site's", async () => {
    const { port, asked } = await startWithOrigin(picture);
    const { status, headers } = await getRaw(port, "/assets/heroes/ana.svg");

    expect([status, headers.get("content-type"), asked.length]).toEqual([200, "image/svg+xml", 0]);
  });
});
