import { it } from "vitest";
import { edgeIsMissing } from "../helpers/edge.ts";
import { runOn } from "../helpers/host.ts";

/**
 * Runs the tests of another file with the gate under workerd; skipped, and said so, where that
 * cannot be had.
 */
export async function onWorkerd(tests: () => Promise<unknown>): Promise<void> {
  const missing = edgeIsMissing();
  if (missing !== undefined) {
    it.skip(`the gate under workerd (skipped: ${missing})`, () => undefined);
    return;
  }
  runOn("workerd");
  await tests();
}
