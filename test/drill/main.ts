import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { FAULTS } from "./faults.ts";
import { load, sum, type Tally } from "./load.ts";
import { familyOf, hasRedis } from "./programs.ts";
import { createWorld, LIMITS, type World } from "./world.ts";

/**
 * Serves for a while under constant load while one thing after the other goes wrong, and checks every answer. Exit code 1
 * where an answer was wrong or lost: `npm run drill -- --seconds 600 --workers 4 --redis`.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    workers: { type: "string", default: "1" },
    rate: { type: "string", default: "300" },
    redis: { type: "boolean", default: false },
  },
});
const [seconds, workers, rate] = [values.seconds, values.workers, values.rate].map(Number);
if (!(seconds && workers && rate)) {
  say("usage: npm run drill -- [--seconds 60] [--workers 1] [--redis] [--rate 300]");
  process.exit(2);
}

const offers = { redis: values.redis && hasRedis(), workers: workers > 1 };
if (values.redis && !offers.redis) {
  if (process.env["CI"] === "true")
    throw new Error("there is no redis-server, and CI=true leaves nothing out");
  say("there is no redis-server here");
}
const faults = FAULTS.filter(({ needs }) => needs === undefined || offers[needs]);
for (const { name } of FAULTS.filter((fault) => !faults.includes(fault))) say(`left out: ${name}`);

// So many that none comes near its limit: each of the two kinds makes about a quarter of the requests.
const callers = Math.ceil((rate * LIMITS.windowSeconds) / LIMITS.keyed);
const world = await createWorld({ workers, redis: offers.redis, callers });
const before = residentMb(world);
say(
  `${world.url}: ${workers} processes, ${offers.redis ? "Redis" : "no Redis"}, ${rate} requests/s for ${seconds} s`,
);

const end = new AbortController();
const loading = load(world, rate, end.signal);
const began = performance.now();
const pauseMs = Math.max(0, Math.min(5_000, (seconds * 1000) / faults.length - 1_500));
const broken: string[] = [];
for (let at = 0; performance.now() - began < seconds * 1000; at += 1) {
  const fault = faults[at % faults.length];
  if (fault === undefined) break;
  say(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${fault.name}`);
  world.fault = fault.name;
  await fault.strike(world).catch((error: unknown) => broken.push(`${fault.name}: ${error}`));
  await setTimeout(pauseMs);
}
end.abort();
const tally = await loading;
const after = residentMb(world);
const code = await world.stop();
if (code !== 0) broken.push(`the proxy ended with ${code}`);
report(tally, before, after);
process.exitCode = sum(tally.wrong) + sum(tally.lost) + broken.length > 0 ? 1 : 0;

function report(tally: Tally, beforeMb: number, afterMb: number): void {
  const { requests, statuses, times, wrong, lost, cutByKill } = tally;
  times.sort((a, b) => a - b);
  const percentile = (share: number) =>
    `${(times[Math.floor(times.length * share)] ?? 0).toFixed(1)} ms`;
  const byStatus = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  const rows = [
    ["requests", `${requests}`],
    ["answers by status", byStatus.join(", ")],
    ["wrong answers", `${sum(wrong)}`],
    ["lost", `${sum(lost)}`],
    ["cut by a kill, asked again", `${cutByKill}`],
    [
      "p50, p99, slowest",
      [percentile(0.5), percentile(0.99), percentile(1 - 1 / times.length)].join(", "),
    ],
    ["resident memory, start and end", `${beforeMb} MB, ${afterMb} MB`],
  ];
  for (const [name = "", value] of rows) say(`${name.padEnd(32)}${value}`);
  for (const [what, count] of [...wrong].slice(0, 10)) say(`wrong, ${count} times: ${what}`);
  for (const [what, count] of [...lost].slice(0, 10)) say(`lost, ${count} times: ${what}`);
  for (const what of broken) say(`broken: ${what}`);
}

function residentMb({ proxy }: World): number {
  return Math.round(
    familyOf(proxy.child.pid ?? 0).reduce((total, { rssKb }) => total + rssKb, 0) / 1024,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
