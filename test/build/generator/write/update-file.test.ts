import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  fchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";
import { describe, expect, it, vi } from "vitest";
import { PACKAGE_ROOT } from "../../../../build/core/package.ts";
import { FileBusyError, withLock } from "../../../../build/generator/write/lock.ts";
import {
  replaceFile,
  updateFile,
  writeFile,
} from "../../../../build/generator/write/update-file.ts";
import { temporaryFolder } from "../../../helpers/data.ts";

vi.mock("node:fs", { spy: true });

/**
 * Runs `script` in a process of its own, with everything of `update-file.ts` as `files`.
 */
function run(folder: string, script: string) {
  const module = join(temporaryFolder(), "update-file.mjs");
  buildSync({
    entryPoints: [join(PACKAGE_ROOT, "build/generator/write/update-file.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: module,
  });
  const code = `import * as files from ${JSON.stringify(module)};${script}`;
  const args = ["--input-type=module", "-e", code];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
}

/** A folder with `data.txt`, unless it has no text. */
function folderWith(text?: string) {
  const folder = temporaryFolder();
  const path = join(folder, "data.txt");
  if (text !== undefined) writeFileSync(path, text);
  return { folder, path };
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it.each<[string, string, (path: string) => void]>([
  ["the new text of a file", "x.new-", (path) => replaceFile(path, "new")],
  ["a lock", "x.lock/", (path) => withLock(path, () => undefined)],
])(
  "a link that others put where a file is written is not written through: %s",
  (_, name, write) => {
    const { folder, path } = folderWith("mine");
    const link = join(folder, `${name}${process.pid}`);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(path, link);
    try {
      write(join(folder, "x"));
    } catch (error) {
      expect(error).toBeInstanceOf(FileBusyError);
    }
    expect(readFileSync(path, "utf8")).toBe("mine");
  },
);

describe("an update", () => {
  it.each([
    ["a file that does not exist", undefined],
    ["an empty file", ""],
    ["a file", "one"],
  ])("makes the new text of the old one, and leaves nothing else: %s", (_, text) => {
    const { folder, path } = folderWith(text);
    updateFile(path, 0o600, (old) => `was ${JSON.stringify(old)}`);
    expect(readFileSync(path, "utf8")).toBe(`was ${JSON.stringify(text)}`);
    expect(readdirSync(folder)).toEqual(["data.txt"]);
  });

  it("gives a new file its mode, and leaves an old one the mode that it has", () => {
    const { path } = folderWith();
    updateFile(path, 0o600, () => "closed");
    expect(modeOf(path)).toBe("600");
    for (const mode of [0o640, 0o604, 0o660]) {
      chmodSync(path, mode);
      updateFile(path, 0o600, () => "new");
      expect(modeOf(path)).toBe(mode.toString(8));
    }
  });

  it.skipIf(process.getuid?.() !== 0)("by root leaves a file to its owner and group", () => {
    const { path } = folderWith("old");
    chownSync(path, 1234, 2345);
    updateFile(path, 0o600, () => "new");
    expect(statSync(path)).toMatchObject({ uid: 1234, gid: 2345 });
  });

  it("that cannot leave a file to its owner names it, and changes nothing", () => {
    const { folder, path } = folderWith("old");
    vi.mocked(fchownSync).mockImplementationOnce(() => {
      throw Object.assign(new Error("EPERM: operation not permitted"), { code: "EPERM" });
    });
    expect(() => updateFile(path, 0o600, () => "new")).toThrow(
      expect.objectContaining({ code: "EPERM", path }),
    );
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["data.txt"]);
  });

  it("that is killed leaves the old file, and nothing in the way of the next one", () => {
    const { folder, path } = folderWith("old");
    const kill = "process.kill(process.pid, 'SIGKILL')";
    const { signal } = run(folder, `files.updateFile("data.txt", 0o600, () => ${kill});`);
    expect(signal).toBe("SIGKILL");
    expect(readFileSync(path, "utf8")).toBe("old");
    updateFile(path, 0o600, (old) => `${old} and new`);
    expect(readFileSync(path, "utf8")).toBe("old and new");
  });
});

it("two updates at once are refused to the second one, but not where they change two files", () => {
  const { folder, path } = folderWith("old");
  const nested = () => updateFile(path, 0o600, () => withLock(path, () => "new"));
  expect(nested).toThrow(FileBusyError);
  expect(readFileSync(path, "utf8")).toBe("old");

  updateFile(path, 0o600, () => {
    updateFile(join(folder, "b"), 0o600, () => "b");
    return "a";
  });
  expect([readFileSync(path, "utf8"), readFileSync(join(folder, "b"), "utf8")]).toEqual(["a", "b"]);
});

it("a replaced file holds bytes as well as text, and is readable by all by default", () => {
  const { path } = folderWith();
  replaceFile(path, Uint8Array.of(0, 255, 13));
  expect([...readFileSync(path)]).toEqual([0, 255, 13]);
  expect(modeOf(path)).toBe((0o644 & ~process.umask()).toString(8));
});

it.runIf(existsSync("/dev/full"))("the error of a full disk names the path", () => {
  expect(() => writeFile("/dev/full", "x")).toThrow(
    expect.objectContaining({ code: "ENOSPC", path: "/dev/full" }),
  );
});
