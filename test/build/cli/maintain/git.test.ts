import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  commitOf,
  dataVersion,
  isRevision,
  RevisionError,
  withRevision,
} from "../../../../build/cli/maintain/git.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { commit, git } from "../../../helpers/git.ts";

/**
 * A checkout of two commits with a small data folder in it, or as its top; the second commit
 * changes `game.json`.
 */
function checkout(place = "gamedata") {
  const top = temporaryFolder();
  const data = join(top, place);
  mkdirSync(join(data, "heroes"), { recursive: true });
  writeFileSync(join(data, "game.json"), "first\n");
  writeFileSync(join(data, "heroes/ana.json"), "Ana\n");
  if (place !== ".") writeFileSync(join(top, "README.md"), "not data\n");
  const first = commit(top, "first");
  writeFileSync(join(data, "game.json"), "second\n");
  return { top, data, first, second: commit(top, "second") };
}

const read = (folder: string, file: string) => readFileSync(join(folder, file), "utf8");

it.each([
  ["in no checkout", temporaryFolder],
  ["not there", () => join(temporaryFolder(), "nowhere")],
  [
    "in a checkout that does not hold it",
    () => {
      const { top, data } = checkout();
      cpSync(data, join(top, "copy"), { recursive: true });
      return join(top, "copy");
    },
  ],
  [
    "not committed yet, beside other commits",
    () => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, "README.md"), "not data\n");
      commit(folder);
      writeFileSync(join(folder, "game.json"), "{}\n");
      git(folder, "add", "-A");
      return folder;
    },
  ],
])("the commit of a data folder is undefined where the folder is %s", (_what, folder) => {
  expect(commitOf(folder())).toBeUndefined();
});

it.each<[what: string, edit: (data: string) => void, ending: string]>([
  ["is the commit", () => {}, ""],
  ["ignores what is not data", (data) => writeFileSync(join(data, "notes.txt"), "x"), ""],
  [
    "ignores line ends of Windows",
    (data) => writeFileSync(join(data, "game.json"), "second\r\n"),
    "",
  ],
  ["is dirty after an edit", (data) => writeFileSync(join(data, "game.json"), "x\n"), "-dirty"],
  ["is dirty with a new file", (data) => writeFileSync(join(data, "heroes/b.json"), ""), "-dirty"],
  ["is dirty without an old one", (data) => rmSync(join(data, "heroes/ana.json")), "-dirty"],
  [
    "is dirty with a renamed one",
    (data) => renameSync(join(data, "heroes/ana.json"), join(data, "heroes/b.json")),
    "-dirty",
  ],
])("the version of a data folder %s", (_what, edit, ending) => {
  const { data, second } = checkout();
  edit(data);
  expect(dataVersion(data)).toBe(second + ending);
});

it("a revision is what git calls one, and no other text", () => {
  const { top, data, first } = checkout();
  git(top, "tag", "v1");
  for (const name of ["HEAD", "HEAD~1", "v1", "HEAD@{0}", first.slice(0, 8)])
    expect([name, isRevision(data, name)]).toEqual([name, true]);
  for (const name of ["HEAD~2", "main2", "gamedata", "HEAD:gamedata", "--all", "-h", "", "."])
    expect([name, isRevision(data, name)]).toEqual([name, false]);
  expect(isRevision(temporaryFolder(), "HEAD")).toBe(false);
});

describe("the data as of a revision", () => {
  it.each(["gamedata", "."])("is laid out as it was committed, in %s", (place) => {
    const { data, first } = checkout(place);
    writeFileSync(join(data, "game.json"), "edited\n");
    expect(withRevision(data, first, (dir) => read(dir, "game.json"))).toBe("first\n");
    expect(withRevision(data, "HEAD", (dir) => read(dir, "game.json"))).toBe("second\n");
  });

  it("leaves the folder, and what is staged there, as they are", () => {
    const { top, data, first } = checkout();
    writeFileSync(join(data, "game.json"), "staged\n");
    git(top, "add", "-A");
    writeFileSync(join(data, "game.json"), "edited\n");
    const before = [
      git(top, "status", "--porcelain=v2"),
      git(top, "rev-parse", "HEAD"),
      read(data, "game.json"),
    ];
    withRevision(data, first, () => undefined);
    const after = [
      git(top, "status", "--porcelain=v2"),
      git(top, "rev-parse", "HEAD"),
      read(data, "game.json"),
    ];
    expect(after).toEqual(before);
  });

  it("runs no program that the repository names", () => {
    const { top, data } = checkout();
    const ran = join(temporaryFolder(), "ran");
    const program = `touch ${ran}; cat`;
    writeFileSync(join(top, ".git/info/attributes"), "* filter=evil diff=evil\n");
    for (const [name, value] of [
      ["core.fsmonitor", program],
      ["filter.evil.smudge", program],
      ["filter.evil.clean", program],
      ["diff.evil.textconv", program],
      ["diff.external", program],
    ] as const)
      git(top, "config", name, value);
    expect(isRevision(data, "HEAD")).toBe(true);
    expect(commitOf(data)).toBeDefined();
    expect(dataVersion(data)).toBeDefined();
    withRevision(data, "HEAD", () => undefined);
    expect(existsSync(ran)).toBe(false);
  });

  it("is refused where the revision has no such folder", () => {
    const { top, data, second } = checkout();
    git(top, "rm", "-q", "-r", "gamedata");
    const gone = commit(top, "gone");
    git(top, "checkout", "-q", second);
    expect(() => withRevision(data, gone, () => undefined)).toThrow(
      new RevisionError(`the git revision "${gone}" has no folder gamedata/`),
    );
  });
});
