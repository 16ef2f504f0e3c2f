import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../core/package.ts";

/** The proxy as a program for Cloudflare Workers. `npm run compile` makes it. */
export function readWorkerProgram(): string {
  return readFileSync(join(PACKAGE_ROOT, ".compiled/worker.js"), "utf8");
}
