import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FileBusyError, withLock } from "../../../../build/generator/write/lock.ts";
import { temporaryFolder } from "../../../helpers/data.ts";

/** A process that has ended: it printed its own id. */
function deadProcess() {
  return spawnSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" }).stdout.trim();
}

/** A path with a lock beside it that these processes have. */
function lockedBy(...names: string[]) {
  const path = join(temporaryFolder(), "data.txt");
  mkdirSync(`${path}.lock`);
  for (const name of names) writeFileSync(join(`${path}.lock`, name), "");
  return path;
}

describe("a lock", () => {
  it("keeps a folder to one run, and lets go when that fails", () => {
    const path = join(temporaryFolder(), "folder");
    const failing = () =>
      withLock(path, () => {
        expect(() => withLock(path, () => undefined)).toThrow(FileBusyError);
        throw new Error("no");
      });

    expect(failing).toThrow("no");
    expect(withLock(path, () => "free")).toBe("free");
  });

  it.each([
    ["was left by a process that has ended", () => [deadProcess()]],
    ["names no process", () => ["none"]],
    ["was left by a run that was killed before it named itself", () => []],
    ["has the number of this process, which does not have it", () => [`${process.pid}`]],
  ])("is taken over where it %s", (_, names) => {
    const path = lockedBy(...names());
    expect(withLock(path, () => readdirSync(`${path}.lock`))).toEqual([`${process.pid}`]);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it("is respected, and stays, where its process runs", () => {
    const path = lockedBy(`${process.ppid}`);
    expect(() => withLock(path, () => "used")).toThrow(
      `${path}: another run is changing it; try again when it is done. If no run is active, ` +
        `remove ` +
        `${path}.lock`,
    );
    expect(readdirSync(`${path}.lock`)).toEqual([`${process.ppid}`]);
  });
});
