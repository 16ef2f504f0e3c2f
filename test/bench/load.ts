import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { cpuSecondsOf, isInstalled, type Program } from "../harness/programs.ts";

/** A server under load. It ends with the part of the benchmark that started it. */
export type Server = Program & { url: string };

/** A request that is sent again and again, and the status of every answer. Default: 200. */
export type Requests = { path: string; headers?: Record<string, string>; status?: number };

/** The results of a load. */
export type Sample = {
  requestsPerSecond: number;
  /** Processor time of the server and its children for each request, in microseconds. */
  cpuMicroseconds: number;
  /** The median time of a response, and those that 1 and 0.1 % exceed, in microseconds. */
  latency: number[];
};

/** Servers run on one core and the load on the other, if processes can be pinned. */
const CORES = { server: "0", load: "1" };

const canPin = isInstalled("taskset");

/** A command line that runs on its core only. */
export function pinned(core: keyof typeof CORES, command: string[]): [string, string[]] {
  const [program = "", ...args] = canPin ? ["taskset", "-c", CORES[core], ...command] : command;
  return [program, args];
}

const folders = mkdtempSync(join(tmpdir(), "gamedata-bench-"));
process.on("exit", () => rmSync(folders, { recursive: true, force: true }));

/** A new folder, which is removed when the benchmark ends. */
export function temporaryFolder() {
  return mkdtempSync(join(folders, "part-"));
}

/**
 * wrk prints its figures by a Lua script; `errors.status` counts answers from 400 on. Where
 * `PAUSE_MS` is set, each connection pauses for that long on average after a response.
 */
const SCRIPT = join(folders, "figures.lua");
writeFileSync(
  SCRIPT,
  `local pause = tonumber(os.getenv("PAUSE_MS"))
  if pause then
    function delay() return math.floor(2 * pause * math.random() + 0.5) end
  end
  function done(summary, latency)
  local errors = summary.errors
  local lost = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format("total=%d microseconds=%d refused=%d lost=%d p50=%d p99=%d p999=%d\\n", summary.requests, summary.duration, errors.status, lost, latency:percentile(50), latency:percentile(99), latency:percentile(99.9)))
end
`,
);

const CONNECTIONS = 64;

/**
 * Sends requests over 64 connections that stay open: as many as a server can answer, or about
 * `perSecond`. Throws if an answer is lost or has the wrong kind of status.
 */
export async function load(
  server: Server,
  requests: Requests,
  seconds: number,
  perSecond?: number,
): Promise<Sample> {
  const { status = 200, path, headers = {} } = requests;
  const fields = Object.entries(headers).flatMap((field) => ["-H", field.join(": ")]);
  const options = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "-s", SCRIPT, ...fields];
  const [command, args] = pinned("load", ["wrk", ...options, server.url + path]);
  const before = cpuSecondsOf(server);
  const pause = perSecond && { PAUSE_MS: `${(CONNECTIONS * 1_000) / perSecond}` };
  const env = { ...process.env, ...pause };
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = await Promise.all([text(child.stdout), once(child, "close")]);
  const cpuSeconds = cpuSecondsOf(server) - before;

  const figures =
    /total=(\d+) microseconds=(\d+) refused=(\d+) lost=(\d+) p50=(\d+) p99=(\d+) p999=(\d+)/.exec(
      printed,
    );
  if (figures === null) throw new Error(`the load on ${server.url} has no figures: ${printed}`);
  const [total = 0, microseconds = 0, refused = 0, lost = 0, ...latency] = figures
    .slice(1)
    .map(Number);
  if (total === 0 || lost > 0 || refused !== (status < 400 ? 0 : total))
    throw new Error(
      `${server.url}${path}: of ${total} answers ${refused} were refusals and ${lost} were lost`,
    );
  return {
    requestsPerSecond: total / (microseconds / 1e6),
    cpuMicroseconds: (cpuSeconds * 1e6) / total,
    latency,
  };
}
