import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { cpuSecondsOf } from "../harness/programs.ts";
import { pinned, type Server, temporaryFolder } from "./servers.ts";

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
  /** Processor time of the server and its children for each request, in microseconds. */
  cpuMicroseconds: number;
};

const CONNECTIONS = 64;

/**
 * Sends as many requests as a server can answer, over 64 connections that stay open. Throws if an
 * answer is lost or has the wrong kind of status.
 */
export async function load(server: Server, requests: Requests, seconds: number): Promise<Sample> {
  const { status = 200, paths } = requests;
  const options = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "-s", scriptOf(requests)];
  const [command, args] = pinned("load", ["wrk", ...options, server.url]);
  const before = cpuSecondsOf(server);
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = await Promise.all([text(child.stdout), once(child, "close")]);
  const cpuSeconds = cpuSecondsOf(server) - before;

  const figures = /total=(\d+) microseconds=(\d+) refused=(\d+) lost=(\d+)/.exec(printed);
  if (figures === null) throw new Error(`the load on ${server.url} has no figures: ${printed}`);
  const [total = 0, microseconds = 0, refused = 0, lost = 0] = figures.slice(1).map(Number);
  if (total === 0 || lost > 0 || refused !== (status < 400 ? 0 : total))
    throw new Error(
      `${server.url}${paths[0]}: of ${total} answers ${refused} were refusals and ${lost} ` +
        "were lost",
    );
  return {
    requestsPerSecond: total / (microseconds / 1e6),
    cpuMicroseconds: (cpuSeconds * 1e6) / total,
  };
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
  const { paths, headers = [{}] } = requests;
  const lines = Array.from({ length: Math.max(paths.length, headers.length) }, (_, at) => {
    const fields = Object.entries(headers[at % headers.length] ?? {});
    return [paths[at % paths.length], ...fields.map((field) => field.join(": "))].join("\t");
  });
  const dir = temporaryFolder();
  const [list, script] = [join(dir, "requests.txt"), join(dir, "script.lua")];
  writeFileSync(list, `${lines.join("\n")}\n`);
  writeFileSync(script, SCRIPT.replace("LIST", JSON.stringify(list)));
  scripts.set(requests, script);
  return script;
}
