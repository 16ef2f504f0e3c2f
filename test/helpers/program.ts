import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { smallSite } from "../build/cli/deployment/site.ts";

export const PROGRAM = fileURLToPath(new URL("../../.compiled/gamedata.js", import.meta.url));

/** A program as it was compiled before the tests, and what it has printed so far. */
export type Program = {
  child: ChildProcess;
  printed: { out: string; err: string };
  exited: Promise<number | null>;
};

/**
 * Starts `gamedata serve` with nothing in the environment but the given variables; killed when the
 * test ends.
 */
export function serve(env: Record<string, string>, args: string[] = []): Program {
  return start(["serve", ...args], env);
}

/** Starts `gamedata`, as `serve` does. */
export function start(args: string[], env: Record<string, string>): Program {
  return startCommand(process.execPath, [PROGRAM, ...args], { env });
}

/** Starts any program; killed when the test ends. */
export function startCommand(command: string, args: string[], options: SpawnOptions): Program {
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
export async function printedBy(
  { child, printed }: Program,
  pattern: RegExp,
): Promise<RegExpExecArray> {
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
export async function portOf(program: Program): Promise<number> {
  const [, port] = await printedBy(program, /at http:\/\/127\.0\.0\.1:(\d+)"/);
  return Number(port);
}

/**
 * The variable that names a small site, which each process reads in a fraction of the time of the
 * real one.
 */
export const site = (): { SITE: string } => ({ SITE: smallSite() });
