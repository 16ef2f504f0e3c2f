import { dirname } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { filesOf, problemsOf } from "../../helpers/data.ts";
import { startCommand } from "../../helpers/program.ts";
import { addPatch } from "../data-copies.ts";
import { sabotageProgram } from "../generator/write/sabotage.ts";
import { bareEnvironment, PROGRAM, type Run, run } from "../program.ts";
import { correctLine, DAY, dataToEdit, HEALTH, recordLine, targetsIn } from "./data-to-edit.ts";

/** Runs the program in a process of its own and goes on meanwhile. */
async function start(args: string[], cwd: string): Promise<Run> {
  const options = { cwd, env: bareEnvironment() };
  const { exited, printed } = startCommand(process.execPath, [PROGRAM, ...args], options);
  return { status: await exited, stdout: printed.out, stderr: printed.err };
}

const NEXT_TIME =
  /another run is changing it|has changed in the meantime; nothing was written, run the command again/;

describe("several runs at once", () => {
  it("of record lose nothing: the patch has the change of each run that was taken", async () => {
    const folders = dataToEdit();
    const targets = ["a", "b", "c", "d", "e"].map((rule) => `modes/competitive/heroBans/${rule}`);
    const runs = await Promise.all(
      targets.map((target) =>
        start(recordLine(folders, "--yes", "--change", `${target}=:true`), dirname(folders.data)),
      ),
    );
    const done = targets.filter((_, at) => runs[at]?.status === 0);
    expect(done).not.toEqual([]);
    expect(targetsIn(folders.data).toSorted()).toEqual(done);
    for (const { status, stderr } of runs) if (status !== 0) expect(stderr).toMatch(NEXT_TIME);
    expect(problemsOf(folders.data)).toEqual([]);
  });

  it("of correct lose nothing: the list matches the files", async () => {
    const { data } = dataToEdit();
    const wanted = [
      `${HEALTH}=225`,
      "heroes/lucio/health/standard=226",
      "maps/ilios/name=Iliad",
      "modes/push/name=Shove",
    ];
    const runs = await Promise.all(
      wanted.map((one) => start(correctLine(data, one, "--yes"), dirname(data))),
    );
    const done = wanted.filter((_, at) => runs[at]?.status === 0);
    const listed = JSON.parse(filesOf(data)["corrections.json"] ?? "") as {
      corrections: { target: string; to: unknown }[];
    };
    expect(done).not.toEqual([]);
    expect(listed.corrections.map(({ target, to }) => `${target}=${to}`).toSorted()).toEqual(
      done.toSorted(),
    );
    for (const { status, stderr } of runs) if (status !== 0) expect(stderr).toMatch(NEXT_TIME);
    expect(problemsOf(data)).toEqual([]);
  });
});

const jsonOf = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).filter(([file]) => file.endsWith(".json")));

describe("a run of correct that is killed between the files that it writes", () => {
  const saboteur = sabotageProgram(PROGRAM);
  afterAll(() => saboteur.remove());

  /** A correction that is written into three files. */
  function correctThreeFiles(): { data: string; line: string[] } {
    const { data } = dataToEdit((folder) =>
      addPatch(folder, DAY, [{ target: HEALTH, from: 150, to: 200 }]),
    );
    return { data, line: correctLine(data, `${HEALTH}=225`, "--yes", "--date", "2099-02-03") };
  }

  it("has changed all of them, or none, for whoever reads the data next", async () => {
    const undisturbed = correctThreeFiles();
    const before = jsonOf(filesOf(undisturbed.data));
    await run(undisturbed.line, { cwd: dirname(undisturbed.data) });
    const after = jsonOf(filesOf(undisturbed.data));

    const states = [0, 1, 2, 3].map(async (at) => {
      const { data, line } = correctThreeFiles();
      const sabotage = { how: "kill", at, call: "renameSync" } as const;
      expect((await saboteur.run(dirname(data), line, sabotage)).signal).toBe("SIGKILL");
      return data;
    });
    for (const [at, data] of (await Promise.all(states)).entries()) {
      await run(["check", "--data", data], { cwd: dirname(data) });
      expect(jsonOf(filesOf(data))).toEqual(at === 0 ? before : after);
    }
  });
});
