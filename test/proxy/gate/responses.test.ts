import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { realProxy } from "../../helpers/built-site.ts";
import { getRaw } from "../../helpers/proxy.ts";
import { HEADERS_OF_EVERY_ANSWER, HEROES, keepAliveClient, PATCHES, problemOf } from "../wire.ts";

const ANA = `${HEROES}/ana`;

const start = (env: Record<string, string> = {}) => realProxy(env, () => 0);

/** What a proxy of its own answers. */
async function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
  return getRaw((await start()).port, path, headers, method);
}

/** The ETag that a path has for a client of the given headers. */
async function etagOf(port: number, path: string, headers: Record<string, string> = {}) {
  return (await getRaw(port, path, headers)).headers.get("etag") ?? "";
}

describe("a found document", () => {
  it("has the headers that caches and clients need, and no others of its own", async () => {
    const { headers } = await ask(ANA);

    expect(Object.fromEntries(headers)).toEqual({
      ...HEADERS_OF_EVERY_ANSWER,
      "content-type": "application/json",
      "content-length": expect.stringMatching(/^\d+$/),
      etag: expect.stringMatching(/^"[\w-]+"$/),
      vary: "Accept-Encoding",
      "cache-control": "private, max-age=60",
      date: expect.any(String),
      connection: "close",
    });
  });

  it("of the service's health is not kept", async () => {
    expect((await ask("/health")).headers.get("cache-control")).toBe("no-store");
  });
});

describe("content coding", () => {
  it("is that of the client's choice, with the same content", async () => {
    const { port } = await start();
    const get = keepAliveClient(port);
    const plain = await get(HEROES);
    const coded = await get(HEROES, { "Accept-Encoding": "gzip;q=1, br;q=0.5" });

    expect(coded.headers["content-encoding"]).toBe("gzip");
    expect(coded.headers["content-length"]).toBe(`${coded.body.length}`);
    expect(coded.headers["etag"]).not.toBe(plain.headers["etag"]);
    expect(coded.body.length).toBeLessThan(plain.body.length);
    expect(gunzipSync(coded.body).equals(plain.body)).toBe(true);
  });

  it("is negotiated over several Accept-Encoding lines as over one", async () => {
    const coding = { "Accept-Encoding": "gzip;q=0.5\r\nAccept-Encoding: br" };
    const answer = await ask(ANA, coding, "HEAD");

    expect(answer.headers.get("content-encoding")).toBe("br");
  });
});

describe("a conditional request", () => {
  it("with the ETag of another coding is 200", async () => {
    const { port } = await start();
    const etag = await etagOf(port, ANA, { "Accept-Encoding": "br" });

    expect((await getRaw(port, ANA, { "If-None-Match": etag })).status).toBe(200);
    expect(
      (await getRaw(port, ANA, { "If-None-Match": etag, "Accept-Encoding": "br" })).status,
    ).toBe(304);
  });

  it("over two lines is 304 with every header of the 200 but those of a body", async () => {
    const { port } = await start();
    const etag = await etagOf(port, `${HEROES}/Ana`);
    const header = { "If-None-Match": `"one"\r\nIf-None-Match: ${etag}` };
    const { status, headers, body } = await getRaw(port, `${HEROES}/Ana`, header);

    expect([status, body]).toEqual([304, ""]);
    expect(Object.fromEntries(headers)).toEqual({
      ...HEADERS_OF_EVERY_ANSWER,
      etag,
      "cache-control": "private, max-age=60",
      vary: "Accept-Encoding",
      "content-location": ANA,
      date: expect.any(String),
      connection: "close",
    });
  });
});

describe("HEAD", () => {
  const withoutDateAndWindow = (headers: Map<string, string>) =>
    Object.fromEntries(
      [...headers].filter(([name]) => !/^(date|ratelimit|ratelimit-remaining)$/.test(name)),
    );

  it.each([
    ["a compressed list", HEROES, { "Accept-Encoding": "br" }],
    ["what has not changed", ANA, { "If-None-Match": "*" }],
    ["what does not exist", `${HEROES}/nobody`, {}],
    ["a page", "/", {}],
  ])("of %s has the status and the headers of GET, and no body", async (_what, path, headers) => {
    const { port } = await start();
    const asked = { ...headers, "X-Request-Id": "both" };
    const get = await getRaw(port, path, asked);
    const head = await getRaw(port, path, asked, "HEAD");

    expect(head.status).toBe(get.status);
    expect(withoutDateAndWindow(head.headers)).toEqual(withoutDateAndWindow(get.headers));
    expect(head.body).toBe("");
  });
});

it.each([ANA, "*"])("OPTIONS of %s answers the preflight of a browser", async (path) => {
  const preflight = {
    Origin: "https://app.example",
    "Access-Control-Request-Method": "GET",
    "Access-Control-Request-Headers": "x-api-key",
  };
  const { status, headers, body } = await ask(path, preflight, "OPTIONS");

  expect(status).toBe(204);
  expect(body).toBe("");
  expect(Object.fromEntries(headers)).toMatchObject({
    ...HEADERS_OF_EVERY_ANSWER,
    allow: "GET, HEAD, OPTIONS",
    "access-control-allow-methods": "GET, HEAD, OPTIONS",
    "access-control-allow-headers": expect.stringMatching(
      /(?=.*authorization)(?=.*x-api-key)(?=.*if-none-match)/i,
    ),
  });
});

describe("If-Match", () => {
  const OTHER = { "If-Match": '"other"' };
  const PAST = "Sat, 01 Jan 2000 00:00:00 GMT";

  it.each([
    ["its ETag", ANA, { "If-Match": "TAG" }, 200],
    ["its ETag, which the client has", ANA, { "If-Match": "TAG", "If-None-Match": "TAG" }, 304],
    ["another ETag before If-None-Match", ANA, { ...OTHER, "If-None-Match": "TAG" }, 412],
    ["the ETag of another coding", ANA, { "If-Match": "TAG", "Accept-Encoding": "br" }, 412],
    ["another ETag of a filtered list", `${PATCHES}?kind=hotfix`, OTHER, 412],
    ["another ETag, but a bad filter", `${PATCHES}?kind=other`, OTHER, 400],
    ["another ETag, but a bad key", ANA, { ...OTHER, "x-api-key": "gdr_unknown" }, 401],
    ["an older date in If-Unmodified-Since", ANA, { "If-Unmodified-Since": PAST }, 200],
  ])("with %s", async (_what, path, given, status) => {
    const { port } = await start();
    const tag = await etagOf(port, ANA);
    const entries = Object.entries(given).map(([name, value]) => [name, value.replace("TAG", tag)]);
    const answer = await getRaw(port, path, Object.fromEntries(entries));

    expect(answer.status).toBe(status);
    if (status !== 412) return;
    expect(problemOf(answer)).toMatchObject({ title: "Precondition Failed", status });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("ratelimit-remaining")).toBe("58");
  });

  it.each([
    ["OPTIONS", 204],
    ["DELETE", 405],
    ["HEAD", 412],
  ])("is looked at last: %s is %i", async (method, status) => {
    expect((await ask(ANA, OTHER, method)).status).toBe(status);
  });
});
