import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { siteIn, startOrigin } from "../helpers/origin.ts";
import { portOf, printedBy, serve, site } from "../helpers/program.ts";
import { getRaw } from "../helpers/proxy.ts";
import { ask, authorizationServer, bearer } from "./auth/credentials.ts";

/** A server's port that is taken until the test ends. */
async function takePort() {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Reads from a socket until what has come matches. */
async function receive(socket: Socket, pattern: RegExp) {
  let text = "";
  while (!pattern.test(text)) text += String((await once(socket, "data"))[0]);
  return text;
}

it("gamedata serve serves an origin's site, looks at it on SIGHUP, and never prints its password", async () => {
  const origin = await startOrigin(siteIn(inject("realSite")));
  const program = serve({
    SITE: origin.url.replace("//", "//me:p%40ss@"),
    PORT: "0",
    ANONYMOUS_LIMIT: "9",
  });
  const port = await portOf(program);
  expect((await getRaw(port, "/v1/overwatch/heroes/ana")).status).toBe(200);
  program.child.kill("SIGHUP");
  await printedBy(program, /"msg":"new site loaded"/);
  program.child.kill("SIGTERM");

  expect(await program.exited).toBe(0);
  expect(program.printed.out).toMatch(/"serving http:\/\/\.\.\.@127\.0\.0\.1:\d+ \(patch /);
  expect(program.printed.out + program.printed.err).not.toMatch(/p(%40|@)ss/);
});

it("gamedata serve fetches the keys of an issuer with the client that is bundled", async () => {
  const server = await authorizationServer();
  const program = serve({ ...site(), PORT: "0", AUTH_URL: server.issuer, JWT_AUDIENCE: "a" });
  const port = await portOf(program);
  await printedBy(program, /"msg":"JWKS updated"/);

  expect((await ask(port, bearer(await server.issue({ aud: "a" })))).status).toBe(200);
});

it.each([
  [
    "for each bad value",
    async () => ({ PORT: "none", LOG_LEVEL: "loud" }),
    /^PORT: "none" cannot [^\n]+\nLOG_LEVEL: "loud" cannot [^\n]+\n$/,
  ],
  [
    "where the port is taken",
    async () => ({ PORT: `${await takePort()}` }),
    /^HOST, PORT: cannot listen on 127\.0\.0\.1:\d+: listen EADDRINUSE: [^\n]+\n$/,
  ],
  [
    "where the key file cannot be used",
    async () => ({ API_KEYS_FILE: "/nowhere/keys.json" }),
    /^API_KEYS_FILE: \/nowhere\/keys\.json cannot be read [^\n]+\n$/,
  ],
])(
  "gamedata serve that cannot start prints one line %s, and exits with 1",
  async (_, env, line) => {
    const program = serve({ ...site(), ...(await env()) });

    expect(await program.exited).toBe(1);
    expect(program.printed).toEqual({ out: "", err: expect.stringMatching(line) });
  },
);

describe("gamedata serve that is asked to stop", () => {
  it("by SIGINT exits with 0, as by SIGTERM", async () => {
    const program = serve({ ...site(), PORT: "0" });
    await portOf(program);
    program.child.kill("SIGINT");

    expect(await program.exited).toBe(0);
    expect(program.printed.err).toBe("");
  });

  it("does not wait any longer when asked a second time", async () => {
    const program = serve({ ...site(), PORT: "0" });
    const socket = connect(await portOf(program), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.write("GET /health HTTP/1.1\r\nHost: test\r\n\r\nGET /health HTTP/1.1\r\n");
    await receive(socket, /"status": "ok"/);
    program.child.kill("SIGTERM");
    await printedBy(program, /"msg":"closing"/);
    program.child.kill("SIGTERM");

    expect(await program.exited).toBe(1);
  });
});
