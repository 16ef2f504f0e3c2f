import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { dataToRead, dataToWrite } from "../../../../build/cli/terminal/data-folder.ts";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";
import { filesOf, temporaryFolder } from "../../../helpers/data.ts";
import { commit } from "../../../helpers/git.ts";
import { smallData } from "../../data-copies.ts";
import { run } from "../../program.ts";

/** What a function gives in a folder, or says where it throws. */
function within(cwd: string, choose: () => string) {
  const before = process.cwd();
  process.chdir(cwd);
  try {
    return choose();
  } catch (error) {
    return String(error);
  } finally {
    process.chdir(before);
  }
}

const writtenIn = (cwd: string, named?: string) => within(cwd, () => dataToWrite(named, false));

describe("the data that a command of an installed package writes into", () => {
  const advice =
    "the data of an installed package is read-only; copy it with: cp -r " +
    `${PACKAGE_DATA} ` +
    "gamedata";

  it("is never that of the package, whether it is named or not", () => {
    const cwd = temporaryFolder();
    expect(writtenIn(cwd)).toContain(advice);
    expect(writtenIn(cwd, PACKAGE_DATA)).toContain(advice);
    expect(writtenIn(PACKAGE_DATA, ".")).toContain(advice);
  });

  it("is gamedata in the folder where it runs, or what --data names", () => {
    const cwd = temporaryFolder();
    const data = smallData();
    expect(writtenIn(cwd, data)).toBe(data);
    cpSync(data, join(cwd, "gamedata"), { recursive: true });
    expect(writtenIn(cwd)).toBe("gamedata");
  });
});

it("the data that a command of an installed package reads is gamedata in the folder where it runs, as of those that write, else the package's", () => {
  const chosenIn = (cwd: string, isCheckout: boolean) => within(cwd, () => dataToRead(isCheckout));

  const cwd = temporaryFolder();
  expect(chosenIn(cwd, false)).toBe(PACKAGE_DATA);
  cpSync(smallData(), join(cwd, "gamedata"), { recursive: true });
  expect(chosenIn(cwd, false)).toBe("gamedata");
  expect(chosenIn(cwd, true)).toBe(PACKAGE_DATA);
});

it("paths in messages are as they were typed", async () => {
  const cwd = temporaryFolder();
  cpSync(smallData(), join(cwd, "data"), { recursive: true });
  commit(cwd);
  const line = ["build", "--data", "./data/", "--out", "./site"];
  expect((await run(line, { cwd })).stdout).toMatch(/^\.\/site: Overwatch/);
  const record = ["record", "2099-02-01", "--kind", "hotfix", "--name", "X", "--empty", "--yes"];
  const written = await run([...record, "--data", "./data/"], { cwd });
  expect(written.stdout).toBe("./data/game.json\n./data/patches/2099-02-01.json\n");
  writeFileSync(join(cwd, "data/heroes/ana.json"), "{");
  const { stderr } = await run(["check", "--data", "./data/"], { cwd });
  expect(stderr).toContain("1 file of ./data/; nothing was written");
  expect(stderr).not.toContain(cwd);
});

describe("a folder that is not a data folder", () => {
  const MESSAGE = "no game.json found: this is not a data folder. Pass its path with --data.";

  it("is refused at once, in one line, however many JSON files it has", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "many"));
    for (let at = 0; at < 20; at += 1) writeFileSync(join(folder, `many/${at}.json`), "{}");
    const { status, stderr } = await run(["check", "--data", folder], { cwd: folder });
    expect([status, stderr]).toEqual([
      1,
      `${folder}\n  ${MESSAGE}  (no-data)\n\n1 problem in 1 file of ${folder}; nothing was ` +
        "written\n",
    ]);
  });

  it("comes with a hint at the data folder in it", async () => {
    const data = smallData();
    const { stderr } = await run(["build", "--data", dirname(data)], { cwd: temporaryFolder() });
    expect(stderr).toContain(`${MESSAGE} Did you mean ${data}?`);
  });

  it.each([
    ["record", "2099-02-01", "--kind", "hotfix", "--name", "X", "--yes"],
    ["correct", "heroes/ana/role=tank", "--reason", "X", "--yes"],
    ["schemas"],
  ])("is not written into by %s", async (...line) => {
    const folder = temporaryFolder();
    const done = await run([...line, "--data", folder], { cwd: temporaryFolder() });
    expect(done).toEqual({ status: 1, stdout: "", stderr: `${folder}: ${MESSAGE}\n` });
    expect(filesOf(folder)).toEqual({});
  });
});
