import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { PACKAGE_ROOT } from "../../build/core/package.ts";
import { memoryMbOf, startProgram, until } from "../harness/programs.ts";
import { freePort } from "../helpers/port.ts";
import { PROGRAM, say } from "./run.ts";

/**
 * Measures bounds that no test can, as they depend on time: `npm run drill:bounds`. The first are
 * the memory of a process and the wait of others while 500 connections send requests and read
 * nothing. The last is the longest stall while a site with 100,000 spellings is taken over. A busy
 * machine delays everything, so exit code 1 means that a bound was exceeded in every round.
 */
const ROUNDS = 5;
const CONNECTIONS = 500;
const SHORTEST = "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
const PIPELINED = SHORTEST.repeat(1_600); // what Node reads at once

const folder = mkdtempSync(join(tmpdir(), "gamedata-bounds-"));
const site = join(folder, "site");
cpSync(join(PACKAGE_ROOT, "dist"), site, { recursive: true });
const port = await freePort();
const metricsPort = await freePort();
const service = startProgram(process.execPath, [PROGRAM, "serve"], {
  SITE: site,
  PORT: `${port}`,
  METRICS_PORT: `${metricsPort}`,
  ANONYMOUS_LIMIT: "1000000000",
  LOG_LEVEL: "info",
});
const pid = service.child.pid ?? 0;
await until(service, () => service.printed().includes('"msg":"serving '));

const floods = await inRounds(flood);
const known = readFileSync(join(site, "manifest.json"), "utf8");
const many = manyNames();
const stalls = await inRounds(async () => {
  const stall = await takeOver(many);
  await takeOver(known);
  return stall;
});
service.child.kill("SIGTERM");
await service.exited;
rmSync(folder, { recursive: true, force: true });

const rows: readonly [string, number[], string, number][] = [
  ["memory with 500 who do not read", floods.map(({ memoryMb }) => memoryMb), "MB", 320],
  ["slowest response to others meanwhile", floods.map(({ responseMs }) => responseMs), "ms", 300],
  ["longest stall, 100,000 spellings come", stalls, "ms", 50],
];
for (const [what, measured, unit, bound] of rows) {
  const figures = measured.map((value) => value.toFixed(0)).join(", ");
  say(`${what.padEnd(40)}${figures} ${unit}, at most ${bound}`);
}
process.exitCode = rows.every(([, measured, , bound]) => Math.min(...measured) <= bound) ? 0 : 1;

async function inRounds<T>(measure: () => Promise<T>) {
  const measured: T[] = [];
  for (let round = 0; round < ROUNDS; round += 1) measured.push(await measure());
  return measured;
}

/**
 * The memory of the process, and the slowest response to others, while connections send requests
 * and read nothing.
 */
async function flood() {
  const sockets = Array.from({ length: CONNECTIONS }, () =>
    connect(port, "127.0.0.1")
      .on("error", () => undefined)
      .pause(),
  );
  for (const socket of sockets) socket.write(PIPELINED);
  let responseMs = 0;
  for (const end = performance.now() + 3_000; performance.now() < end; await setTimeout(5)) {
    const began = performance.now();
    await (await fetch(`http://127.0.0.1:${port}/health`)).arrayBuffer();
    responseMs = Math.max(responseMs, performance.now() - began);
  }
  const memoryMb = memoryMbOf([pid]);
  for (const socket of sockets) socket.destroy();
  await setTimeout(500);
  return { memoryMb, responseMs };
}

/**
 * Replaces the manifest of the site. Gives the longest stall until it is taken over, in
 * milliseconds.
 */
async function takeOver(manifest: string) {
  const next = join(folder, "manifest.next");
  writeFileSync(next, manifest);
  const before = newestTakeover();
  await stallMs(); // the measurement starts again here
  renameSync(next, join(site, "manifest.json"));
  await until(service, () => newestTakeover() !== before);
  return stallMs();
}

function newestTakeover() {
  const lines = service.printed().split("\n");
  return lines.findLast((line) => line.includes('"msg":"new site loaded"'));
}

/** The longest delay of the service's event loop since the last call, from its metrics. */
async function stallMs() {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1_000;
}

/** The manifest of the site with 100 more heroes, each with 1,000 names. */
function manyNames() {
  const manifest = JSON.parse(known);
  const [first] = manifest.documents;
  for (let hero = 0; hero < 100; hero += 1) {
    const path = `/v1/overwatch/heroes/h${hero}`;
    const names = Array.from({ length: 1_000 }, (_, at) => `${path}-spelled-${at}`);
    const file = `${path.slice(1)}.json`;
    for (const ending of ["", ".br", ".gz"])
      cpSync(join(site, first.file + ending), join(site, file + ending));
    manifest.documents.push({ ...first, path, spellings: [path, ...names], file });
  }
  return JSON.stringify(manifest);
}
