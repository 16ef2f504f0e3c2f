import { resolve } from "node:path";
import { checkFiles } from "../../build/client/match-log/check-files.ts";
import { namesOf } from "../../build/client/names.ts";
import { checkData } from "../../build/generator/data/check-data.ts";
import { LOGS } from "../helpers/match-logs.ts";
import { inTurns, type Measurement, type Row, secondsRow } from "./measure.ts";

/** The size of the log. A page has to check as much in five seconds. */
const BYTES = 50_000_000;

/** Measures how long the check of a match log takes: the logs of the tests, repeated. */
export async function measureLogs({ rounds }: Measurement): Promise<Row[]> {
  const checked = checkData(resolve("gamedata"));
  if (!checked.ok) throw new Error("the real data has problems");
  const names = namesOf(checked.data);
  const text = `${Object.values(LOGS).join("\n")}\n`;
  const log = new File([new Uint8Array(Buffer.alloc(BYTES, text))], "log.txt");
  const samples = await inTurns(
    rounds,
    new Map([
      ["check", () => secondsOf(() => checkFiles([log], names))],
      ["split", () => secondsOf(() => split(log))],
    ]),
  );
  const [check, values] = [samples.get("check"), samples.get("split")];
  const row = secondsRow.bind(undefined, "logs", "a match log of 50 MB");
  return [row(6, check, { name: "reading and splitting it", values }), row(5, check)];
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Decodes a file and splits it into lines, which every reader of lines has to do. */
async function split(file: File): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  const reader = file.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + decoder.decode(read.value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
  }
}
