import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../package.ts";

/** The gate for the runtime of workers, as `npm run compile` made it beside the program. */
export function readWorkerProgram(): string {
  return readFileSync(join(PACKAGE_ROOT, ".compiled/worker.js"), "utf8");
}
