import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { openSync, readdirSync, readFileSync } from "node:fs";

/** Servers run on one core and the load on the other, if processes can be pinned. */
const CORES = { server: "0", load: "1" };

const canPin = isInstalled("taskset");

/** A server under load, which is a process of its own. */
export type Server = { url: string; pid: number; stop: () => void };

/** Whether a program is on the PATH. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync("which", [program], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A command line that runs on its core only. */
export function pinned(core: keyof typeof CORES, command: string[]): [string, string[]] {
  const [program = "", ...args] = canPin ? ["taskset", "-c", CORES[core], ...command] : command;
  return [program, args];
}

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill(); // SIGTERM, as nginx then ends its workers too
});

/** Starts a server, and waits until it prints its address. */
export function startServer(
  command: string[],
  env: Record<string, string | undefined>,
): Promise<Server> {
  const [program, args] = pinned("server", command);
  const child = spawn(program, args, {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  return new Promise((resolve, reject) => {
    let printed = "";
    child.once("exit", (code: number | null) =>
      reject(new Error(`${command.join(" ")} exited with ${code}: ${printed}`)),
    );
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (printed.length < 10_000) printed += text;
      const [, url] = /at (http:\/\/127\.0\.0\.1:\d+)/.exec(printed) ?? [];
      if (url !== undefined) resolve(serverOf(child, url));
    });
  });
}

/** Starts a server that prints no address, and waits until it answers at `url`. */
export async function startSilentServer(
  command: string[],
  url: string,
  env: Record<string, string> = {},
): Promise<Server> {
  const [program, args] = pinned("server", command);
  const child = spawn(program, args, {
    env: { PATH: process.env["PATH"], ...env },
    stdio: [
      "ignore",
      env["LOG_TO"] === undefined ? "ignore" : openSync(env["LOG_TO"], "w"),
      "ignore",
    ],
  });
  running.add(child);
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(url).catch(() => undefined)) return serverOf(child, url);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${command.join(" ")} does not answer at ${url}`);
}

/**
 * Starts a program that servers under load depend on. It shares the core of the load, and ends with
 * the benchmark.
 */
export function startAlongside(command: string[]): void {
  const [program, args] = pinned("load", command);
  running.add(spawn(program, args, { stdio: "ignore" }));
}

function serverOf(child: ChildProcess, url: string): Server {
  const { pid = 0 } = child;
  return {
    url,
    pid,
    stop: () => {
      running.delete(child);
      child.removeAllListeners("exit");
      child.kill("SIGTERM");
    },
  };
}

/**
 * The processor time that a process and its children have used, in seconds. Undefined if there is
 * no /proc.
 */
export function cpuSeconds(pid: number): number | undefined {
  try {
    return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + cpuOf(each), 0);
  } catch {
    return undefined;
  }
}

const TICKS_PER_SECOND = 100;

function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND; // utime and stime (proc(5))
}

function childrenOf(pid: number): number[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return all.filter((each) => parentOf(each) === pid);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    return undefined; // the process has ended meanwhile
  }
}

/** The fields of /proc/PID/stat from the state on. The name before it may contain spaces. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "latin1");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** The resident memory of a process in MB. Undefined if there is no /proc. */
export function residentMegabytes(pid: number): number | undefined {
  try {
    const [, kilobytes] =
      /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
