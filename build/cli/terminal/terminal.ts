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
  /** Where answers to questions come from. Default: the process's standard input. */
  stdin?: Stream<Readable>;
  /** The time of the run. Default: the system's. */
  now?: Date;
};

type Run = Terminal & { exitCode: number };

/**
 * The command that runs in this process. It is a plain variable, because AsyncLocalStorage would
 * cost `serve` a seventh of its rate.
 */
let running: Run | undefined;

/**
 * Runs a command on a terminal, which the functions below use, and returns its exit code. One
 * command runs at a time.
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

/** Sets the exit code of a command that ends without an error. */
export function setExitCode(code: number): void {
  current().exitCode = code;
}

function current(): Run {
  if (running === undefined) throw new Error("no command runs");
  return running;
}

/**
 * The input is at fault. The message is for the person, or with `isForMachines` JSON for standard
 * output.
 */
export class InputError extends Error {
  readonly isForMachines: boolean;
  /** The report as JSON, where it says more than the lines of the message. */
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

/** Prints a line of the result on standard output. */
export function print(text: string): void {
  current().stdout.write(`${text}\n`);
}

/** Prints a line for the person on standard error. */
export function note(text: string): void {
  current().stderr.write(`${text}\n`);
}

/** Prints an `InputError` for the person, or as JSON. */
export function tellInputError({ message, isForMachines, report }: InputError, json = false): void {
  if (isForMachines) print(message);
  else if (json) print(report ?? problemsAsJson(message));
  else note(message);
}

/** The lines of a message as JSON. */
export function problemsAsJson(message: string): string {
  return JSON.stringify({ ok: false, problems: message.trim().split("\n") });
}

/** `1,767`, on every machine. Intl is not used, since its first use takes 15 ms. */
export function count(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}
