import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { PACKAGE_ROOT } from "../../build/core/package.ts";
import { smallSite } from "../build/cli/deployment/site.ts";
import { bareEnvironment, type Place } from "../build/program.ts";

/** The program as it is shipped; it was compiled before the tests. */
export const PROGRAM = join(PACKAGE_ROOT, ".compiled/gamedata.js");

/** A program that runs, and what it has printed so far. */
export type Program = {
  child: ChildProcess;
  printed: { out: string; err: string };
  exited: Promise<number | null>;
};

/**
 * Starts `gamedata serve` with nothing in the environment but the given variables; killed when the
 * test ends.
 */
export function serve(env: Record<string, string>, args: string[] = []) {
  return start(["serve", ...args], env);
}

/** Starts `gamedata`, as `serve` does. */
export function start(args: string[], env: Record<string, string>) {
  return startCommand(process.execPath, [PROGRAM, ...args], { env });
}

/** Starts any program; killed when the test ends. */
export function startCommand(command: string, args: string[], options: SpawnOptions) {
  const child = spawn(command, args, { ...options, stdio: "pipe" });
  const printed = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed.err += text;
  });
  const exited = once(child, "close").then(([code]) => code as number | null);
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, printed, exited };
}

/** Waits until the program has printed something that matches. */
export async function printedBy({ child, printed }: Program, pattern: RegExp) {
  let from = 0;
  for (;;) {
    const found = pattern.exec(printed.out.slice(from));
    if (found) return found;
    from = printed.out.lastIndexOf("\n") + 1;
    if (child.exitCode !== null) throw new Error(`exited with ${child.exitCode}: ${printed.err}`);
    const enough = new AbortController();
    const { signal } = enough;
    await Promise.race([
      once(child.stdout ?? child, "data", { signal }),
      once(child, "close", { signal }),
    ]);
    enough.abort();
  }
}

/** The port that the program has printed. */
export async function portOf(program: Program) {
  const [, port] = await printedBy(program, /at http:\/\/127\.0\.0\.1:(\d+)"/);
  return Number(port);
}

/**
 * The variable that names a small site, which each process reads in a fraction of the time of the
 * real one.
 */
export const site = () => ({ SITE: smallSite() });

/** Runs the program as it is shipped, in a process of its own, which is killed after a minute. */
export function runShipped(args: string[], { cwd, env = {} }: Place) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { ...bareEnvironment(), ...env },
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

/** Runs `gamedata` until it ends, with no settings but those given. */
export async function gamedata(args: string[], env: Record<string, string> = {}) {
  const { exited, printed } = start(args, { PORT: "0", ...env });
  const code = await exited;
  return { code, stdout: printed.out, stderr: printed.err };
}
