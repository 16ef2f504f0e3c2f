import { PassThrough, Readable, Writable } from "node:stream";
import { runProgram } from "../../build/cli/program.ts";

/** What a run of the program gave. */
export type Run = { status: number | null; stdout: string; stderr: string };

/** The moment of every run, after all patches of the tests. */
export const NOW = new Date("2099-12-31T12:00:00Z");

/** Where a run takes place, in an environment that has nothing but what is given. */
export type Place = { cwd: string; env?: Record<string, string>; platform?: NodeJS.Platform };

/**
 * `typed` is what a person types on a terminal, `piped` the pieces that come on standard input,
 * which is else empty.
 */
type Typing = { typed?: string; piped?: readonly Buffer[] };

/** Runs `gamedata` with arguments in a folder, in the process of the test. One run at a time. */
export async function run(
  args: string[],
  { cwd, env = {}, platform = process.platform, typed, piped = [] }: Place & Typing,
) {
  const stdout = collect();
  const stderr = collect();
  const stdin = typed === undefined ? Readable.from(piped) : terminalWith(typed);
  if (typed !== undefined) Object.assign(stderr.stream, { isTTY: true });
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const status = await runProgram(args, {
      stdout: stdout.stream,
      stderr: stderr.stream,
      stdin,
      env: { ...bareEnvironment(), ...env },
      now: NOW,
      platform,
    });
    return { status, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.chdir(before);
  }
}

function terminalWith(typed: string) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.write(typed);
  return stdin;
}

function collect() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk, _, done) => {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

/** As much of the environment as a child process needs. */
export function bareEnvironment() {
  return { PATH: process.env["PATH"] ?? "" };
}
