import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FileBusyError, lock, withLock } from "../../../build/write/lock.ts";
import { startOf } from "../../../build/write/running-process.ts";
import { temporaryFolder } from "../../helpers/data.ts";

/** A process that has ended: it printed its own id. */
function deadProcess(): string {
  return spawnSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" }).stdout.trim();
}

/** A path with a lock beside it that holds a text. */
function lockedBy(text: string): string {
  const path = join(temporaryFolder(), "data.txt");
  writeFileSync(`${path}.lock`, text);
  return path;
}

describe("a lock", () => {
  it("gives back what is made under it", () => {
    expect(withLock(join(temporaryFolder(), "a"), () => 42)).toBe(42);
  });

  it("keeps a folder to one run, and lets go when that fails", () => {
    const path = join(temporaryFolder(), "folder");
    mkdirSync(path);
    const failing = () =>
      withLock(path, () => {
        expect(() => withLock(path, () => undefined)).toThrow(FileBusyError);
        throw new Error("no");
      });

    expect(failing).toThrow("no");
    expect(withLock(path, () => "free")).toBe("free");
  });

  it("names the process that has it, and when that one started", () => {
    const path = join(temporaryFolder(), "a");
    const release = lock(path);

    const [pid, start] = readFileSync(`${path}.lock`, "utf8").split(" ");
    expect([pid, start]).toEqual([`${process.pid}`, startOf(process.pid)]);
    release();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});

describe("a lock is not in the way where it", () => {
  it.each<[string, () => string]>([
    ["was left by a process that has ended", deadProcess],
    ["names no process", () => "not a process"],
    ["is empty", () => ""],
    ["has the number of this process, which does not have it", () => `${process.pid}`],
    ["has the number of a process that started at another time", () => `${process.ppid} 1`],
  ])("%s", (_, text) => {
    const path = lockedBy(text());

    expect(withLock(path, () => "used")).toBe("used");
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});

describe("a lock is respected, and stays, where it", () => {
  it.each<[string, () => string]>([
    ["names a process that runs", () => `${process.ppid}`],
    ["has the start of the process, too", () => `${process.ppid} ${startOf(process.ppid)}`],
  ])("%s", (_, text) => {
    const path = lockedBy(text());

    expect(() => withLock(path, () => "used")).toThrow(
      `${path}: another run is changing it (${path}.lock); try again when it is done`,
    );
    expect(readFileSync(`${path}.lock`, "utf8")).toBe(text());
  });
});

describe("when a process started", () => {
  it.skipIf(process.platform !== "linux")("is told for one that runs", () => {
    expect(startOf(process.pid)).toMatch(/^\d+$/);
    expect(startOf(process.ppid)).not.toBe(startOf(process.pid));
  });

  it("is not known of one that does not", () => {
    expect(startOf(2 ** 30)).toBeUndefined();
  });
});
