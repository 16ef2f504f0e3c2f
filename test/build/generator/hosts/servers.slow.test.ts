import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { hasSiblings } from "../../../../build/core/site/codings.ts";
import { hostFiles } from "../../../../build/generator/hosts/host-files.ts";
import { HEADERS } from "../../../../build/generator/hosts/rules.ts";
import { realManifest, realPaths } from "../../../helpers/built-site.ts";
import { getRaw, type RawAnswer, sendRaw, startProxy } from "../../../helpers/proxy.ts";
import {
  type BytesAnswer,
  encodeEveryByte,
  encodePath,
  keepAliveClient,
  problemOf,
} from "../../../proxy/wire.ts";
import { copyOf, manifestOf, oldSite } from "../../cli/deployment/site.ts";
import { HOST_SERVERS, type Running } from "./servers.ts";

const site = inject("realSite");
const manifest = realManifest();

/** Every path that answers, with the file it answers with. */
const PATHS = realPaths();

/** What the contract says of an answer, and a static host can give as the proxy does. */
function promised({ status, headers, body }: BytesAnswer) {
  const names = [
    "content-type",
    "content-location",
    "vary",
    "link",
    "x-content-type-options",
    "access-control-allow-origin",
    "content-security-policy",
    "referrer-policy",
  ];
  return {
    status,
    body: body.toString("base64"),
    ...Object.fromEntries(names.map((name) => [name, headers[name]])),
  };
}

type Answers = Map<string, BytesAnswer>;

async function fetchAll(port: number, headers: Record<string, string> = {}): Promise<Answers> {
  const get = keepAliveClient(port);
  return new Map(
    await Promise.all(
      PATHS.map(async ({ path }) => [path, await get(encodePath(path), headers)] as const),
    ),
  );
}

/** Paths as a client may write them that name nothing. */
const STRANGE_PATHS = [
  `
  /nothing /v1 /v1/ /V1/games /v1/Games /v1/chess/heroes /v1/overwatch/nothing
  /v1/overwatch/heroes/nobody /v1/overwatch/heroes/nobody?since=2026-01-01
  /v1/overwatch/heroes/nobody/abilities /v1/overwatch/heroes/ana/nothing
  /v1/overwatch/heroes/%EB%AC%B4%EC%A0%9C /v1/overwatch/heroes/<script>alert(1)</script>
  /v1/overwatch/heroes/$request_uri /v1/overwatch/heroes/%7Bpath%7D /v1/overwatch/heroes/an%3F
  /v1/overwatch/heroes/an%23a /v1/overwatch/heroes/* /v1/overwatch/heroes/an*
  /v1/overwatch/heroes/[a]na /v1/overwatch/heroes/ana%20 /v1/overwatch/heroes/ana.
  /v1/overwatch/heroes/%FF /v1/overwatch/maps/nowhere /v1/overwatch/patches/1999-01-01
  /v1/overwatch/patches/1999-01-01/changes
  `,
  // spellings that a host resolves, decodes, merges or cuts
  `
  /v1/overwatch/heroes/ /v1/overwatch/heroes/ana/ /v1/overwatch/heroes/ana/abilities/ //
  //v1/games /v1//games /v1/overwatch/heroes//ana /v1/./games /v1/../v1/games /v1/%2e/games
  /v1/%2E%2e/v1/games /v1/overwatch/heroes/. /v1/overwatch/heroes/.. /v1/overwatch%2Fheroes
  /v1/overwatch/heroes%2fana /v1/overwatch/heroes/ana%2Fabilities /v1/overwatch/heroes/ana%00
  /v1/games#fragment /v1/overwatch/heroes/${"a".repeat(300)}
  `,
  // files that are not documents, or documents by another name
  `
  /details/heroes/nobody.json /details/heroes/.json /details/heroes/ana
  /details/heroes/%EC%95%84%EB%82%98 /details/heroes/%EC%95%84%EB%82%98.json.br
  /details/heroes/%EC%95%84%EB%82%98/ana.json /details/patches/%EC%95%84%EB%82%98.json
  /v1/overwatch/heroes/ana.json /v1/overwatch/heroes/Soldier:%2076.json /v1/overwatch/heroes.json
  /health.json /v1/overwatch/heroes/404 /v1/overwatch/heroes/%34%30%34
  /v1/overwatch/heroes/404.json /404 /404.html /v1/404 /v1/openapi /v1/openapi.json/
  /v1/openapi.json.br /index /index.html /manifest /manifest.json.br /manifest.json.gz /feeds
  /feeds/ /feeds/patches /feeds/patches.json.br /problems/not-found.html
  /problems/not-found.html.gz /hosts /hosts/nginx/http.conf /hosts/Caddyfile /hosts/site.caddyfile
  `,
].flatMap((text) => text.trim().split(/\s+/));

/** The headers of a problem, each of them once. */
function expectProblemHeaders({ headers }: RawAnswer) {
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
    link: '</v1/openapi.json>; rel="service-desc"',
  });
  for (const name of ["content-location", "content-security-policy", "referrer-policy", "etag"])
    expect(headers.has(name)).toBe(false);
}

/** What the proxy says of the same refusals. */
const PROBLEM_TYPES_OF: Record<number, object> = {
  400: { title: "Bad Request" },
  412: { title: "Precondition Failed" },
};

/** What the proxy answers to every path, and to the strange ones. */
async function askProxy() {
  const env = { ANONYMOUS_LIMIT: "1000000", LOG_LEVEL: "silent" };
  const { port } = await startProxy(site, env);
  const strange = STRANGE_PATHS.map(async (path) => [path, await getRaw(port, path)] as const);
  return { answers: await fetchAll(port), problems: new Map(await Promise.all(strange)) };
}

let ofProxy: ReturnType<typeof askProxy> | undefined;

/** The same, fetched once. */
const proxyAnswers = () => (ofProxy ??= askProxy());

/** A small site, configured for another address. */
async function siteAt(baseUrl: string) {
  const dir = copyOf(await oldSite());
  for (const { file, body } of hostFiles({ ...manifestOf(dir), baseUrl }))
    writeFileSync(join(dir, file), body);
  return dir;
}

it.for(HOST_SERVERS)(
  "$name serves two sites, each with its own problems",
  async (host, { skip }) => {
    skip(!host.isInstalled, `${host.name} is not installed`);
    const { ports, stop } = await host.start(site, await siteAt("https://other.example.org"));
    onTestFinished(stop);
    const answers = await Promise.all(
      ports.map(async (port) => ({
        alias: (await getRaw(port, "/v1/overwatch/heroes/%EC%95%84%EB%82%98")).headers.get(
          "content-location",
        ),
        problem: problemOf(await getRaw(port, "/v1/overwatch/heroes/nobody")).type,
      })),
    );

    expect(answers).toEqual(
      [manifest.baseUrl, "https://other.example.org"].map((address) => ({
        alias: "/v1/overwatch/heroes/ana",
        problem: `${address}/problems/not-found`,
      })),
    );
  },
);

describe.each(HOST_SERVERS)(
  "$name with the generated configuration",
  ({ name, isInstalled, start }) => {
    describe.skipIf(!isInstalled)("serves the site", () => {
      let server: Running;
      beforeAll(async () => {
        server = await start(site);
      });
      afterAll(() => server?.stop());

      it("with the proxy's bytes, types and canonical paths, at every path", async () => {
        const { answers: expected } = await proxyAnswers();
        const wrong = [];
        for (const [path, answer] of await fetchAll(server.port)) {
          const wanted = expected.get(path);
          if (
            wanted === undefined ||
            JSON.stringify(promised(answer)) !== JSON.stringify(promised(wanted))
          )
            wrong.push(path);
        }
        expect(wrong).toEqual([]);
        expect(expected.size).toBeGreaterThan(2300);
      });

      it.each([
        ["br", "br"],
        ["gzip", "gz"],
      ])("with the %s siblings that the build made", async (coding, ending) => {
        const answers = await fetchAll(server.port, { "Accept-Encoding": coding });
        const wrong = PATHS.filter(({ path, file }) => {
          const answer = answers.get(path);
          const isCoded = hasSiblings(file);
          if (
            answer?.headers["content-encoding"] !== (isCoded ? coding : undefined) ||
            answer?.headers["vary"] !== "Accept-Encoding"
          )
            return true;
          return !answer.body.equals(
            readFileSync(join(site, isCoded ? `${file}.${ending}` : file)),
          );
        });
        expect(wrong).toEqual([]);
      });

      it("brotli before gzip, and neither to those who refuse them", async () => {
        const path = "/v1/overwatch/heroes";
        const codingOf = async (accepted: string) =>
          (await getRaw(server.port, path, { "Accept-Encoding": accepted })).headers.get(
            "content-encoding",
          );
        expect(await codingOf("gzip, deflate, br")).toBe("br");
        expect(await codingOf("gzip;q=0, br;q=0")).toBeUndefined();
      });

      it("at paths of which every byte is encoded", async () => {
        const get = keepAliveClient(server.port);
        const some = PATHS.filter((_, at) => at % 20 === 0);
        const statuses = await Promise.all(
          some.map(async ({ path }) => (await get(encodeEveryByte(path))).status),
        );
        expect(new Set(statuses)).toEqual(new Set([200]));
      });

      it.each([
        [
          "/",
          /^default-src 'none'; .*form-action 'none'.*; frame-ancestors 'none'$/,
          "no-referrer",
        ],
        ["/assets/heroes/ana.svg", /^default-src 'none'; .*sandbox$/, undefined],
        ["/v1/overwatch/heroes/ana", undefined, undefined],
      ])("so that a browser knows what it may do with %s", async (path, policy, referrer) => {
        const { headers } = await getRaw(server.port, path);
        const given = headers.get("content-security-policy");
        if (policy === undefined) expect(given).toBeUndefined();
        else expect(given).toMatch(policy);
        expect(headers.get("referrer-policy")).toBe(referrer);
      });

      it("without a date, as newer content can have an older one", async () => {
        const path = "/v1/overwatch/heroes/ana";
        const { status, headers } = await getRaw(server.port, path, {
          "If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT",
        });
        expect([status, headers.has("last-modified")]).toEqual([200, false]);
      });

      it.each(STRANGE_PATHS)(
        "but not what is not there, with the proxy's problem: %s",
        async (path) => {
          const expected = (await proxyAnswers()).problems.get(path);
          const answer = await getRaw(server.port, path);
          const { detail, ...problem } = problemOf(answer);
          const { detail: _, suggestions: __, ...wanted } = JSON.parse(expected?.body ?? "");
          expect(answer.status).toBe(404);
          expect(problem).toEqual(wanted);
          expect(manifest.problems.map((one) => one.detail)).toContain(detail);
          expectProblemHeaders(answer);
          expect(answer.headers.get("vary")).toBe("Accept, Accept-Encoding");
        },
      );

      it.each([
        ["/Heroes/ANA", "/heroes/ana"],
        ["/heroes/ana/", "/heroes/ana"],
        ["/heroes/ana.html", "/heroes/ana"],
        ["/docs/gethero/?a=1&b=%2F", "/docs/getHero?a=1&b=%2F"],
        ["/MATRIX", "/matrix"],
        ["/index.html", "/"],
        ["/heroes/%EC%95%84%EB%82%98?a=1", "/heroes/ana?a=1"],
        ["/maps/King's%20Row/", "/maps/kings-row"],
      ])("and leads people to the page they mean, and programs nowhere: %s", async (path, page) => {
        const person = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
        const { status, headers } = await getRaw(server.port, path, person);
        expect([status, headers.get("location")]).toEqual([301, page]);
        expect(headers.get("vary")).toBe("Accept, Accept-Encoding");
        expect(headers.get("cache-control")).toBe("no-store");
        expect(headers.has("content-location")).toBe(false);
        expect((await getRaw(server.port, path)).status).toBe(404);
      });

      it.each([
        ["/heroes/anaa", {}],
        ["/heroes/anaa/", { "If-None-Match": "*" }],
        ["/no/such/page", { Range: "bytes=0-5" }],
        ["//", { "If-Match": '"other"' }],
        ["/404", {}],
        ["/not-found/", {}],
      ])("and shows people a page that helps: %s %j", async (path, conditions) => {
        const person = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8", ...conditions };
        const { status, headers, body } = await getRaw(server.port, path, person);
        expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
        expect(body).toContain("There is no page here");
        expect(body).toContain("</html>");
        expect(headers.get("cache-control")).toBe("no-store");
        expect(headers.get("content-security-policy")).toContain("script-src 'self'");
      });

      it.each([
        ["a range", { Range: "bytes=0-5" }, 200],
        ["a range past the end", { Range: "bytes=99999-" }, 200],
        ["an empty range", { Range: "bytes=-0" }, 200],
        ["a range of unknown units", { Range: "items=0-5" }, 200],
        ["If-Match: *", { "If-Match": "*" }, 200],
        ["If-Match of another tag", { "If-Match": '"other"' }, name === "nginx" ? 412 : 200],
        [
          "If-Unmodified-Since",
          { "If-Unmodified-Since": "Fri, 01 Jan 1990 00:00:00 GMT" },
          name === "nginx" ? 412 : 200,
        ],
        ["If-None-Match: *", { "If-None-Match": "*" }, 304],
        ["large cookies", { Cookie: "a".repeat(10_000) }, name === "nginx" ? 400 : 200],
        ["a large body", { "Content-Length": "99999999" }, name === "nginx" ? 400 : 200],
      ])("and every header once, to %s", async (_what, headers, status) => {
        const answer = await getRaw(server.port, "/v1/games", headers);
        expect(answer.status).toBe(status);
        if (status >= 400) {
          expectProblemHeaders(answer);
          expect(problemOf(answer)).toMatchObject(PROBLEM_TYPES_OF[status] ?? {});
        } else {
          expect(answer.headers.get("cache-control")).toBe(HEADERS.cached);
          expect(answer.headers.get("access-control-allow-origin")).toBe("*");
          expect(answer.headers.has("accept-ranges")).toBe(false);
        }
      });

      // Caddy's library answers these itself, before any configuration is asked.
      it.runIf(name === "nginx").each([
        ["an unknown version", "GET /v1/games HTTP/3.0\r\nHost: test\r\n\r\n"],
        ["no host", "GET /v1/games HTTP/1.1\r\n\r\n"],
        ["an unknown coding", "GET / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: x\r\n\r\n"],
        ["a long path", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: test\r\n\r\n`],
      ])("and a problem to a request that cannot be read: %s", async (_what, request) => {
        const answer = await sendRaw(server.port, request);
        expectProblemHeaders(answer);
        expect(problemOf(answer)).toMatchObject({ status: 400, title: "Bad Request" });
      });

      it("but never in the API", async () => {
        const { headers } = await getRaw(server.port, "/v1/none", { Accept: "text/html" });
        expect(headers.get("content-type")).toBe("application/problem+json");
      });

      it.each(manifest.problems)(
        "with the detail of the folder a name is looked up in: $path",
        async ({ path, detail }) => {
          const answer = await getRaw(server.port, `${path === "/" ? "" : path}/no-such-thing`);
          expect(problemOf(answer).detail).toBe(detail);
        },
      );

      it.each([
        ["a quote", '/v1/overwatch/heroes/a"b'],
        ["a backslash", "/v1/overwatch/heroes/a\\b"],
        ["braces", "/v1/overwatch/heroes/{path}"],
        ["bytes that are not encoded", Buffer.from("/v1/overwatch/heroes/없다").toString("latin1")],
      ])("and a problem that is sound JSON whatever the path holds: %s", async (_what, path) => {
        const request = `GET ${path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`;
        const answer = await sendRaw(server.port, Buffer.from(request, "latin1"));
        expect(answer.status).toBe(404);
        expect(["/v1/overwatch/heroes", path]).toContain(problemOf(answer).instance);
      });

      it.each(["/v1/%zz", "/v1/games%", "/../etc/passwd"])(
        "and survives a path that is not a URI: %s",
        async (path) => {
          const answer = await getRaw(server.port, path);
          // Caddy's library answers malformed encodings itself, before any configuration is asked.
          const isUnread = name === "Caddy" && path.includes("%");
          expect(answer.status).toBe(isUnread ? 400 : 404);
          if (!isUnread) expect(problemOf(answer).instance).toBe(path);
        },
      );
    });
  },
);
