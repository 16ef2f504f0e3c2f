import { readFileSync, writeFileSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { measureBuilding } from "./building.ts";
import { measureLogs } from "./logs.ts";
import { measurePages } from "./pages.ts";
import { isInstalled } from "./process.ts";
import { findWorse, machine, type Row, recordedFor, toMarkdown } from "./report.ts";
import { measureServing, SERVING_PARTS } from "./serving.ts";

/** The names of all parts. */
const PARTS = [...SERVING_PARTS.keys(), "build", "logs", "pages"];

/** Measures and prints. Only `--against` can fail, and it compares only ratios of one run. */
const program = new Command("bench")
  .description("measure the proxy and the build against this machine's own yardsticks")
  .argument("[parts...]", `of ${PARTS.join(", ")} (default: all)`)
  .option("--rounds <n>", "how often everything is measured", wholeNumber, 5)
  .option("--seconds <n>", "how long one measurement of a server lasts", wholeNumber, 2)
  .option("--json <file>", "write the figures for machines too")
  .option(
    "--against <file>",
    "exit with 1 if a ratio is more than a third worse than in this file, for the same " +
      "processor, in each of four measurements",
  )
  .parse();

const options = program.opts<{
  rounds: number;
  seconds: number;
  json?: string;
  against?: string;
}>();
const parts = program.args.length > 0 ? program.args : PARTS;
const unknown = parts.filter((part) => !PARTS.includes(part));
if (unknown.length > 0)
  program.error(`no such part: ${unknown.join(", ")}; expected ${PARTS.join(", ")}`, {
    exitCode: 2,
  });

const served = parts.filter((part) => SERVING_PARTS.has(part));
if (served.length > 0 && !isInstalled("wrk")) {
  program.error("wrk, which makes the load, is not on the PATH (Debian: apt install wrk)", {
    exitCode: 1,
  });
}
const rows = await measure(parts);
process.stdout.write(`${machine()}; medians of ${options.rounds}\n\n${toMarkdown(rows)}\n`);
if (options.json !== undefined)
  writeFileSync(options.json, `${JSON.stringify({ machine: machine(), rows }, null, 2)}\n`);
if (options.against !== undefined) {
  const before = recordedFor(machine(), JSON.parse(readFileSync(options.against, "utf8")));
  let worse = findWorse(rows, before);
  // Others use this machine too, so a worse figure counts only if it is worse each of four times.
  for (let again = 0; again < 3 && worse.length > 0; again += 1) {
    const suspects = [...new Set(worse.map(({ part }) => part))];
    const now = findWorse(await measure(suspects), before);
    const isStillWorse = ({ figure }: { figure: string }) =>
      now.some((other) => other.figure === figure);
    for (const { line } of worse.filter((one) => !isStillWorse(one)))
      process.stdout.write(`not always: ${line}\n`);
    worse = worse.filter(isStillWorse);
  }
  const lines = worse.map(({ line }) => line);
  if (lines.length > 0) program.error(lines.join("\n"), { exitCode: 1 });
}
process.exit();

async function measure(names: readonly string[]): Promise<Row[]> {
  const serving = names.filter((part) => SERVING_PARTS.has(part));
  return [
    ...(serving.length > 0 ? await measureServing(serving, options) : []),
    ...(names.includes("build") ? await measureBuilding(options) : []),
    ...(names.includes("logs") ? await measureLogs(options) : []),
    ...(names.includes("pages") ? await measurePages(options) : []),
  ];
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new InvalidArgumentError("expected a whole number from 1 on.");
  return Number(text);
}
