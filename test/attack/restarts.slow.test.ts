import { Agent, get } from "node:http";
import pino from "pino";
import { expect, inject, it, vi } from "vitest";
import { readConfig } from "../../proxy/config.ts";
import { createApp } from "../../proxy/http/server.ts";
import { createMemoryWindows } from "../../proxy/limit/windows.ts";
import { loadCatalog } from "../../proxy/site/stored-catalog.ts";
import { listen } from "../../proxy/start.ts";

const CLIENTS = 64;
const RESTARTS = 10;

/** Much longer than clients that are answered need to come again. */
const GRACE = { listenMs: 0, idleMs: 60_000 };

/** A server of the site on a port of its own, and how to end it as SIGTERM does. */
async function startOne(catalog: Awaited<ReturnType<typeof loadCatalog>>) {
  const read = readConfig({ ANONYMOUS_LIMIT: "1000000", LOG_LEVEL: "silent" });
  if ("problems" in read) throw new Error(read.problems.join());
  const app = createApp({
    config: read.config,
    catalog: () => catalog,
    identify: async () => ({ kind: "anonymous" }),
    windows: createMemoryWindows(60),
    logger: pino({ level: "silent" }),
  });
  const { port } = new URL(await listen(app, { host: "127.0.0.1", port: 0 }));
  return { port: Number(port), end: () => app.close(GRACE) };
}

/** Asks once; says whether the answer ends its connection. */
function ask(agent: Agent, port: number) {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: "/v1/games", agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
      answer.on("error", reject).on("end", () => resolve(answer.headers.connection === "close"));
      answer.resume();
    }).on("error", reject);
  });
}

it("64 clients that ask without a pause lose nothing over ten restarts", async () => {
  const catalog = await loadCatalog(inject("realSite"));
  let server = await startOne(catalog);
  let isOver = false;
  const lost: string[] = [];
  const portOf = new Map<number, number>();

  /** Stays on its connection until an answer ends it, as every client does. */
  const client = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let port = server.port;
    while (!isOver && lost.length === 0) {
      try {
        const isEnding = await ask(agent, port);
        portOf.set(number, port);
        if (isEnding) port = server.port;
      } catch (error) {
        lost.push(`${error} at ${port}, where ${server.port} serves`);
      }
    }
    agent.destroy();
  };
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
  const allAreHere = () =>
    vi.waitFor(
      () => {
        expect(lost).toEqual([]);
        const here = [...portOf.values()].filter((port) => port === server.port);
        expect(here).toHaveLength(CLIENTS);
      },
      { timeout: 20_000, interval: 5 },
    );

  for (let restart = 0; restart < RESTARTS; restart += 1) {
    await allAreHere();
    const old = server;
    server = await startOne(catalog);
    await old.end();
  }
  await allAreHere();
  isOver = true;
  await Promise.all(clients);
  await server.end();

  expect(lost).toEqual([]);
}, 180_000);
