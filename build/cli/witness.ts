import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { type WitnessFile, WitnessFileSchema } from "../core/schema/witness.ts";
import { formatJson } from "../core/site/parse-json.ts";
import { joinKeepingPrefix } from "../core/site/site-files.ts";
import { describeLag } from "../generator/data/checks/witnesses.ts";
import {
  COMPARED,
  type Comparison,
  compareWithRecord,
  countComparisons,
} from "../generator/history/witnesses.ts";
import { replaceFile } from "../generator/write/update-file.ts";
import { checkedData, DATA_TO_WRITE, dataToWrite, parseInput } from "./terminal/data-folder.ts";
import { count, InputError, print } from "./terminal/terminal.ts";

/** `gamedata witness`. */
export function addWitnessCommand(program: Command): void {
  program
    .command("witness")
    .description("compare a table of another source with the record as of its days")
    .argument("<table>", "a JSON file in the form of witnesses/, such as those in the data folder")
    .option("--take", "put the table into witnesses/ of the data folder")
    .option("--data <dir>", DATA_TO_WRITE)
    .action(compare);
}

/** Prints what differs, a line each, and how many values compare in each way. */
function compare(file: string, flags: { take?: boolean; data?: string }) {
  const table = parseInput(readFileSync(file, "utf8"), file, WitnessFileSchema);
  const dir = dataToWrite(flags.data);
  const comparisons = compareWithRecord(table, checkedData(dir));
  const { days, id } = table;
  for (const one of comparisons) if (one.is !== "equal") print(describe(one, days));
  const counts = countComparisons(comparisons);
  print(`${file}: ${COMPARED.map((is) => `${count(counts[is])} ${is}`).join(", ")}`);
  const lag = describeLag(comparisons);
  if (lag !== undefined) throw new InputError(`${file}: ${lag}`);
  if (!flags.take) return;
  const taken = `witnesses/${id}.json`;
  mkdirSync(dirname(join(dir, taken)), { recursive: true });
  replaceFile(join(dir, taken), formatJson({ $schema: "../schemas/witness.json", ...table }));
  print(joinKeepingPrefix(dir, taken));
}

/** `different  heroes/ana/health/standard: 250 on record, 225 on 2026-10-07`. */
function describe({ is, target, ours, value, from }: Comparison, days: WitnessFile["days"]) {
  const record = ours === undefined ? "" : `${ours} on record, `;
  return `${is.padEnd("no such target".length)}  ${target}: ${record}${value} on ${days[from]?.day}`;
}
