import type { Writable } from "node:stream";

/** Takes lines of the log. Nobody waits for it. */
export type LogOutput = {
  write: (line: string) => unknown;
  /** How many lines have been lost so far. */
  lostLines: () => number;
};

/** The most characters that wait for the reader of the log. */
const MAX_WAITING = 1_048_576;

/**
 * Writes to a stream, the lines of one turn of the event loop together. Lines are lost and counted
 * while its reader is gone or does not read, or while the disk is full. A line that reports their
 * number follows the next lines that are written.
 */
export function createLogOutput(
  stream: Pick<Writable, "on" | "removeAllListeners" | "writableLength" | "write">,
  maxWaiting = MAX_WAITING,
): LogOutput {
  let lines: string[] = [];
  let lost = 0;
  let reported = 0;
  // The program ends when its reader leaves (EPIPE). The service continues.
  stream.removeAllListeners("error").on("error", () => undefined);

  const flush = () => {
    const { length } = lines;
    const report = {
      level: 40,
      time: Date.now(),
      dropped: lost,
      msg: "lines of the log were lost",
    };
    const text = lines.join("") + (lost > reported ? `${JSON.stringify(report)}\n` : "");
    lines = [];
    if (stream.writableLength + text.length > maxWaiting) {
      lost += length;
      return;
    }
    reported = lost;
    stream.write(text, (error) => {
      if (error) lost += length;
    });
  };

  return {
    write: (line) => {
      if (lines.push(line) === 1) setImmediate(flush);
    },
    lostLines: () => lost,
  };
}
