import { parseArgs } from "node:util";
import { isInstalled } from "../harness/programs.ts";
import { measureBuilding } from "./building.ts";
import { isFarOff, type Measurement, machine, type Row, TABLE_HEAD, tableRow } from "./measure.ts";
import { printLatency, SERVING_PARTS, stopServers } from "./serving.ts";

const PARTS = new Map<string, (measurement: Measurement) => Promise<Row[]>>([
  ...SERVING_PARTS,
  ["latency", printLatency],
  ["build", measureBuilding],
]);

const USAGE = `usage: npm run bench -- [PARTS] [--rounds 3] [--seconds 1] [--check]

PARTS are some of ${[...PARTS.keys()].join(", ")}. Default: all.
--check exits with 1 if a figure misses its goal by more than a third in each of four measurements.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "1" },
    check: { type: "boolean", default: false },
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
if (values.check) await checkGoals(rows);
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

/** Others use this machine too, so a figure counts only if it is far off each of four times. */
async function checkGoals(rows: readonly Row[]): Promise<void> {
  let off = rows.filter(isFarOff);
  for (let again = 0; again < 3 && off.length > 0; again += 1) {
    const now = (await measure([...new Set(off.map(({ part }) => part))])).filter(isFarOff);
    off = off.filter(({ what, yardstick }) =>
      now.some((other) => other.what === what && other.yardstick === yardstick),
    );
  }
  for (const { what, yardstick, ratio, goal } of off)
    process.stderr.write(`${what}; ${yardstick}: ${ratio.median}; the goal is ${goal.value}\n`);
  if (off.length > 0) process.exitCode = 1;
}
