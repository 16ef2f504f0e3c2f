import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { WORKER_FILE } from "../../build/site/worker-file.ts";
import { startRuntime } from "../programs/edge/start-runtime.ts";
import { inTurns, seriesOf } from "./measure.ts";
import { cpuSeconds } from "./process.ts";
import type { Row } from "./report.ts";
import { SITE } from "./servers.ts";

/** The time from a start to the end of the first answer, in milliseconds. */
type Start = { ms: number; cpuMs: number };

const EMPTY_WORKER = `import { DurableObject } from "cloudflare:workers";
export class CallerWindow extends DurableObject {}
export default { fetch: () => new Response("nothing") };
`;

/** Starts the runtime with the worker of a site, and sends one request. */
async function startOf(site: string, path: string): Promise<Start> {
  const began = performance.now();
  const { process: child, stop, urls } = await startRuntime(site, {}, [{ address: "127.0.0.1:0" }]);
  try {
    const answer = await fetch(`${urls[0]}${path}`);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    const ms = performance.now() - began;
    return { ms, cpuMs: (cpuSeconds(child.pid ?? 0) ?? Number.NaN) * 1_000 };
  } finally {
    stop();
  }
}

/** A folder with a worker that does nothing. */
function emptySite(): string {
  const site = mkdtempSync(join(tmpdir(), "gamedata-bench-"));
  mkdirSync(join(site, dirname(WORKER_FILE)), { recursive: true });
  writeFileSync(join(site, WORKER_FILE), EMPTY_WORKER);
  return site;
}

/** Measures how much longer the first answer of the gate takes than that of an empty worker. */
export async function measureColdStart(rounds: number): Promise<Row[]> {
  const empty = emptySite();
  const starts = new Map([
    ["gate", () => startOf(SITE, "/v1/overwatch/heroes/ana")],
    ["empty", () => startOf(empty, "/")],
  ]);
  await inTurns(1, starts); // loads the program and its files into the system's memory
  const samples = await inTurns(rounds, starts);
  const [gate = [], others = []] = [samples.get("gate"), samples.get("empty")];
  const beyond = (of: (start: Start) => number) =>
    seriesOf(gate.map((start, at) => of(start) - of(others[at] ?? { ms: 0, cpuMs: 0 })));
  const median = (list: Start[], of: (start: Start) => number) =>
    seriesOf(list.map(of)).median.toFixed(0);
  const row = (what: string, of: (start: Start) => number): Row => ({
    part: "edge",
    what,
    yardstick: "an empty worker",
    goal: { bound: "at most", value: 100 },
    ratio: beyond(of),
    measured: `${median(gate, of)} ms to ${median(others, of)} ms`,
  });
  return [
    row("cold start to the first answer, ms beyond", ({ ms }) => ms),
    row("its processor time, ms beyond", ({ cpuMs }) => cpuMs),
  ];
}
