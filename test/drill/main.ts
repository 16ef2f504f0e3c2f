import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isInstalled } from "../harness/programs.ts";
import { FAULTS } from "./faults.ts";
import { load, sum } from "./load.ts";
import { startMemoryWatch } from "./memory.ts";
import { report, say } from "./report.ts";
import { createWorld, LIMITS } from "./world.ts";

/**
 * Runs the service under constant load, lets one thing after the other go wrong, and checks every
 * answer: `npm run drill -- --seconds 600 --instances 2 --redis`. Exit code 1 means that an answer
 * was wrong or lost, or that the instances together took too much memory.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    instances: { type: "string", default: "1" },
    rate: { type: "string", default: "300" },
    redis: { type: "boolean", default: false },
    /** The instances share a port. Without this, several are behind Caddy. */
    "reuse-port": { type: "boolean", default: false },
    /** Also runs the flood that still loses a request in some runs, as it keeps two cores busy. */
    floods: { type: "boolean", default: false },
    /** The most memory of all instances together, in megabytes. */
    "most-mb": { type: "string" },
  },
});
const numbers = [values.seconds, values.instances, values.rate].map(Number);
const [seconds, instances = 1, rate] = numbers;
const mostMb = Number(values["most-mb"] ?? 200 + 150 * instances);
if (!(seconds && instances && rate && mostMb)) {
  say(
    "usage: npm run drill -- [--seconds 60] [--instances 1] [--reuse-port] [--redis] [--floods] " +
      "[--rate 300] [--most-mb 500]",
  );
  process.exit(2);
}

const offers = { redis: values.redis, instances: instances > 1, floods: values.floods };
const needed = [
  ...(values.redis ? ["redis-server"] : []),
  ...(instances > 1 && !values["reuse-port"] ? ["caddy"] : []),
];
for (const program of needed.filter((name) => !isInstalled(name)))
  throw new Error(`there is no ${program} here; install it, or run the drill without it`);
const faults = FAULTS.filter(({ needs }) => needs === undefined || offers[needs]);
for (const { name } of FAULTS.filter((fault) => !faults.includes(fault))) say(`left out: ${name}`);

// The number of keys, and of accounts. Each kind sends about a quarter of the requests, so none of
// them comes near its limit.
const callers = Math.ceil((rate * LIMITS.windowSeconds) / LIMITS.keyed);
const reusePort = values["reuse-port"];
const world = await createWorld({ instances, reusePort, redis: values.redis, callers });
const memory = startMemoryWatch(world);
say(
  `${world.url}: ${instances} instances, ${values.redis ? "Redis" : "no Redis"}, ${rate} ` +
    `requests/s for ${seconds} s`,
);

const end = new AbortController();
const loading = load(world, rate, end.signal);
const began = performance.now();
const pauseMs = Math.max(0, Math.min(5_000, (seconds * 1000) / faults.length - 1_500));
const broken: string[] = [];
for (let at = 0; performance.now() - began < seconds * 1000; at += 1) {
  const ended = world.instances.find(({ hasEnded }) => hasEnded());
  if (ended !== undefined) {
    const last = ended.program().printed().slice(-2_000);
    broken.push(`an instance has ended while ${world.fault}: ${last}`);
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
const codes = await world.stop();
if (codes.some((code) => code !== 0)) broken.push(`the instances ended with ${codes.join(", ")}`);
report(tally, broken, [
  [
    "memory: start, end, most",
    `${memoryUse.startMb} MB, ${memoryUse.endMb} MB, ${memoryUse.peakMb} MB`,
  ],
  ["most memory while", memoryUse.peakIn],
]);
process.exitCode = sum(tally.wrong) + sum(tally.lost) + broken.length > 0 ? 1 : 0;
