import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/data.ts";
import { PROGRAM, run } from "../program.ts";

const LOG = [
  "[00:00:00] ,match_start,0,King's Row (Winter),Hybrid,Team 1,Team 2",
  "[00:00:09] ,hero_spawn,0,Team 1,Ana,루시우,0,0",
  "[00:00:10] ,hero_spawn,0,Team 2,Player2,Tracr,0,0",
  "",
].join("\r\n");

describe("gamedata lookup", () => {
  const lookup = (...args: string[]) => run(["lookup", ...args], { cwd: temporaryFolder() });

  it("says what a name means", async () => {
    expect(await lookup("Torbjorn")).toEqual({
      status: 0,
      stdout: "heroes/torbjorn  Torbjörn  id\n",
      stderr: "",
    });
    expect((await lookup("king's row (WINTER)")).stdout).toBe(
      "maps/kings-row  King's Row  variant winter\n",
    );
  });

  it("names the nearest where a name means nothing, and exits with 1", async () => {
    expect(await lookup("Lucioo")).toEqual({
      status: 1,
      stdout: "",
      stderr: 'no hero, map or ability is called "Lucioo"; did you mean Lucio (heroes/lucio)?\n',
    });
    expect((await lookup("qqqqqqqqq")).stderr).toBe(
      'no hero, map or ability is called "qqqqqqqqq"\n',
    );
  });

  it("reports as JSON", async () => {
    expect(JSON.parse((await lookup("루시우", "--json")).stdout)).toEqual({
      ok: true,
      name: "루시우",
      found: [{ path: "heroes/lucio", name: "Lúcio", kind: "Korean name" }],
      nearest: [],
    });
    const { status, stdout } = await lookup("Lucioo", "--json");
    expect([status, JSON.parse(stdout)]).toEqual([
      1,
      {
        ok: false,
        name: "Lucioo",
        found: [],
        nearest: [{ spelling: "Lucio", path: "heroes/lucio" }],
      },
    ]);
  });
});

describe("gamedata resolve", () => {
  const resolve = (log: string | Buffer, ...args: string[]) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "log.txt"), log);
    return run(["resolve", "log.txt", ...args], { cwd });
  };

  it("lists each name with what it resolves to, and what does not resolve, and then exits with 1", async () => {
    expect(await resolve(LOG)).toEqual({
      status: 1,
      stdout: `3 lines, 3 events, 3 names

maps
  King's Row (Winter)  maps/kings-row, variant winter  1

heroes
  루시우  heroes/lucio  1

not resolved
  Tracr  in heroes, once, first in line 3  nearest: Tracer (heroes/tracer)
`,
      stderr: "1 name does not resolve\n",
    });
    expect(await resolve(LOG.replace("Tracr", "Tracer"))).toMatchObject({ status: 0, stderr: "" });
  });

  it("reads standard input, whatever the encoding", () => {
    const input = Buffer.from(`\ufeff${LOG.replace("Tracr", "Tracer")}`, "utf16le");
    const { status, stdout } = spawnSync(process.execPath, [PROGRAM, "resolve", "-", "--json"], {
      input,
    });
    expect([status, JSON.parse(stdout.toString())]).toMatchObject([
      0,
      {
        ok: true,
        lines: 3,
        events: 3,
        names: [{ id: "kings-row" }, { id: "lucio" }, { id: "tracer" }],
      },
    ]);
  });

  it("says so where there is nothing to resolve", async () => {
    const expected = "expected lines such as [00:00:00] ,match_start,0,Ilios,Control,Team 1,Team 2";
    expect(await resolve("hello\n")).toEqual({
      status: 1,
      stdout: "",
      stderr: `log.txt names no hero and no map (1 line, 0 of them events); ${expected}\n`,
    });
  });

  it("says so where there is no file", async () => {
    const cwd = temporaryFolder();
    expect((await run(["resolve", "no.txt"], { cwd })).stderr).toMatch(/^no\.txt: ENOENT/);
    expect(await run(["resolve", "."], { cwd })).toMatchObject({
      status: 1,
      stderr: ". is a folder; expected one match log\n",
    });
    expect((await run(["resolve"], { cwd })).status).toBe(2);
  });
});
