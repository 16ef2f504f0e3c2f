import { performance } from "node:perf_hooks";
import { terminal } from "./terminal.ts";

/** Goes back to the start of a line and clears it. */
const CLEAR = "\r\u001b[K";

/**
 * A line on a terminal that shows after a second of work, such as `mirroring, 120/5721 documents`:
 * how much is done, and of how much where that is known. Elsewhere nothing is shown.
 */
export function showProgress(doing: string, unit: string) {
  const { stderr, env } = terminal();
  const isSmart = stderr.isTTY === true && env["TERM"] !== "dumb";
  const start = performance.now();
  let shown = 0; // the tenth of a second of the last line
  return {
    update: (done: number, total?: number) => {
      const tenth = Math.floor((performance.now() - start) / 100);
      if (!isSmart || tenth < 10 || tenth === shown) return;
      shown = tenth;
      stderr.write(`${CLEAR}${doing}, ${done}${total === undefined ? "" : `/${total}`} ${unit}`);
    },
    stop: () => {
      if (shown > 0) stderr.write(CLEAR);
      shown = 0;
    },
  };
}
