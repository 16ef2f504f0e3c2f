import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  fchownSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { describe, expect, it, vi } from "vitest";
import { PACKAGE_ROOT } from "../../../../build/core/package.ts";
import { OwnerError } from "../../../../build/generator/write/keep-attributes.ts";
import { FileBusyError, withLock } from "../../../../build/generator/write/lock.ts";
import { replaceFile, updateFile } from "../../../../build/generator/write/update-file.ts";
import { temporaryFolder } from "../../../helpers/data.ts";

vi.mock("node:fs", { spy: true });

/** Runs `script` in a process of its own, with everything of `update-file.ts` at hand. */
function run(folder: string, script: string) {
  const module = join(folder, "update-file.mjs");
  const entry = join(PACKAGE_ROOT, "build/generator/write/update-file.ts");
  buildSync({
    entryPoints: [entry],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: module,
  });
  const start = `import * as files from ${JSON.stringify(module)};`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", `${start}${script}`], {
    cwd: folder,
    encoding: "utf8",
  });
}

const fileIn = (folder: string, text?: string) => {
  const path = join(folder, "data.txt");
  if (text !== undefined) writeFileSync(path, text);
  return path;
};

describe("an update", () => {
  it("makes a file that is not there", () => {
    const path = fileIn(temporaryFolder());
    updateFile(path, 0o600, (old) => `was ${old}`);

    expect(readFileSync(path, "utf8")).toBe("was undefined");
  });

  it("makes the new text of the old one", () => {
    const path = fileIn(temporaryFolder(), "one");
    updateFile(path, 0o600, (old) => `${old}, two`);

    expect(readFileSync(path, "utf8")).toBe("one, two");
  });

  it("knows an empty file from none", () => {
    const path = fileIn(temporaryFolder(), "");
    updateFile(path, 0o600, (old) => JSON.stringify(old));

    expect(readFileSync(path, "utf8")).toBe('""');
  });

  it("gives a file that was not there its mode", () => {
    const path = fileIn(temporaryFolder());
    updateFile(path, 0o600, () => "closed");

    expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
  });

  it.each([0o640, 0o604, 0o660])("leaves a file the mode that it has: %i", (mode) => {
    const path = fileIn(temporaryFolder(), "old");
    chmodSync(path, mode);
    updateFile(path, 0o600, () => "new");

    expect((statSync(path).mode & 0o777).toString(8)).toBe(mode.toString(8));
  });

  it.skipIf(process.getuid?.() !== 0)("by root leaves a file to its owner and group", () => {
    const path = fileIn(temporaryFolder(), "old");
    chownSync(path, 1234, 2345);
    updateFile(path, 0o600, () => "new");

    expect(statSync(path)).toMatchObject({ uid: 1234, gid: 2345 });
  });

  it("that cannot leave a file to its owner says so, and changes nothing", () => {
    const folder = temporaryFolder();
    const path = fileIn(folder, "old");
    vi.mocked(fchownSync).mockImplementationOnce(() => {
      throw Object.assign(new Error("EPERM: operation not permitted"), { code: "EPERM" });
    });
    const { uid, gid } = statSync(path);

    expect(() => updateFile(path, 0o600, () => "new")).toThrow(
      new OwnerError(
        `${path}: belongs to user ${uid} and group ${gid}, and this user cannot give a new file ` +
          "to them; nothing was changed, run the command as its owner or as root",
      ),
    );
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["data.txt"]);
  });

  it("leaves nothing else behind", () => {
    const folder = temporaryFolder();
    updateFile(fileIn(folder), 0o600, () => "text");

    expect(readdirSync(folder)).toEqual(["data.txt"]);
  });

  it("that throws leaves the old file, and nothing in the way of the next one", () => {
    const folder = temporaryFolder();
    const path = fileIn(folder, "old");
    const failing = () =>
      updateFile(path, 0o600, () => {
        throw new Error("no");
      });

    expect(failing).toThrow("no");
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["data.txt"]);
  });

  it("that is killed leaves the old file, and nothing in the way of the next one", () => {
    const folder = temporaryFolder();
    const path = fileIn(folder, "old");
    const { signal } = run(
      folder,
      'files.updateFile("data.txt", 0o600, () => process.kill(process.pid, "SIGKILL"));',
    );

    expect(signal).toBe("SIGKILL");
    expect(readFileSync(path, "utf8")).toBe("old");
    updateFile(path, 0o600, (old) => `${old} and new`);
    expect(readFileSync(path, "utf8")).toBe("old and new");
  });

  it("that finds no room for all of it leaves the old file", () => {
    const folder = temporaryFolder();
    const path = fileIn(folder, "old");
    const script =
      'try { files.updateFile("data.txt", 0o600, () => ' +
      '"x".repeat(1_000_000)); } catch { ' +
      "process.exitCode = 1; }";
    run(folder, ""); // makes the module
    const limited = `ulimit -f 100; trap '' XFSZ; exec "$0" --input-type=module -e "$1"`;
    const start = `import * as files from ${JSON.stringify(join(folder, "update-file.mjs"))};`;
    const { status, signal } = spawnSync(
      "bash",
      ["-c", limited, process.execPath, `${start}${script}`],
      {
        cwd: folder,
      },
    );

    expect({ status, signal }).not.toEqual({ status: 0, signal: null });
    expect(readFileSync(path, "utf8")).toBe("old");
  });
});

describe("two updates at once", () => {
  it("are refused to the second one, which names the file and what to do", () => {
    const folder = temporaryFolder();
    const path = fileIn(folder, "old");
    updateFile(path, 0o600, () => {
      const other = run(
        folder,
        'try { files.updateFile("data.txt", 0o600, () => "other"); } catch (e) { ' +
          "console.log(e.message); }",
      );
      expect(other.stdout).toBe(
        "data.txt: another run is changing it; try again when it is done. If none runs, remove " +
          "data.txt.lock\n",
      );
      return "mine";
    });

    expect(readFileSync(path, "utf8")).toBe("mine");
  });

  it("are refused within one process, too", () => {
    const path = fileIn(temporaryFolder(), "old");
    const nested = () => updateFile(path, 0o600, () => withLock(path, () => "new"));

    expect(nested).toThrow(FileBusyError);
    expect(readFileSync(path, "utf8")).toBe("old");
  });

  it("of two files are none of each other's business", () => {
    const folder = temporaryFolder();
    const [path, other] = [join(folder, "a"), join(folder, "b")];
    updateFile(path, 0o600, () => {
      updateFile(other, 0o600, () => "b");
      return "a";
    });

    expect([readFileSync(path, "utf8"), readFileSync(other, "utf8")]).toEqual(["a", "b"]);
  });
});

describe("a replaced file", () => {
  it("holds bytes as well as text", () => {
    const path = fileIn(temporaryFolder());
    replaceFile(path, Uint8Array.of(0, 255, 13));

    expect([...readFileSync(path)]).toEqual([0, 255, 13]);
  });

  it("is readable by all unless told otherwise", () => {
    const path = fileIn(temporaryFolder());
    replaceFile(path, "text");

    expect((statSync(path).mode & 0o777).toString(8)).toBe((0o644 & ~process.umask()).toString(8));
  });
});
