import { fstatSync, write } from "node:fs";

/** Writes a text, and calls back when it is written or has failed. */
export type Sink = (text: string, done: (error?: Error | null) => void) => void;

/** An output for log lines. Nobody waits for it. */
export type LogOutput = {
  /** Takes a text of one or more whole lines. */
  write: (lines: string) => unknown;
  /** How many lines have been lost so far. */
  dropped: () => number;
};

export type LogOutputOptions = {
  /** The most characters that wait to be written. Further lines are dropped. Default: 1,048,576. */
  most?: number;
  /** Milliseconds in which lines are gathered for one write. Default: 100. */
  gatherMs?: number;
};

/**
 * Writes lines in the background, several at a time. Lines that cannot be written are dropped and
 * counted, such as those for a full disk or a reader that does not read. After the next line that
 * is written, a line says how many were lost so far.
 */
export function createLogOutput(
  sink: Sink,
  { most = 1_048_576, gatherMs = 100 }: LogOutputOptions = {},
): LogOutput {
  let waiting: string[] = [];
  let length = 0;
  let dropped = 0;
  let isReported = true;
  let report = "";
  let isBusy = false;
  let isGathering = false;

  const drop = (lines: string) => {
    dropped += lines.split("\n").length - 1;
    isReported = false;
  };

  const flush = () => {
    isGathering = false;
    if (isBusy || (waiting.length === 0 && report === "")) return;
    const lines = waiting.join("");
    const text = report + lines;
    waiting = [];
    length = 0;
    report = "";
    isBusy = true;
    sink(text, (error) => {
      isBusy = false;
      if (error) drop(lines);
      else if (!isReported) prepareReport();
      if (waiting.length > 0 || report !== "") gather();
    });
  };

  /** Prepares the line that reports lost lines. The report itself is not counted if it is lost. */
  const prepareReport = () => {
    isReported = true;
    const line = { level: 40, time: Date.now(), dropped, msg: "lines of the log were lost" };
    report = `${JSON.stringify(line)}\n`;
  };

  const gather = () => {
    if (!isGathering) setTimeout(flush, gatherMs).unref();
    isGathering = true;
  };

  process.on("beforeExit", flush);
  return {
    write: (lines) => {
      if (length + lines.length > most) return drop(lines);
      waiting.push(lines);
      length += lines.length;
      gather();
    },
    dropped: () => dropped,
  };
}

/** Opens standard output as a sink that never blocks. */
export function openStandardOutput(): Sink {
  const stat = fstatSync(1);
  if (stat.isFIFO() || stat.isSocket()) return pipeSink(process.stdout);
  return (text, done) => {
    const bytes = Buffer.from(text);
    write(1, bytes, (error, written) =>
      done(error ?? (written < bytes.length ? new Error("written in part") : null)),
    );
  };
}

/** The sink of a pipe. A text waits until the reader reads it or ends. */
function pipeSink(stream: NodeJS.WriteStream): Sink {
  // The program ends when its reader leaves. The service goes on, and each write reports the error.
  stream.removeAllListeners("error").on("error", () => undefined);
  return (text, done) => {
    stream.write(text, done);
  };
}
