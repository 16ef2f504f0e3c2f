import { sum, type Tally } from "./load.ts";

/** Prints the results of a load, and further rows. */
export function report(
  tally: Tally,
  broken: readonly string[],
  others: readonly [string, string][] = [],
): void {
  const { requests, unsent, statuses, times, wrong, lost, cutByKill } = tally;
  times.sort((a, b) => a - b);
  const percentile = (share: number) =>
    `${(times[Math.floor(times.length * share)] ?? 0).toFixed(1)} ms`;
  const byStatus = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  const rows = [
    ["requests", `${requests}`],
    ["due, not sent on a slow machine", `${unsent}`],
    ["answers by status", byStatus.join(", ")],
    ["wrong answers", `${sum(wrong)}`],
    ["lost", `${sum(lost)}`],
    ["cut by a kill, asked again", `${cutByKill}`],
    [
      "p50, p99, slowest",
      [percentile(0.5), percentile(0.99), percentile(1 - 1 / times.length)].join(", "),
    ],
    ...others,
  ];
  for (const [name = "", value] of rows) say(`${name.padEnd(32)}${value}`);
  for (const [what, count] of [...wrong].slice(0, 10)) say(`wrong, ${count} times: ${what}`);
  for (const [what, count] of [...lost].slice(0, 10)) say(`lost, ${count} times: ${what}`);
  for (const what of broken) say(`broken: ${what}`);
}

/** Prints a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
