import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync, symlinkSync } from "node:fs";
import { Agent } from "node:http";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { run } from "../build/program.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { getBy, startLoad } from "../helpers/load.ts";
import { freePort } from "../helpers/port.ts";
import { type Program, portOf, printedBy, serve, site } from "../helpers/program.ts";
import { getRaw } from "../helpers/proxy.ts";
import { SKIP_REDIS, startRedis } from "../helpers/redis.ts";
import { hold } from "./connection.ts";
import { statusesOf } from "./connection-text.ts";

/** One line of the log. */
type Line = {
  level: number;
  msg: string;
  pid: number;
  worker?: number;
  pauseMs?: number;
  status?: number;
};

const MANY = "1000000";

const READY = "GET /ready HTTP/1.1\r\nHost: test\r\n\r\n";

/** Starts so many workers, and waits until all of them serve. */
async function serveBy(
  workers: number,
  env: Record<string, string> = {},
): Promise<Program & { port: number }> {
  const program = serve({
    ...site(),
    PORT: "0",
    WORKERS: `${workers}`,
    ANONYMOUS_LIMIT: MANY,
    ...env,
  });
  const [, port] = await printedBy(program, /by \d+ processes at http:\/\/127\.0\.0\.1:(\d+)"/);
  return { ...program, port: Number(port) };
}

function linesOf({ printed }: Program): Line[] {
  return printed.out
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** The processes that have said that they serve, by worker. */
function readyOf(program: Program): Map<number, number> {
  const ready = linesOf(program).filter(({ msg }) => msg.startsWith("ready at "));
  return new Map(ready.map(({ worker = 0, pid }) => [worker, pid]));
}

/** Kills one of the workers, and returns its number. */
function killOne(program: Program): number {
  const [[worker, pid] = [0, 0]] = readyOf(program);
  process.kill(pid, "SIGKILL");
  return worker;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * How many answers of each status so many requests get that are under way at once, in turn from
 * each port.
 */
async function countStatuses(count: number, ports: number[], headers: Record<string, string> = {}) {
  const agent = new Agent();
  const asked = Array.from({ length: count }, (_, at) =>
    getBy(agent, ports[at % ports.length] ?? 0, "/v1/games", headers),
  );
  const statuses: Record<number, number> = {};
  for (const status of await Promise.all(asked)) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}

const soon = { timeout: 20_000, interval: 20 };

/**
 * However busy the machine is, the store of windows answers in time, and nobody's window ends
 * meanwhile.
 */
const PATIENT = { STORE_WAIT_MS: "30000", RATE_WINDOW_SECONDS: "3600" };

describe("several processes", () => {
  it("serve on one port, say so in one line, and write one log, each with its number", async () => {
    const program = await serveBy(3);
    await getRaw(program.port, "/health");
    const [request] = await printedBy(program, /^.*"msg":"request".*$/m);

    expect(linesOf(program).filter(({ msg }) => msg.startsWith("serving "))).toEqual([
      expect.objectContaining({
        level: 30,
        msg: expect.stringMatching(
          /^serving \S+ \(patch \d{4}-\d\d-\d\d, version 1\) by 3 processes at http:\/\/127\.0\.0\.1:[1-9]\d*$/,
        ),
      }),
    ]);
    // lines are written some at a time
    await vi.waitFor(() => expect([...readyOf(program).keys()].sort()).toEqual([1, 2, 3]));
    expect([1, 2, 3]).toContain(JSON.parse(request).worker);
  });

  it("hold one limit exactly, however many ask at once", async () => {
    const { port } = await serveBy(4, { ...PATIENT, ANONYMOUS_LIMIT: "1000" });

    expect(await countStatuses(1_100, [port])).toEqual({ 200: 1_000, 429: 100 });
  });

  it("go on from their last counts while their keeper hangs, and say so once", async () => {
    const program = await serveBy(2, { ANONYMOUS_LIMIT: "5" });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ask = () => getBy(agent, program.port, "/v1/games");
    const before = [await ask(), await ask(), await ask()];
    program.child.kill("SIGSTOP");
    const meanwhile = [await ask(), await ask(), await ask(), await ask()];
    program.child.kill("SIGCONT");
    await printedBy(program, /can be used again; windows are shared/);
    const warnings = linesOf(program).filter(({ level }) => level > 30);

    expect([...before, ...meanwhile]).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(warnings).toMatchObject([
      {
        level: 40,
        msg: "the process that keeps the windows cannot be used; this process counts on its own",
      },
    ]);
  });
});

describe("a worker that is killed", () => {
  it("is replaced, and the others answer meanwhile", async () => {
    const program = await serveBy(3);
    const load = startLoad(program.port, "/v1/games");
    const killed = killOne(program);
    await vi.waitFor(() => expect([...readyOf(program).keys()]).toHaveLength(4), soon);
    const { answers, errors } = await load.stop();

    expect(linesOf(program).filter(({ level }) => level > 30)).toMatchObject([
      { level: 50, worker: killed, signal: "SIGKILL", msg: "a worker has ended by itself" },
    ]);
    expect(Object.keys(answers)).toEqual(["200"]);
    expect(answers[200]).toBeGreaterThan(20);
    // those that the dead one was in the middle of: one of each client
    expect(errors.length).toBeLessThanOrEqual(8);
  });
});

describe("SIGHUP", () => {
  it("replaces every worker, and no request is lost", async () => {
    const program = await serveBy(2);
    const before = [...readyOf(program).values()];
    const load = startLoad(program.port, "/v1/games");
    program.child.kill("SIGHUP");
    await printedBy(program, /every worker is a new one/);
    const { answers, errors } = await load.stop();

    expect({ kinds: Object.keys(answers), errors }).toEqual({ kinds: ["200"], errors: [] });
    expect(before.filter(isAlive)).toEqual([]);
    expect(readyOf(program).size).toBe(4);
  });

  it("leaves connections open that nobody uses, so none ends as it is used", async () => {
    const program = await serveBy(2);
    const kept = await Promise.all(Array.from({ length: 32 }, () => hold(program.port, READY)));
    const expectAnswers = (statuses: number[]) =>
      vi.waitFor(() => {
        for (const { received } of kept) expect(statusesOf(received())).toEqual(statuses);
      }, soon);
    await expectAnswers([200]);
    program.child.kill("SIGHUP");
    await printedBy(program, /"worker":[12],.*"msg":"closing"/);
    await pause(3_000);
    for (const { socket } of kept) socket.write(READY);

    await expectAnswers([200, 200]);
    for (const { socket } of kept) socket.destroy();
    await printedBy(program, /every worker is a new one/);
  });

  it("gives way to SIGTERM at once, and calls that no failure", async () => {
    const program = await serveBy(2);
    const kept = await Promise.all(Array.from({ length: 32 }, () => hold(program.port, READY)));
    program.child.kill("SIGHUP");
    await printedBy(program, /"worker":[12],.*"msg":"closing"/);
    program.child.kill("SIGTERM");

    expect(await program.exited).toBe(0);
    await Promise.all(kept.map(({ ended }) => ended));
    expect(linesOf(program).filter(({ level }) => level > 30)).toEqual([]);
    expect(program.printed.out).not.toContain("every worker is a new one");
  });

  it("keeps its workers where new ones cannot start, and tries ever less often", async () => {
    const link = join(temporaryFolder(), "site");
    symlinkSync(inject("realSite"), link);
    const program = await serveBy(2, { SITE: link });
    const before = [...readyOf(program).values()];
    rmSync(link);
    program.child.kill("SIGHUP");
    await printedBy(program, /a new worker could not start; those before it serve on/);

    expect(program.printed.err).toBe(
      `SITE: ${link}/manifest.json does not exist; build the site first, or name another one\n`,
    );
    expect(before.filter(isAlive)).toEqual(before);

    const lost = linesOf(program).length;
    killOne(program);
    const pauses = () =>
      linesOf(program)
        .slice(lost)
        .flatMap(({ pauseMs = 0 }) => (pauseMs > 0 ? pauseMs : [])); // none after a long life
    await vi.waitFor(() => expect(pauses().length).toBeGreaterThanOrEqual(3), soon);
    const [first = 0, second, third] = pauses();
    expect([second, third]).toEqual([first * 2, first * 4]);
    expect((await getRaw(program.port, "/health")).status).toBe(200);

    symlinkSync(inject("realSite"), link);
    await vi.waitFor(() => expect([...readyOf(program).keys()]).toHaveLength(3), soon);
  });
});

describe("SIGHUP with a broken site, where nobody reads standard error", () => {
  it("ends no process", async () => {
    const link = join(temporaryFolder(), "site");
    symlinkSync(inject("realSite"), link);
    const program = await serveBy(2, { SITE: link });
    program.child.stderr?.destroy();
    rmSync(link);
    program.child.kill("SIGHUP");
    await printedBy(program, /a new worker could not start; those before it serve on/);

    expect((await getRaw(program.port, "/health")).status).toBe(200);
  });
});

describe("several processes that are told to stop", () => {
  it("answer the requests that they are in the middle of", async () => {
    const program = await serveBy(2);
    const socket = connect(program.port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    const text: string[] = [];
    socket.setEncoding("utf8").on("data", (chunk: string) => void text.push(chunk));
    socket.write(
      "GET /health HTTP/1.1\r\nHost: test\r\n\r\nGET /v1/games HTTP/1.1\r\nHost: test\r\n",
    );
    await vi.waitFor(() => expect(text.join("")).toContain('"status": "ok"'), soon);
    program.child.kill("SIGTERM");
    await vi.waitFor(
      () => expect(program.printed.out.match(/"msg":"closing"/g)).toHaveLength(3),
      soon,
    );
    socket.write("\r\n");

    expect(await program.exited).toBe(0);
    expect(text.join("")).toContain('"name": "Overwatch"');
    expect(program.printed.err).toBe("");
    expect([...readyOf(program).values()].filter(isAlive)).toEqual([]);
  });

  it("by the death of the first process end too", async () => {
    const program = await serveBy(2);
    const workers = [...readyOf(program).values()];
    program.child.kill("SIGKILL");
    await program.exited;

    await vi.waitFor(() => expect(workers.filter(isAlive)).toEqual([]), soon);
  });
});

describe("several processes that cannot start", () => {
  it("say once which setting is bad", async () => {
    const program = serve({ ...site(), PORT: "0", WORKERS: "4", ANONYMOUS_LIMIT: "none" });

    expect(await program.exited).toBe(1);
    expect(program.printed).toEqual({
      out: "",
      err:
        'ANONYMOUS_LIMIT: "none" cannot be used; expected a whole number of requests from 1 ' +
        "to 1000000000\n",
    });
  });

  it("say once that there is no site", async () => {
    const nowhere = join(temporaryFolder(), "dist");
    const program = serve({ SITE: nowhere, PORT: "0", WORKERS: "4" });

    expect(await program.exited).toBe(1);
    expect(program.printed).toEqual({
      out: "",
      err:
        `SITE: ${nowhere}/manifest.json does not exist; build the site first, or name ` +
        "another one\n",
    });
  });

  it("say once that the port is taken", async () => {
    const server = createServer().listen(await freePort(), "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" ? `${address?.port}` : "";
    const program = serve({ ...site(), PORT: port, WORKERS: "4" });

    expect(await program.exited).toBe(1);
    expect(program.printed.out).toBe("");
    expect(program.printed.err).toMatch(
      new RegExp(`^HOST, PORT: 127\\.0\\.0\\.1:${port} cannot be listened on: .*EADDRINUSE.*\\n$`),
    );
  });
});

describe.skipIf(SKIP_REDIS)("several proxies with one store", () => {
  it("hold one limit exactly, however many ask at once", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "keys.json");
    const { stdout: key } = await run(["keys", "issue", "--name", "bot", "--file", file], {
      cwd: folder,
    });
    const { url } = await startRedis();
    const env = { ...site(), ...PATIENT, PORT: "0", API_KEYS_FILE: file, REDIS_URL: url };
    const programs = [serve(env), serve(env), serve({ ...env, WORKERS: "2" })];
    const ports = await Promise.all(programs.map(portOf));
    await printedBy(programs[2] as Program, /by 2 processes/);

    expect(await countStatuses(1_100, ports, { "X-API-Key": key.trim() })).toEqual({
      200: 1_000,
      429: 100,
    });
  });

  it("answer every request while the store dies and comes back, with one warning", async () => {
    const server = await startRedis();
    const program = serve({ ...site(), PORT: "0", ANONYMOUS_LIMIT: MANY, REDIS_URL: server.url });
    const load = startLoad(await portOf(program), "/v1/games");
    await server.kill();
    await printedBy(
      program,
      /the store of REDIS_URL cannot be used; this process counts on its own/,
    );
    await server.restart();
    await printedBy(program, /the store of REDIS_URL can be used again; windows are shared/);
    const { answers, errors } = await load.stop();

    expect({ kinds: Object.keys(answers), errors }).toEqual({ kinds: ["200"], errors: [] });
    expect(linesOf(program).filter(({ level }) => level > 30)).toMatchObject([
      { level: 40, reason: expect.any(String) },
    ]);
    expect(program.printed.err).toBe("");
  });

  it("reach it by TLS, and trust no other certificate", async () => {
    const folder = temporaryFolder();
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    const request = [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-keyout",
      key,
    ];
    spawnSync("openssl", [
      ...request,
      "-out",
      certificate,
      "-subj",
      "/CN=store",
      "-addext",
      "subjectAltName=IP:127.0.0.1",
    ]);
    const tlsPort = await freePort();
    const tls = [
      "--tls-port",
      `${tlsPort}`,
      "--tls-cert-file",
      certificate,
      "--tls-key-file",
      key,
      "--tls-auth-clients",
      "no",
    ];
    await startRedis([...tls, "--requirepass", "s3cret"]);
    const env = { ...site(), PORT: "0", REDIS_URL: `rediss://:s3cret@127.0.0.1:${tlsPort}` };
    const trusting = serve({ ...env, NODE_EXTRA_CA_CERTS: certificate });
    await portOf(trusting);
    // On a machine that is so busy that the first answer takes 250 ms, it says so, and uses the
    // store later.
    await vi.waitFor(() => {
      const said = linesOf(trusting).filter(({ msg }) => msg.includes("the store of REDIS_URL"));
      expect(said.at(-1)?.msg ?? "can be used again").toContain("can be used again");
    }, soon);
    expect(trusting.printed.out).not.toMatch(/certificate/i);

    const doubting = serve(env);
    await portOf(doubting);
    expect(linesOf(doubting).filter(({ level }) => level > 30)).toMatchObject([
      { level: 40, reason: expect.stringContaining("self-signed certificate") },
    ]);
    expect(doubting.printed.out).not.toContain("s3cret");
  });
});
