import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { filesOf, problemsOf } from "../../helpers/data.ts";
import { PROGRAM, startCommand } from "../../helpers/program.ts";
import { killAt } from "../generator/write/sabotage.ts";
import { bareEnvironment } from "../program.ts";
import {
  DAY,
  dataToEdit,
  gamedata,
  HEALTH,
  PATCH_FILE,
  readData,
  rowsFile,
} from "./data-to-edit.ts";

/** Runs the program in a process of its own and goes on meanwhile. */
async function start(args: string[], cwd: string) {
  const options = { cwd, env: bareEnvironment() };
  const { exited, printed } = startCommand(process.execPath, [PROGRAM, ...args], options);
  return { status: await exited, stdout: printed.out, stderr: printed.err };
}

const NEXT_TIME =
  /another run is changing it|has changed in the meantime; nothing was written, run the command again/;

it("several runs of correct at once lose nothing: the list matches the files", async () => {
  const data = dataToEdit();
  const wanted = [`${HEALTH}=225`, "heroes/lucio/health/standard=226", "maps/ilios/name=Iliad"];
  const about = ["--reason", "Wrong.", "--yes", "--data", data];
  const runs = await Promise.all(
    wanted.map((one) => start(["correct", one, ...about], dirname(data))),
  );
  const done = wanted.filter((_, at) => runs[at]?.status === 0);
  const { corrections } = readData(data, "corrections.json");
  expect(done).not.toEqual([]);
  expect(
    corrections.map(({ target, to }: { target: string; to: unknown }) => `${target}=${to}`).sort(),
  ).toEqual(done.toSorted());
  for (const { status, stderr } of runs) if (status !== 0) expect(stderr).toMatch(NEXT_TIME);
  expect(problemsOf(data)).toEqual([]);
});

it("a run of record that is killed between the files that it writes is named by check, and git takes it back", async () => {
  const data = dataToEdit();
  const before = filesOf(data);
  const rows = rowsFile(data, [{ target: HEALTH, from: 200, to: 225 }]);
  const line = ["record", DAY, "--kind", "hotfix", "--name", "X", "--changes", rows, "--yes"];
  const call = `renameSync ${join(data, PATCH_FILE)}`;
  const args = [...line, "--data", data];
  expect(killAt("before", call, args, bareEnvironment())).toBe("SIGKILL");
  const { status, stderr } = await gamedata(data, ["check"]);
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(`${HEALTH} is 225, but 200 in git revision HEAD`),
  ]);
  expect(stderr).toContain(`Or undo all edits: git checkout -- ${data} && git clean -fd ${data}\n`);
  const { "game.json": _, "heroes/ana.json": __, ...others } = before;
  expect(filesOf(data)).toMatchObject(others);
});
