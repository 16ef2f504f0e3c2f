import { fstatSync, write } from "node:fs";

/** Where lines go; calls back when a text has been written, or with why it could not be. */
export type Sink = (text: string, done: (error?: Error | null) => void) => void;

/** An output that nobody ever waits for. */
export type LogOutput = {
  write: (line: string) => void;
  /** How many lines have been lost so far. */
  dropped: () => number;
};

export type LogOutputOptions = {
  /** What waits to be written is bounded by so many characters; lines beyond are dropped. */
  most?: number;
  /** Lines are gathered for so long, in milliseconds, as each write costs more than a line. */
  gatherMs?: number;
};

/**
 * Writes lines in the background, some at a time. Where they cannot be written, on a full disk or
 * to a reader that does not read, lines are dropped and counted; the first line that can be
 * written again says how many those were.
 */
export function createLogOutput(
  sink: Sink,
  { most = 1_048_576, gatherMs = 100 }: LogOutputOptions = {},
): LogOutput {
  let waiting: string[] = [];
  let length = 0;
  let dropped = 0;
  let isReported = true;
  let isBusy = false;
  let isGathering = false;

  const drop = (lines: number) => {
    dropped += lines;
    isReported = false;
  };

  const flush = () => {
    isGathering = false;
    if (isBusy || waiting.length === 0) return;
    const lines = waiting;
    waiting = [];
    length = 0;
    isBusy = true;
    sink(lines.join(""), (error) => {
      isBusy = false;
      if (error) drop(lines.length);
      else if (!isReported) report();
      if (waiting.length > 0) gather();
    });
  };

  const report = () => {
    isReported = true;
    const line = { level: 40, time: Date.now(), dropped, msg: "lines of the log were lost" };
    waiting.unshift(`${JSON.stringify(line)}\n`);
  };

  const gather = () => {
    if (!isGathering) setTimeout(flush, gatherMs).unref();
    isGathering = true;
  };

  process.on("beforeExit", flush);
  return {
    write: (line) => {
      if (length + line.length > most) return drop(1);
      waiting.push(line);
      length += line.length;
      gather();
    },
    dropped: () => dropped,
  };
}

/** Standard output, written to without ever blocking. */
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

/** Node never blocks on a pipe: a text waits until its reader reads, or its process ends. */
function pipeSink(stream: NodeJS.WriteStream): Sink {
  stream.on("error", () => undefined); // the reader has gone; each write says so
  return (text, done) => {
    stream.write(text, done);
  };
}
