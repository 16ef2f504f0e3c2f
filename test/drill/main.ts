import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { FAULTS } from "./faults.ts";
import { load, sum } from "./load.ts";
import { startMemoryWatch } from "./memory.ts";
import { hasRedis } from "./programs.ts";
import { report, say } from "./report.ts";
import { createWorld, LIMITS } from "./world.ts";

/**
 * Runs the service under constant load, lets one thing after the other go wrong, and checks every
 * answer: `npm run drill -- --seconds 600 --workers 2 --redis --disk`. Exit code 1 means that an
 * answer was wrong or lost, or that the processes together took too much memory.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    workers: { type: "string", default: "1" },
    rate: { type: "string", default: "300" },
    redis: { type: "boolean", default: false },
    /**
     * With this, the log is a file, and its disk is sometimes full. Without it, the log is a pipe,
     * which is sometimes not read.
     */
    disk: { type: "boolean", default: false },
    /** Also runs the flood that still loses a request in some runs, as it keeps two cores busy. */
    floods: { type: "boolean", default: false },
    /** The most memory of all processes together, in megabytes. */
    "most-mb": { type: "string" },
  },
});
const [seconds, workers = 1, rate] = [values.seconds, values.workers, values.rate].map(Number);
const mostMb = Number(values["most-mb"] ?? 200 + 100 * workers);
if (!(seconds && workers && rate && mostMb)) {
  say(
    "usage: npm run drill -- [--seconds 60] [--workers 1] [--redis] [--disk] [--floods] " +
      "[--rate 300] [--most-mb 400]",
  );
  process.exit(2);
}

const offers = {
  redis: values.redis && hasRedis(),
  workers: workers > 1,
  disk: values.disk,
  pipe: !values.disk,
  floods: values.floods,
};
if (values.redis && !offers.redis) {
  if (process.env["CI"] === "true")
    throw new Error("there is no redis-server, and CI=true leaves nothing out");
  say("there is no redis-server here");
}
const faults = FAULTS.filter(({ needs }) => needs === undefined || offers[needs]);
for (const { name } of FAULTS.filter((fault) => !faults.includes(fault))) say(`left out: ${name}`);

// The number of keys, and of accounts. Each kind sends about a quarter of the requests, so none of
// them comes near its limit.
const callers = Math.ceil((rate * LIMITS.windowSeconds) / LIMITS.keyed);
const world = await createWorld({ workers, redis: offers.redis, callers, disk: offers.disk });
const memory = startMemoryWatch(world);
say(
  `${world.url}: ${workers} processes, ${offers.redis ? "Redis" : "no Redis"}, ${rate} ` +
    `requests/s for ${seconds} s`,
);

const end = new AbortController();
const loading = load(world, rate, end.signal);
const began = performance.now();
const pauseMs = Math.max(0, Math.min(5_000, (seconds * 1000) / faults.length - 1_500));
const broken: string[] = [];
let hasEnded = false;
void world.proxy.exited.then(() => {
  hasEnded = true;
});
for (let at = 0; performance.now() - began < seconds * 1000; at += 1) {
  if (hasEnded) {
    broken.push(`the proxy has ended while ${world.fault}: ${world.proxy.printed().slice(-2_000)}`);
    break;
  }
  const fault = faults[at % faults.length];
  if (fault === undefined) break;
  say(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${fault.name}`);
  world.fault = fault.name;
  await fault.strike(world).catch((error: unknown) => broken.push(`${fault.name}: ${error}`));
  await setTimeout(pauseMs);
}
end.abort();
const tally = await loading;
const memoryUse = memory.end();
if (memoryUse.peakMb > mostMb)
  broken.push(
    `the processes took ${memoryUse.peakMb} MB, more than ${mostMb}, while ${memoryUse.peakIn}`,
  );
const code = await world.stop();
if (code !== 0) broken.push(`the proxy ended with ${code}`);
report(tally, broken, [
  [
    "memory: start, end, most",
    `${memoryUse.startMb} MB, ${memoryUse.endMb} MB, ${memoryUse.peakMb} MB`,
  ],
  ["most memory while", memoryUse.peakIn],
]);
process.exitCode = sum(tally.wrong) + sum(tally.lost) + broken.length > 0 ? 1 : 0;
