import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import fg from "fast-glob";

/** Editors write a file in several steps. All events within this time are one change. */
const SETTLE_MS = 20;

/**
 * Watches folders and everything below them. `next` resolves with the files that changed since it
 * was called last.
 */
export function watchFolders(roots: readonly string[]) {
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let wake = () => {};
  const watchFolder = (folder: string) =>
    watch(folder, (_, name) => {
      changed.add(join(folder, name ?? ""));
      wake();
    });
  // Not every system can watch a whole tree, so each folder has a watcher.
  const followTree = () => {
    const folders = new Set(roots.flatMap(foldersBelow));
    for (const folder of folders)
      if (!watchers.has(folder)) watchers.set(folder, watchFolder(folder));
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
  };
  followTree();
  return {
    next: async (): Promise<string[]> => {
      if (changed.size === 0) await new Promise<void>((resolve) => (wake = resolve));
      await wait(SETTLE_MS);
      followTree();
      const files = [...changed];
      changed.clear();
      return files;
    },
    close: () => {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

function foldersBelow(root: string): string[] {
  return [root, ...fg.sync("**", { cwd: root, onlyDirectories: true, absolute: true })];
}
