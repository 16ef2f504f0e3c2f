import { setFlagsFromString } from "node:v8";

/** How much of a function V8 runs before it thinks of optimizing it, by default in Node 20. */
const DEFAULT_BUDGET = 135_168;

/**
 * Lets V8 optimize only what runs for long, in Node 20. What a command runs for a second or two
 * would be optimized just before it ends, for a quarter of the processor time. Later versions of
 * Node have a quick compiler for such code.
 */
export function optimizeLess(): void {
  setBudget(1_000_000);
}

/** Lets V8 optimize as usual, for a server. */
export function optimizeAsUsual(): void {
  setBudget(DEFAULT_BUDGET);
}

function setBudget(bytes: number) {
  if (process.version.startsWith("v20.")) setFlagsFromString(`--interrupt-budget=${bytes}`);
}
