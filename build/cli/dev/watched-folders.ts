import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import fg from "fast-glob";

/** Editors write a file in several steps. All events within this time are one change. */
const SETTLE_MS = 20;

/**
 * Watches folders and everything below them. `next` resolves with the files that changed since it
 * resolved last.
 */
export function watchFolders(roots: readonly string[]) {
  const changed = new Set<string>();
  let watchers: FSWatcher[] = [];
  let wake = () => {};
  // A watcher of a whole tree loses files that an editor replaces (Node 20 on Linux), so each
  // folder has one. They are renewed for folders that are new.
  const watchAll = () => {
    const before = watchers;
    watchers = roots.flatMap(foldersBelow).map((folder) =>
      watch(folder, (_, name) => {
        changed.add(join(folder, name ?? ""));
        wake();
      }),
    );
    close(before);
  };
  watchAll();
  return {
    next: async (): Promise<string[]> => {
      if (changed.size === 0) await new Promise<void>((resolve) => (wake = resolve));
      await wait(SETTLE_MS);
      const files = [...changed];
      changed.clear();
      watchAll();
      return files;
    },
    close: () => close(watchers),
  };
}

function foldersBelow(root: string) {
  const options = { onlyDirectories: true, absolute: true, followSymbolicLinks: false };
  return [root, ...fg.sync("**", { cwd: root, ...options })];
}

function close(watchers: readonly FSWatcher[]) {
  for (const watcher of watchers) watcher.close();
}
