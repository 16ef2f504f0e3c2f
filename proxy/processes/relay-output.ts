import type { ChildProcess } from "node:child_process";
import type { LogStream } from "../watch/log-output.ts";

/**
 * The outputs of a worker: pipes of its own. If it shared those of the primary, it would make them
 * blocking at its start and its end. From then on, all would wait for a reader of the log.
 */
export const WORKER_STDIO: ("ignore" | "pipe" | "ipc")[] = ["ignore", "pipe", "pipe", "ipc"];

/**
 * Passes on what a worker prints: its log in whole lines, and errors to standard error. A last line
 * that it could not complete is left out.
 */
export function relayOutput({ stdout, stderr }: ChildProcess, log: LogStream): void {
  let rest = "";
  stdout?.setEncoding("utf8").on("data", (text: string) => {
    const end = text.lastIndexOf("\n") + 1;
    if (end > 0) log.write(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
  });
  stderr?.on("data", (bytes: Buffer) => process.stderr.write(bytes));
}
