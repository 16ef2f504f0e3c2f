import { performance } from "node:perf_hooks";
import { SingleBar } from "cli-progress";
import { terminal } from "./terminal.ts";

/** A line on a terminal that shows after a second of work. Elsewhere nothing is shown. */
export type Progress = { update: (done: number, total?: number) => void; stop: () => void };

/** `mirroring ████░░░░ 120/5721 documents`: how much is done, of a known total. */
export function progressBar(doing: string, unit: string): Progress {
  return progressLine(`${doing} {bar} {value}/{total} ${unit}`);
}

/** `building, 5721 files`: how much is done, of an unknown total. */
export function progressCounter(doing: string, unit: string): Progress {
  return progressLine(`${doing}, {value} ${unit}`);
}

function progressLine(format: string): Progress {
  const { stderr, env } = terminal();
  const line = new SingleBar({ format, stream: stderr, clearOnComplete: true });
  const start = performance.now();
  let isShown = false;
  return {
    update: (done, total = 0) => {
      if (!isShown && stderr.isTTY && env["TERM"] !== "dumb" && performance.now() - start > 1000) {
        line.start(total, done);
        isShown = true;
      }
      if (isShown) line.update(done);
    },
    stop: () => {
      line.stop();
      isShown = false;
    },
  };
}
