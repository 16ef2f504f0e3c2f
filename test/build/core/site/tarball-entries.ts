import { list } from "tar";
import { expect } from "vitest";
import { sha256Of } from "../../../../build/core/site/digest.ts";
import { openSiteFiles } from "../../../../build/core/site/site-files.ts";

type Entry = { path: string; type: string; mode?: number; uid?: number; time?: number };

/**
 * Expects regular files only, sorted, with one owner and mode, and no two contents of the same
 * length at the same time: of both, web servers make validators.
 */
export function expectPlainEntries(file: string): void {
  const entries = entriesOf(file);
  expect(entries.map(({ path }) => path)).toEqual(entries.map(({ path }) => path).toSorted());
  expect(
    new Set(entries.map(({ type, mode, uid }) => `${type} ${mode?.toString(8)} ${uid ?? "none"}`))
      .size,
  ).toBe(1);
  expect(entries[0]).toMatchObject({ type: "File", mode: 0o644 });

  const files = openSiteFiles(file);
  const contents = new Map<string, Set<string>>();
  for (const { path, time } of entries) {
    const body = files.read(path) ?? Buffer.alloc(0);
    const validator = `${time} ${body.length}`;
    contents.set(validator, (contents.get(validator) ?? new Set()).add(sha256Of(body)));
  }
  expect([...contents.values()].filter(({ size }) => size > 1)).toEqual([]);
  expect(contents.size).toBe(
    new Set(entries.map(({ path }) => sha256Of(files.read(path) ?? Buffer.alloc(0)))).size,
  );
}

function entriesOf(file: string): Entry[] {
  const entries: Entry[] = [];
  list({
    file,
    sync: true,
    onReadEntry: ({ path, type, mode, uid, mtime }) =>
      entries.push({
        path,
        type,
        ...(mode !== undefined && { mode }),
        ...(uid !== undefined && { uid }),
        ...(mtime !== undefined && { time: mtime.getTime() }),
      }),
  });
  return entries;
}
