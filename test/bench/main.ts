import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { isInstalled } from "../harness/programs.ts";
import { measureBuilding } from "./building.ts";
import {
  figureOf,
  findWorse,
  type Measurement,
  machine,
  processorHere,
  type Recorded,
  type Row,
  TABLE_HEAD,
  tableRow,
} from "./measure.ts";
import { SERVING_PARTS, stopServers } from "./serving.ts";

const PARTS = new Map<string, (measurement: Measurement) => Promise<Row[]>>([
  ...SERVING_PARTS,
  ["build", measureBuilding],
]);

const USAGE = `usage: npm run bench -- [PARTS] [--rounds 3] [--seconds 1] [--record FILE] [--against FILE]

PARTS are some of ${[...PARTS.keys()].join(", ")}. Default: all.
--record writes the figures of this processor into FILE. --against exits with 1 if a figure is more
than a third worse than in FILE, in each of four measurements.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "1" },
    record: { type: "string" },
    against: { type: "string" },
  },
});
const measurement = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
const parts = positionals.length > 0 ? positionals : [...PARTS.keys()];
const isUsable = measurement.rounds > 0 && measurement.seconds > 0;
if (!isUsable || parts.some((part) => !PARTS.has(part)) || !isInstalled("wrk")) {
  const reason = isInstalled("wrk") ? "" : "wrk, which makes the load, is not on the PATH.\n";
  process.stderr.write(reason + USAGE);
  process.exit(2);
}

process.stdout.write(`${machine()}; medians of ${measurement.rounds}\n\n${TABLE_HEAD}`);
const rows = await measure(parts);
if (values.record !== undefined) {
  const recorded = existsSync(values.record) ? readRecorded(values.record) : {};
  const medians = rows.map((row) => [figureOf(row), Number(row.ratio.median.toFixed(3))] as const);
  recorded[processorHere()] = { ...recorded[processorHere()], ...Object.fromEntries(medians) };
  writeFileSync(values.record, `${JSON.stringify(recorded, null, 2)}\n`);
}
if (values.against !== undefined) await compare(rows, readRecorded(values.against));
process.exit(process.exitCode);

/** Measures one part after the other, and prints each as it ends. An error ends only its part. */
async function measure(names: readonly string[]): Promise<Row[]> {
  const all: Row[] = [];
  for (const name of names) {
    try {
      const measured = (await PARTS.get(name)?.(measurement)) ?? [];
      process.stdout.write(measured.map(tableRow).join(""));
      all.push(...measured);
    } catch (error) {
      process.stderr.write(`${name} could not be measured: ${error}\n`);
      process.exitCode = 1;
    } finally {
      stopServers();
    }
  }
  return all;
}

function readRecorded(file: string): Recorded {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Others use this machine too, so a worse figure counts only if it is worse each of four times. */
async function compare(rows: readonly Row[], recorded: Recorded): Promise<void> {
  let worse = findWorse(rows, recorded, processorHere());
  for (let again = 0; again < 3 && worse.length > 0; again += 1) {
    const suspects = [...new Set(worse.map(({ part }) => part))];
    const now = findWorse(await measure(suspects), recorded, processorHere());
    worse = worse.filter(({ figure }) => now.some((other) => other.figure === figure));
  }
  for (const { line } of worse) process.stderr.write(`${line}\n`);
  if (worse.length > 0) process.exitCode = 1;
}
