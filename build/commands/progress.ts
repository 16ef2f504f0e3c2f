import { performance } from "node:perf_hooks";
import { SingleBar } from "cli-progress";

/** A bar on a terminal, for work that takes longer than a second; nothing elsewhere. */
export type ProgressBar = { update: (done: number, total: number) => void; stop: () => void };

/** `writing ████░░░░ 120/5721 files`: what is done, and to what. */
export function progressBar(doing: string, unit: string): ProgressBar {
  const bar = new SingleBar({
    format: `${doing} {bar} {value}/{total} ${unit}`,
    stream: process.stderr,
    clearOnComplete: true,
  });
  const start = performance.now();
  let isShown = false;
  return {
    update: (done, total) => {
      if (!isShown && process.stderr.isTTY && performance.now() - start > 1000) {
        bar.start(total, done);
        isShown = true;
      }
      if (isShown) bar.update(done);
    },
    stop: () => {
      bar.stop();
      isShown = false;
    },
  };
}
