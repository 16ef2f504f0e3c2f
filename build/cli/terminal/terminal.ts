import type { Readable, Writable } from "node:stream";
import { ExpectedError } from "../../core/errors.ts";

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
  /** The operating system, by Node's name. Default: the one that runs. */
  platform?: NodeJS.Platform;
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
  const run: Run = { ...terminal, exitCode: 0 };
  if (running !== undefined) throw new Error("a command is already running");
  running = run;
  try {
    return (await use()) || run.exitCode;
  } finally {
    running = undefined;
  }
}

/** The terminal of the command that runs. */
export function terminal(): Required<Terminal> {
  return { stdin: process.stdin, now: new Date(), platform: process.platform, ...current() };
}

/** Sets the exit code of a command that ends without an error. */
export function setExitCode(code: number): void {
  current().exitCode = code;
}

function current() {
  if (running === undefined) throw new Error("no command is running");
  return running;
}

/** The input is at fault. `report` is what `--json` prints instead of the lines of the message. */
export class InputError extends ExpectedError {
  readonly report: object | undefined;

  constructor(message: string, report?: object) {
    super(message);
    this.report = report;
  }
}

/** The command line is at fault. */
export class UsageError extends Error {}

/** The person ended the command with Ctrl+C or Ctrl+D. */
export class InterruptedError extends Error {}

/** Prints a line of the result on standard output. */
export function print(text: string): void {
  current().stdout.write(`${visible(text)}\n`);
}

/** Prints a line for the person on standard error. */
export function note(text: string): void {
  current().stderr.write(`${visible(text)}\n`);
}

/** Control characters as JSON escapes, since a terminal would obey those of anybody's data. */
function visible(text: string) {
  return text.replace(/(?!\n)\p{Cc}/gu, (control) => {
    const code = control.charCodeAt(0).toString(16);
    return `\\u${code.padStart(4, "0")}`;
  });
}

/** Prints what is wrong for the person, or as JSON. */
export function printError(message: string, json = false, report?: object): void {
  if (!json) note(message);
  else
    print(JSON.stringify({ ok: false, ...(report ?? { problems: message.trim().split("\n") }) }));
}

/** `1,767`, on every machine. Intl is not used, since its first use takes 15 ms. */
export function count(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Collects the values of an option that may be repeated. */
export function appendTo(value: string, values: readonly string[] = []): string[] {
  return [...values, value];
}

/** A text as one word of a shell. */
export function quoted(text: string): string {
  return /^[\w/=.,:+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
