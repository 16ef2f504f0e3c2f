import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { cpuSeconds, pinned, type Server } from "./process.ts";

/**
 * Requests that are sent in turn, again and again, and the status of every answer. Default: 200.
 */
export type Requests = {
  paths: readonly string[];
  headers?: readonly Record<string, string>[];
  status?: number;
};

/** The results of a load. */
export type Sample = {
  requestsPerSecond: number;
  /**
   * Processor time of the server and its children for each request, in microseconds. Undefined if
   * it cannot be read.
   */
  cpuMicroseconds: number | undefined;
  /** The 99th percentile of the answer time, in microseconds. Only of a paced load. */
  p99Microseconds?: number;
};

const CONNECTIONS = 64;

/**
 * Sends as many requests as a server can answer, over 64 connections that stay open. Throws if an
 * answer is lost or has the wrong kind of status.
 */
export async function load(server: Server, requests: Requests, seconds: number): Promise<Sample> {
  const { status = 200, paths } = requests;
  const before = cpuSeconds(server.pid);
  const command = [
    "wrk",
    "-t1",
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    "-s",
    scriptOf(requests),
    server.url,
  ];
  const printed = await outputOf(...pinned("load", command));
  const after = cpuSeconds(server.pid);

  const figures = /total=(\d+) microseconds=(\d+) refused=(\d+) lost=(\d+)/.exec(printed);
  if (figures === null) throw new Error(`the load on ${server.url} has no figures: ${printed}`);
  const [total = 0, microseconds = 0, refused = 0, lost = 0] = figures.slice(1).map(Number);
  if (total === 0 || lost > 0 || refused !== (status < 400 ? 0 : total)) {
    throw new Error(
      `${server.url}${paths[0]}: of ${total} answers ${refused} were refusals and ${lost} ` +
        "were lost",
    );
  }
  return {
    requestsPerSecond: total / (microseconds / 1e6),
    cpuMicroseconds:
      before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / total,
  };
}

const PACER = resolve(".compiled/bench/yardsticks/pacer.js");

/**
 * Sends the first request `rate` times a second, and measures the time of each answer. Throws if an
 * answer does not come.
 */
export async function pacedLoad(
  server: Server,
  requests: Requests,
  seconds: number,
  rate: number,
): Promise<Sample> {
  const fields = Object.entries({ Host: "bench", ...requests.headers?.[0] }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const env = {
    PORT: new URL(server.url).port,
    RATE: `${rate}`,
    SECONDS: `${seconds}`,
    REQUEST: `GET ${requests.paths[0]} HTTP/1.1\r\n${fields.join("")}\r\n`,
  };
  const printed = await outputOf(...pinned("load", [process.execPath, PACER]), env);
  const [, p99, lost] = /p99=(\d+) lost=(\d+)/.exec(printed) ?? [];
  if (lost !== "0") throw new Error(`${server.url}: ${lost} answers did not come: ${printed}`);
  return { requestsPerSecond: rate, cpuMicroseconds: undefined, p99Microseconds: Number(p99) };
}

/** wrk takes its requests from a Lua script; `errors.status` counts answers from 400 on. */
const SCRIPT = `
local requests, at = {}, 0
function init()
  for line in io.lines(LIST) do
    local headers = {}
    for name, value in line:gmatch("\\t([^:]+): ([^\\t]+)") do headers[name] = value end
    requests[#requests + 1] = wrk.format("GET", line:match("^[^\\t]+"), headers)
  end
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary)
  local errors = summary.errors
  local lost = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format("total=%d microseconds=%d refused=%d lost=%d\\n", summary.requests, summary.duration, errors.status, lost))
end
`;

const scripts = new Map<Requests, string>();

function scriptOf(requests: Requests): string {
  const known = scripts.get(requests);
  if (known !== undefined) return known;
  const dir = mkdtempSync(join(tmpdir(), "gamedata-bench-"));
  const { paths, headers = [{}] } = requests;
  const lines = Array.from({ length: Math.max(paths.length, headers.length) }, (_, at) => {
    const fields = Object.entries(headers[at % headers.length] ?? {}).map(
      ([name, value]) => `\t${name}: ${value}`,
    );
    return `${paths[at % paths.length]}${fields.join("")}\n`;
  });
  const list = join(dir, "requests.txt");
  const script = join(dir, "script.lua");
  writeFileSync(list, lines.join(""));
  writeFileSync(script, SCRIPT.replace("LIST", JSON.stringify(list)));
  scripts.set(requests, script);
  return script;
}

function outputOf(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  return new Promise((resolve) => child.once("close", () => resolve(printed)));
}
