import { readFileSync, writeFileSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { measureBuilding } from "./building.ts";
import { isThere } from "./process.ts";
import { fallenSince, machine, toMarkdown } from "./report.ts";
import { measureServing, SERVING_PARTS } from "./serving.ts";

/** What each part measures, by the name that selects it. */
const PARTS = [...SERVING_PARTS.keys(), "build"];

/** Measures and prints; only `--against` asserts, and only ratios of one run. */
const program = new Command("bench")
  .description("measure the proxy and the build against this machine's own yardsticks")
  .argument("[parts...]", `of ${PARTS.join(", ")} (default: all)`)
  .option("--rounds <n>", "how often everything is measured", wholeNumber, 5)
  .option("--seconds <n>", "how long one measurement of a server lasts", wholeNumber, 2)
  .option("--json <file>", "write the figures for machines too")
  .option(
    "--against <file>",
    "exit with 1 where a ratio is more than a third lower than in the figures of this file",
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
if (served.length > 0 && !isThere("wrk")) {
  program.error("wrk, which makes the load, is not on the PATH (Debian: apt install wrk)", {
    exitCode: 1,
  });
}
const rows = [
  ...(served.length > 0 ? await measureServing(served, options) : []),
  ...(parts.includes("build") ? await measureBuilding(options) : []),
];
process.stdout.write(`${machine()}; medians of ${options.rounds}\n\n${toMarkdown(rows)}\n`);
if (options.json !== undefined)
  writeFileSync(options.json, `${JSON.stringify({ machine: machine(), rows }, null, 2)}\n`);
if (options.against !== undefined) {
  const fallen = fallenSince(rows, JSON.parse(readFileSync(options.against, "utf8")).rows);
  if (fallen.length > 0) program.error(fallen.join("\n"), { exitCode: 1 });
}
process.exit();

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new InvalidArgumentError("expected a whole number from 1 on.");
  return Number(text);
}
