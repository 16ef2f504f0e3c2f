import { checkData } from "../../build/data/check-data.ts";
import { namesOf } from "../../build/data/names.ts";
import { checkFiles } from "../../build/match-log/check-files.ts";
import { LOGS } from "../helpers/match-logs.ts";
import { REAL_DATA } from "./generated-data.ts";

/** The size of the log. The page has to check as much in five seconds. */
const BYTES = 50_000_000;

/**
 * Checks one log in a new process, as the worker of a page does, and prints the seconds. With the
 * argument `split` it only splits the log into lines.
 */
const checked = checkData(REAL_DATA);
if (!checked.ok) throw new Error("the real data has problems");
const names = namesOf(checked.data);
const log = new File([logOf(BYTES)], "log.txt");
const start = performance.now();
if (process.argv[2] === "split") await split(log);
else await checkFiles([log], names);
process.stdout.write(`${(performance.now() - start) / 1000}\n`);

/** A log of the given size: the logs of the tests, repeated. */
function logOf(bytes: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.alloc(bytes, `${Object.values(LOGS).join("\n")}\n`));
}

/** Decodes a file and splits it into lines, which every reader of lines has to do. */
async function split(file: File): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  let lines = 0;
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const cut = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = cut.pop() ?? "";
    lines += cut.length;
  }
  if (lines === 0) throw new Error("the log has no lines");
}
