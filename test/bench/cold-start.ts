import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { WORKER_FILE } from "../../build/core/site/worker-file.ts";
import { cpuSecondsOf } from "../harness/programs.ts";
import { startRuntime } from "../programs/edge/start-runtime.ts";
import { inTurns, type Measurement, type Row, secondsRow } from "./measure.ts";
import { SITE, temporaryFolder } from "./servers.ts";

const EMPTY_WORKER = `import { DurableObject } from "cloudflare:workers";
export class CallerWindow extends DurableObject {}
export default { fetch: () => new Response("nothing") };
`;

/** The seconds from a start of the runtime to the end of the first answer, and of a processor. */
async function startOf(site: string, path: string): Promise<{ clock: number; cpu: number }> {
  const began = performance.now();
  const { process: child, stop, urls } = await startRuntime(site, {}, [{ address: "127.0.0.1:0" }]);
  try {
    const answer = await fetch(`${urls[0]}${path}`);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return { clock: (performance.now() - began) / 1000, cpu: cpuSecondsOf({ child }) };
  } finally {
    stop();
  }
}

/** Measures how much later the first answer of the worker comes than that of an empty worker. */
export async function measureColdStart({ rounds }: Measurement): Promise<Row[]> {
  const empty = temporaryFolder();
  mkdirSync(join(empty, dirname(WORKER_FILE)), { recursive: true });
  writeFileSync(join(empty, WORKER_FILE), EMPTY_WORKER);
  const starts = new Map([
    ["worker", () => startOf(SITE, "/v1/overwatch/heroes/ana")],
    ["empty", () => startOf(empty, "/")],
  ]);
  await inTurns(1, starts); // loads the program and its files into the system's memory
  const samples = await inTurns(rounds, starts);
  return (["clock", "cpu"] as const).map((by) => {
    const of = (name: string) => samples.get(name)?.map((start) => start[by]) ?? [];
    const beyond = of("worker").map((seconds, at) => seconds - (of("empty")[at] ?? 0));
    const what = `first answer at the edge beyond that of an empty worker, by the ${by}`;
    return secondsRow("cold-start", what, 0.1, beyond);
  });
}
