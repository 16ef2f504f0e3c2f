import { join } from "node:path";
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import { type FastifyInstance, fastify } from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { issueKey } from "../../build/cli/keys/edit-keys.ts";
import type { GamedataOptions } from "../../proxy/fastify.d.ts";
import { gamedata } from "../../proxy/plugin.ts";
import { oldSite } from "../build/cli/deployment/site.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { getRaw, type RawAnswer } from "../helpers/proxy.ts";

/** Somebody else's server, with the service below `/gamedata`. */
async function startForeign(
  options: Partial<GamedataOptions> = {},
  server: { trustProxy?: boolean } = {},
  prepare: (app: FastifyInstance) => void = () => undefined,
): Promise<number> {
  const app = fastify(server);
  prepare(app);
  app.get("/own", async () => ({ own: true }));
  app.setErrorHandler((_error, _request, reply) => reply.code(418).send("theirs"));
  app.get("/fails", async () => {
    throw new Error("theirs");
  });
  app.register(gamedata, { site: await oldSite(), prefix: "/gamedata", ...options });
  onTestFinished(() => app.close());
  return Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
}

const APP = "https://app.example";

/** Registers what many servers have. */
function hooksOfManyServers(app: FastifyInstance): void {
  app.register(helmet);
  app.register(cors, { origin: [APP], credentials: true, exposedHeaders: ["X-Own"] });
  app.register(compress, { threshold: 0 });
  app.addHook("onSend", async (_request, reply) => {
    reply.header("X-Own", `saw ${reply.statusCode}`);
  });
}

const remaining = ({ headers }: RawAnswer) => headers.get("ratelimit-remaining");

describe("the service in a server of somebody else", () => {
  it("answers below its prefix, and points there", async () => {
    const port = await startForeign();
    const { status, headers, body } = await getRaw(port, "/gamedata/v1/overwatch/heroes/ANA");

    expect([status, JSON.parse(body)]).toMatchObject([200, { id: "ana" }]);
    expect(headers.get("content-location")).toBe("/gamedata/v1/overwatch/heroes/ana");
    expect(headers.get("link")).toBe('</gamedata/v1/openapi.json>; rel="service-desc"');
  });

  it.each([
    ["GET", "/gamedata/v1/nothing", 404],
    ["GET", "/gamedata/health", 200],
    ["GET", "/gamedata", 200],
    ["GET", "/gamedata/v1/%2e%2e", 404],
    ["POST", "/gamedata/v1/games", 405],
    ["OPTIONS", "/gamedata/v1/games", 204],
  ])("answers %s %s with %i and the headers of every answer", async (method, path, status) => {
    const port = await startForeign();
    const answer = await getRaw(port, path, {}, method);

    expect([answer.status, answer.headers.get("ratelimit-limit")]).toEqual([status, "60"]);
    if (status === 404) expect(JSON.parse(answer.body)).toMatchObject({ instance: path });
  });

  it("counts, and shows what is open without counting it", async () => {
    const keySettingsUrl = "https://example.org/keys";
    const port = await startForeign({ limits: { anonymous: 2 }, keySettingsUrl });
    const paths = ["v1/games", "v1/openapi.json", "v1/games", "v1/games"];
    const answers: RawAnswer[] = [];
    for (const path of paths) answers.push(await getRaw(port, `/gamedata/${path}`));
    expect(answers[3]?.body).toContain(keySettingsUrl);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers.map(remaining)).toEqual(["1", "1", "0", "0"]);
  });

  it("lets that server say who is calling", async () => {
    const port = await startForeign({
      identify: ({ headers }) =>
        headers["x-user"] === undefined
          ? { kind: "anonymous" }
          : { kind: "keyed", id: `account:${headers["x-user"]}`, scopes: ["gamedata:read"] },
    });

    expect(remaining(await getRaw(port, "/gamedata/v1/games", { "X-User": "me" }))).toBe("999");
    expect(remaining(await getRaw(port, "/gamedata/v1/games"))).toBe("59");
  });

  it.each<[string, unknown]>([
    ["of an unknown kind", { kind: "admin" }],
    ["with scopes in a string", { kind: "keyed", id: "me", scopes: "gamedata:read" }],
    ["without an id", { kind: "keyed", id: "", scopes: [] }],
    ["that is nothing", undefined],
  ])("answers 500 where identify returns a caller %s", async (_what, caller) => {
    const returning = (value: unknown) => () => value as { kind: "anonymous" };
    const port = await startForeign({ identify: returning(caller) });
    const later = await startForeign({ identify: returning(Promise.resolve(caller)) });

    expect((await getRaw(port, "/gamedata/v1/games")).status).toBe(500);
    expect((await getRaw(later, "/gamedata/v1/games")).status).toBe(500);
  });

  it("keeps the ids of identify apart from the windows of addresses", async () => {
    const port = await startForeign({
      limits: { anonymous: 2, keyed: 2 },
      identify: ({ headers }) =>
        headers["x-user"] === undefined
          ? { kind: "anonymous" }
          : { kind: "keyed", id: "address:127.0.0.1", scopes: ["gamedata:read"] },
    });
    await getRaw(port, "/gamedata/v1/games", { "X-User": "me" });

    expect(remaining(await getRaw(port, "/gamedata/v1/games"))).toBe("1");
  });

  it("refuses to be registered in an HTTP/2 server", async () => {
    const app = fastify({ http2: true });
    app.register(gamedata, { site: await oldSite() });

    await expect(app.ready()).rejects.toThrow("It supports HTTP/1.1.");
  });

  it("leaves everything else to that server", async () => {
    const port = await startForeign();
    const [own, fails, missing] = await Promise.all(
      ["/own", "/fails", "/missing"].map((path) => getRaw(port, path)),
    );

    expect([own?.body, fails?.status, missing?.status]).toEqual(['{"own":true}', 418, 404]);
    expect(own?.headers.has("ratelimit-limit")).toBe(false);
  });

  it("takes the keys of a file, and finds addresses as that server does", async () => {
    const file = join(temporaryFolder(), "keys.json");
    const { key } = issueKey(file, { prefix: "gdr_", name: "reader" }, new Date());
    const port = await startForeign({ keys: file, limits: { anonymous: 1 } }, { trustProxy: true });
    const ask = (headers: Record<string, string>) =>
      getRaw(port, "/gamedata/v1/games", headers).then(remaining);

    expect(await ask({ "X-API-Key": key })).toBe("999");
    expect(await ask({ "X-Forwarded-For": "192.0.2.1" })).toBe("0");
    expect(await ask({ "X-Forwarded-For": "192.0.2.2" })).toBe("0");
    const again = await getRaw(port, "/gamedata/v1/games", { "X-Forwarded-For": "192.0.2.2" });
    expect(again.status).toBe(429);
  });

  it.each<[string, string, Record<string, string>]>([
    ["GET", "v1/overwatch/heroes", { "Accept-Encoding": "br" }],
    ["GET", "v1/overwatch/heroes", { "Accept-Encoding": "deflate" }],
    ["HEAD", "v1/overwatch/heroes", { "Accept-Encoding": "gzip" }],
    ["GET", "v1/overwatch/heroes/ANA", {}],
    ["GET", "v1/games", { "If-None-Match": "*" }],
    ["GET", "v1/nothing", { "Accept-Encoding": "gzip" }],
    ["GET", "", { "Accept-Encoding": "br" }],
  ])("%s /%s %j is the same answer with helmet, cors and compress", async (method, path, asked) => {
    const plain = await startForeign();
    const port = await startForeign({}, {}, hooksOfManyServers);
    const [alone, hosted] = await Promise.all(
      [plain, port].map((at) => getRaw(at, `/gamedata/${path}`, { ...asked, Origin: APP }, method)),
    );
    const own = Object.fromEntries(alone?.headers ?? []);
    const theirs = Object.fromEntries(hosted?.headers ?? []);

    expect([hosted?.status, hosted?.body]).toEqual([alone?.status, alone?.body]);
    expect(theirs).toMatchObject({
      ...own,
      date: expect.any(String),
      "x-request-id": expect.stringMatching(/^req-/), // as in that server's log
      vary: ["Origin", own["vary"]].filter((name) => name !== undefined).join(", "),
      "access-control-allow-origin": APP,
      "access-control-expose-headers": `X-Own, ${own["access-control-expose-headers"]}`,
      "access-control-allow-credentials": "true",
      "content-security-policy": own["content-security-policy"] ?? expect.any(String),
      "strict-transport-security": expect.any(String),
      "x-own": `saw ${alone?.status}`,
    });
    expect([theirs["content-encoding"], theirs["content-length"]]).toEqual([
      own["content-encoding"],
      own["content-length"],
    ]);
  });

  it("answers 500 without the headers of the document where an onSend hook fails", async () => {
    const port = await startForeign({}, {}, (app) => {
      app.addHook("onSend", async (_request, reply) => {
        if (reply.statusCode === 200) throw new Error("theirs");
      });
    });
    const answer = await getRaw(port, "/gamedata/v1/games", { "Accept-Encoding": "br" });

    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([500, { status: 500 }]);
    expect([answer.headers.get("etag"), answer.headers.get("content-encoding")]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each(["onRequest", "preParsing", "preHandler"] as const)(
    "leaves the error of a hook %s to that server",
    async (name) => {
      const port = await startForeign({}, {}, (app) => {
        app.addHook(name as "onRequest", async () => {
          throw new Error("theirs");
        });
      });
      const { status, body } = await getRaw(port, "/gamedata/v1/games");
      expect([status, body]).toEqual([418, "theirs"]);
    },
  );

  it("does not see what its router refuses", async () => {
    const port = await startForeign();
    const { status, headers } = await getRaw(port, "/gamedata/v1/%ZZ");

    expect([status, headers.has("ratelimit-limit")]).toEqual([400, false]);
  });

  it("ends with that server", async () => {
    const app = fastify();
    app.register(gamedata, { site: await oldSite(), prefix: "/gamedata" });
    const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
    expect((await getRaw(Number(port), "/gamedata/v1/games")).status).toBe(200);
    await app.close();

    await expect(getRaw(Number(port), "/gamedata/v1/games")).rejects.toThrow("ECONNREFUSED");
  });

  it("reports what is wrong with its site when it is made ready", async () => {
    const app = fastify();
    app.register(gamedata, { site: "nowhere" });

    await expect(app.ready()).rejects.toThrow("nowhere/manifest.json does not exist");
  });

  it.each<[string, Partial<GamedataOptions>]>([
    ['limits.anonymous: "0" cannot be used; expected a whole', { limits: { anonymous: 0 } }],
    ["redis: the value cannot be used; expected redis://", { redis: "http://s3cret@host" }],
    ['keySettingsUrl: "keys" cannot be used; expected', { keySettingsUrl: "keys" }],
    ['tokens.issuer: "auth" cannot be used; expected', { tokens: { issuer: "auth" } }],
  ])("reports by its name which option cannot be used: %s", async (message, options) => {
    const app = fastify();
    app.register(gamedata, { site: await oldSite(), ...options });

    await expect(app.ready()).rejects.toThrow(message);
  });
});
