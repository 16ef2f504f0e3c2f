import { readdirSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Editors write a file in several steps. All events within this time are one change. */
const SETTLE_MS = 20;

/**
 * Calls `run` now, and again after each change of a JSON file in `dir` or a folder right below it.
 * One call runs at a time. It ends only when `run` throws.
 */
export async function runOnChange(dir: string, run: () => Promise<void>): Promise<never> {
  let hasChanged = false;
  let wake = () => {};
  const onEvent = (_: string, file: string | null) => {
    if (file?.endsWith(".json") !== true) return;
    hasChanged = true;
    wake();
  };
  const watchers = foldersOf(dir).map((folder) => watch(folder, onEvent));
  try {
    for (;;) {
      await run();
      if (!hasChanged) await new Promise<void>((resolve) => (wake = resolve));
      await wait(SETTLE_MS);
      hasChanged = false;
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

function foldersOf(dir: string): string[] {
  const entries = readdirSync(dir, { withFileTypes: true });
  return [
    dir,
    ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(dir, name)),
  ];
}
