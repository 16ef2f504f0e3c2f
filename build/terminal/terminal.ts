import type { Readable, Writable } from "node:stream";

/** The exit codes of the program; 0 is done. */
export const EXIT = { inputAtFault: 1, wrongUsage: 2, interrupted: 130 } as const;

/** A stream that may be a terminal. */
type Stream<T> = T & { isTTY?: boolean };

/** Where a run of the program reads and writes. */
export type Terminal = {
  stdout: Stream<Writable>;
  stderr: Stream<Writable>;
  env: NodeJS.ProcessEnv;
  /** Where answers to questions come from (default: the process's standard input). */
  stdin?: Stream<Readable>;
  /** The moment of the run (default: that of the system's clock). */
  now?: Date;
};

type Run = Terminal & { exitCode: number };

/**
 * The command that runs in this process. A plain variable: storage that follows asynchronous calls
 * would take a seventh of the rate of `serve`.
 */
let running: Run | undefined;

/**
 * Runs a command on a terminal and returns its exit code; what the functions below do is done
 * there. One command runs at a time.
 */
export async function withTerminal(
  terminal: Terminal,
  use: () => Promise<number>,
): Promise<number> {
  const { stdout, stderr, env, stdin = process.stdin, now = new Date() } = terminal;
  const run: Run = { stdout, stderr, env, stdin, now, exitCode: 0 };
  if (running !== undefined) throw new Error("a command runs already");
  running = run;
  try {
    return (await use()) || run.exitCode;
  } finally {
    running = undefined;
  }
}

/** The terminal of the command that runs. */
export function terminal(): Required<Terminal> {
  return { stdin: process.stdin, now: new Date(), ...current() };
}

/** The environment of the command that runs. */
export function environment(): NodeJS.ProcessEnv {
  return current().env;
}

/** The command is done, but its exit code is another than 0. */
export function setExitCode(code: number): void {
  current().exitCode = code;
}

function current(): Run {
  if (running === undefined) throw new Error("no command runs");
  return running;
}

/**
 * The input is at fault. The message is what the person reads; for machines it is JSON on standard
 * output.
 */
export class InputError extends Error {
  readonly isForMachines: boolean;
  /** The same for machines, as JSON, where there is more to say than lines of text. */
  readonly report: string | undefined;

  constructor(message: string, isForMachines = false, report?: string) {
    super(message);
    this.isForMachines = isForMachines;
    this.report = report;
  }
}

/** The command line is at fault. */
export class UsageError extends Error {}

/** The person ended the command with Ctrl+C or Ctrl+D. */
export class InterruptedError extends Error {}

/** What the command is asked for. */
export function print(text: string): void {
  current().stdout.write(`${text}\n`);
}

/** For the person, beside what another program may read. */
export function note(text: string): void {
  current().stderr.write(`${text}\n`);
}

/** Tells the person, or the machine, what is wrong with the input. */
export function tellInputError({ message, isForMachines, report }: InputError, json = false): void {
  if (isForMachines) print(message);
  else if (json) print(report ?? problemsAsJson(message));
  else note(message);
}

/** What is wrong, for machines. */
export function problemsAsJson(message: string): string {
  return JSON.stringify({ ok: false, problems: message.trim().split("\n") });
}

/** `1,767`: the same on every machine. The first use of Intl would take 15 ms. */
export function count(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}
