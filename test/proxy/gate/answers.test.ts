import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, inject, it } from "vitest";
import { isOnWorkerd } from "../../helpers/host.ts";
import { getRaw, startProxy } from "../../helpers/proxy.ts";
import {
  DATED,
  HEADERS_OF_EVERY_ANSWER,
  HEROES,
  keepAliveClient,
  MAPS,
  PATCHES,
  problemOf,
} from "../wire.ts";

const ANA = `${HEROES}/ana`;

const start = (env: Record<string, string> = {}) => startProxy(inject("realSite"), env, () => 0);

/** The ETag that a path has for a client of the given headers. */
async function etagOf(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  return (await getRaw(port, path, headers)).headers.get("etag") ?? "";
}

describe("a found document", () => {
  it("has the headers that caches and clients need, and no others of its own", async () => {
    const { port } = await start();
    const { headers } = await getRaw(port, ANA);

    expect(Object.fromEntries(headers)).toEqual({
      ...HEADERS_OF_EVERY_ANSWER,
      "content-type": "application/json",
      "content-length": expect.stringMatching(/^\d+$/),
      etag: expect.stringMatching(/^"[\w-]+"$/),
      vary: "Accept-Encoding",
      "cache-control": "private, max-age=60",
      ...DATED,
      connection: "close",
    });
  });

  it.each([`${HEROES}/Ana`, `${HEROES}/ANA`, `${HEROES}/%EC%95%84%EB%82%98`])(
    "asked for as %s names its canonical path",
    async (path) => {
      const { port } = await start();

      expect((await getRaw(port, path)).headers.get("content-location")).toBe(ANA);
    },
  );

  it("asked for by a map's variant names the map", async () => {
    const { port } = await start();
    const { headers } = await getRaw(port, `${MAPS}/kings-row-winter`);

    expect(headers.get("content-location")).toBe(`${MAPS}/kings-row`);
  });

  it("asked for below another spelling names the canonical path below the id", async () => {
    const { port } = await start();
    const { headers } = await getRaw(port, `${HEROES}/ANA/abilities`);

    expect(headers.get("content-location")).toBe(`${ANA}/abilities`);
  });

  it("asked for by its canonical path, percent-encoded or not, names no other", async () => {
    const { port } = await start();

    expect((await getRaw(port, `${HEROES}/%61na`)).headers.has("content-location")).toBe(false);
  });

  it("is the same whatever the query says", async () => {
    const { port } = await start();

    expect((await getRaw(port, `${ANA}?a=%ZZ`)).body).toBe((await getRaw(port, ANA)).body);
  });

  it.each([
    ["/v1/games", "private, max-age=60"],
    ["/v1/openapi.json", "private, max-age=60"],
    [PATCHES, "private, max-age=60"],
    ["/health", "no-store"],
  ])("%s may be kept as %s", async (path, cacheControl) => {
    const { port } = await start();

    expect((await getRaw(port, path)).headers.get("cache-control")).toBe(cacheControl);
  });

  it.each(["/", "/problems/not-found", "/problems/too-many-requests"])(
    "%s is a page for people",
    async (path) => {
      const { port } = await start();
      const { status, headers, body } = await getRaw(port, path);

      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(body).toContain("<!doctype html>");
    },
  );

  it("is the manifest, too", async () => {
    const { port } = await start();
    const { status, headers, body } = await getRaw(port, "/manifest.json");

    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(JSON.parse(body)).toMatchObject({ format: 1, game: "overwatch" });
  });
});

describe("content coding", () => {
  it.each([
    ["br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["gzip, br", "br", brotliDecompressSync],
    ["gzip;q=1, br;q=0.5", "gzip", gunzipSync],
    ["*", "br", brotliDecompressSync],
  ])("Accept-Encoding %s gives %s with the same content", async (accept, coding, decode) => {
    const { port } = await start();
    const get = keepAliveClient(port);
    const plain = await get(HEROES);
    const coded = await get(HEROES, { "Accept-Encoding": accept });

    expect(coded.headers["content-encoding"]).toBe(coding);
    expect(coded.headers["content-length"]).toBe(`${coded.body.length}`);
    expect(coded.body.length).toBeLessThan(plain.body.length);
    expect(decode(coded.body).equals(plain.body)).toBe(true);
  });

  it.each(["identity", "", "br;q=0", "deflate", ";;;", "*;q=0"])(
    "Accept-Encoding %j gives the content as it is",
    async (accept) => {
      const { port } = await start();
      const get = keepAliveClient(port);
      const { status, headers, body } = await get(ANA, { "Accept-Encoding": accept });

      expect(status).toBe(200);
      expect(headers["content-encoding"]).toBeUndefined();
      expect(JSON.parse(body.toString())).toMatchObject({ id: "ana" });
    },
  );

  it("is negotiated over several Accept-Encoding lines as over one", async () => {
    const { port } = await start();
    const answer = await getRaw(
      port,
      ANA,
      { "Accept-Encoding": "gzip;q=0.5\r\nAccept-Encoding: br" },
      "HEAD",
    );

    expect(answer.headers.get("content-encoding")).toBe("br");
  });

  it("is named in Vary, also where none was used", async () => {
    const { port } = await start();
    const varies = await Promise.all(
      ["identity", "gzip", "br"].map(async (coding) =>
        (await getRaw(port, ANA, { "Accept-Encoding": coding }, "HEAD")).headers.get("vary"),
      ),
    );

    expect(varies).toEqual(["Accept-Encoding", "Accept-Encoding", "Accept-Encoding"]);
  });

  it("gives each coding a strong ETag of its own", async () => {
    const { port } = await start();
    const tags = await Promise.all(
      ["identity", "gzip", "br"].map((coding) => etagOf(port, ANA, { "Accept-Encoding": coding })),
    );

    expect(tags).toEqual(tags.map(() => expect.stringMatching(/^"[\w-]+"$/)));
    expect(new Set(tags).size).toBe(3);
  });

  it("is not applied to problems", async () => {
    const { port } = await start();
    const answer = await getRaw(port, "/nothing", { "Accept-Encoding": "br, gzip" });

    expect(answer.headers.has("content-encoding")).toBe(false);
    expect(problemOf(answer).status).toBe(404);
  });
});

describe("a conditional request", () => {
  it.each([
    ["its exact ETag", (etag: string) => etag],
    ["a list with its ETag", (etag: string) => `"one", ${etag}, "other"`],
    ["its ETag made weak", (etag: string) => `W/${etag}`],
    ["a star", () => "*"],
    ["two lines, one with its ETag", (etag: string) => `"one"\r\nIf-None-Match: ${etag}`],
  ])("with %s is 304 without a body", async (_what, header) => {
    const { port } = await start();
    const answer = await getRaw(port, ANA, { "If-None-Match": header(await etagOf(port, ANA)) });

    expect(answer.status).toBe(304);
    expect(answer.body).toBe("");
  });

  it.each([
    ["another ETag", '"0123456789abcdef"'],
    ["an ETag without quotes", "0123456789abcdef"],
    ["nothing in it", ""],
  ])("with %s is 200", async (_what, header) => {
    const { port } = await start();

    expect((await getRaw(port, ANA, { "If-None-Match": header })).status).toBe(200);
  });

  it("with the ETag of another coding is 200", async () => {
    const { port } = await start();
    const etag = await etagOf(port, ANA, { "Accept-Encoding": "br" });

    expect((await getRaw(port, ANA, { "If-None-Match": etag })).status).toBe(200);
    expect(
      (await getRaw(port, ANA, { "If-None-Match": etag, "Accept-Encoding": "br" })).status,
    ).toBe(304);
  });

  it("with the ETag of another document is 200", async () => {
    const { port } = await start();
    const etag = await etagOf(port, `${HEROES}/mercy`);

    expect((await getRaw(port, ANA, { "If-None-Match": etag })).status).toBe(200);
  });

  it("whose answer is 304 still gets every header of the 200 but those of a body", async () => {
    const { port } = await start();
    const whole = await getRaw(port, `${HEROES}/Ana`);
    const etag = whole.headers.get("etag") ?? "";
    const { headers } = await getRaw(port, `${HEROES}/Ana`, { "If-None-Match": etag });

    expect(Object.fromEntries(headers)).toEqual({
      ...HEADERS_OF_EVERY_ANSWER,
      etag,
      "cache-control": "private, max-age=60",
      vary: "Accept-Encoding",
      "content-location": ANA,
      ...DATED,
      connection: "close",
    });
  });

  it("whose answer is 304 is counted", async () => {
    const { port } = await start();
    const etag = await etagOf(port, ANA);
    const { headers } = await getRaw(port, ANA, { "If-None-Match": etag });

    expect(headers.get("ratelimit-remaining")).toBe("58");
  });

  it("for what does not exist is 404, also with a star", async () => {
    const { port } = await start();

    expect((await getRaw(port, `${HEROES}/nobody`, { "If-None-Match": "*" })).status).toBe(404);
  });

  it("for a page or the manifest is 304, too", async () => {
    const { port } = await start();
    const statuses = await Promise.all(
      ["/", "/manifest.json", "/v1/openapi.json"].map(
        async (path) =>
          (await getRaw(port, path, { "If-None-Match": await etagOf(port, path) })).status,
      ),
    );

    expect(statuses).toEqual([304, 304, 304]);
  });
});

describe("HEAD", () => {
  const withoutDateAndWindow = (headers: Map<string, string>) =>
    Object.fromEntries(
      [...headers].filter(([name]) => !/^(date|ratelimit|ratelimit-remaining)$/.test(name)),
    );

  it.each([
    ["a hero", ANA, {}],
    ["a hero by another spelling", `${HEROES}/ANA`, {}],
    ["a compressed list", HEROES, { "Accept-Encoding": "br" }],
    ["what has not changed", ANA, { "If-None-Match": "*" }],
    ["what does not exist", `${HEROES}/nobody`, {}],
    ["a filter that cannot be read", `${PATCHES}?kind=big`, {}],
    ["health", "/health", {}],
    ["a page", "/", {}],
    ["the description", "/v1/openapi.json", {}],
  ])("of %s has the status and the headers of GET, and no body", async (_what, path, headers) => {
    const { port } = await start();
    const get = await getRaw(port, path, headers);
    const head = await getRaw(port, path, headers, "HEAD");

    expect(head.status).toBe(get.status);
    expect(withoutDateAndWindow(head.headers)).toEqual(withoutDateAndWindow(get.headers));
    expect(head.body).toBe("");
  });

  it("names the length that GET would send", async () => {
    const { port } = await start();
    const { body } = await getRaw(port, ANA);
    const { headers } = await getRaw(port, ANA, {}, "HEAD");

    expect(headers.get("content-length")).toBe(`${Buffer.byteLength(body)}`);
  });
});

describe("OPTIONS", () => {
  it.each([ANA, `${HEROES}/nobody`, "/health", "/", "*"])(
    "of %s answers the preflight of a browser",
    async (path) => {
      const { port } = await start();
      const preflight = {
        Origin: "https://app.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "x-api-key",
      };
      const { status, headers, body } = await getRaw(port, path, preflight, "OPTIONS");

      expect(status).toBe(204);
      expect(body).toBe("");
      expect(Object.fromEntries(headers)).toMatchObject({
        ...HEADERS_OF_EVERY_ANSWER,
        allow: "GET, HEAD, OPTIONS",
        "access-control-allow-methods": "GET, HEAD, OPTIONS",
      });
    },
  );

  it.each(["authorization", "x-api-key", "if-none-match"])(
    "lets a browser send %s",
    async (name) => {
      const { port } = await start();
      const { headers } = await getRaw(port, ANA, {}, "OPTIONS");
      const allowed = headers.get("access-control-allow-headers")?.toLowerCase().split(", ");

      expect(allowed).toContain(name);
    },
  );

  it("lets a browser remember its answer", async () => {
    const { port } = await start();
    const { headers } = await getRaw(port, ANA, {}, "OPTIONS");

    expect(Number(headers.get("access-control-max-age"))).toBeGreaterThan(0);
  });
});

describe("a refusal", () => {
  it("for a rejected credential says in RFC 6750's words that it is invalid", async () => {
    const { port } = await start();
    const { headers } = await getRaw(port, ANA, { Authorization: "Bearer nonsense" });

    expect(headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
  });

  it("for a rejected credential reads the same whatever was wrong with it", async () => {
    const { port } = await start();
    const presented: Record<string, string>[] = [
      { "X-API-Key": "gdr_unknown" },
      { "X-API-Key": "nonsense" },
      { "X-API-Key": "" },
      { Authorization: "Bearer nonsense" },
      { Authorization: "Bearer gdr_unknown" },
      { Authorization: "Basic dXNlcjpwYXNz" },
      ...(isOnWorkerd() ? [] : [{ Authorization: "" }]), // the runtime shows none
    ];
    const answers = await Promise.all(presented.map((headers) => getRaw(port, ANA, headers)));

    expect(answers.map(({ status }) => status)).toEqual(presented.map(() => 401));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  it("for a rejected credential says that none is needed", async () => {
    const { port } = await start();
    const answer = await getRaw(port, ANA, { "X-API-Key": "gdr_unknown" });

    expect(problemOf(answer).detail).toMatchInlineSnapshot(
      '"The presented credential was rejected. Without one the request is served at the ' +
        'anonymous limit."',
    );
  });

  it("for a rejected credential says where keys are issued, where that is configured", async () => {
    const { port } = await start({ KEY_SETTINGS_URL: "https://example.org/keys" });
    const answer = await getRaw(port, ANA, { "X-API-Key": "gdr_unknown" });

    expect(problemOf(answer).detail).toMatchInlineSnapshot(
      '"The presented credential was rejected. Without one the request is served at the ' +
        'anonymous limit. Keys are issued at https://example.org/keys."',
    );
  });

  it("for an exhausted limit says which limit and for how long", async () => {
    const { port } = await startProxy(inject("realSite"), { ANONYMOUS_LIMIT: "1" }, () => 0);
    await getRaw(port, ANA);

    expect(problemOf(await getRaw(port, ANA)).detail).toMatchInlineSnapshot(
      `"The limit of 1 requests in 60 seconds is exhausted; it resets in 60 seconds."`,
    );
  });

  it("for an exhausted limit says where keys are issued, where that is configured", async () => {
    const env = {
      ANONYMOUS_LIMIT: "1",
      RATE_WINDOW_SECONDS: "90",
      KEY_SETTINGS_URL: "https://example.org/keys",
    };
    const { port } = await startProxy(inject("realSite"), env, () => 0);
    await getRaw(port, ANA);

    expect(problemOf(await getRaw(port, ANA)).detail).toMatchInlineSnapshot(
      '"The limit of 1 requests in 90 seconds is exhausted; it resets in 90 seconds. ' +
        'Keys, which have a window of their own, are issued at https://example.org/keys."',
    );
  });

  it("for another method says which, and that the service is read-only", async () => {
    const { port } = await start();

    expect(problemOf(await getRaw(port, ANA, {}, "DELETE")).detail).toMatchInlineSnapshot(
      `"DELETE is not served; the service is read-only."`,
    );
  });
});
