import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageVersion } from "../../../build/core/package.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { run } from "../program.ts";

const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;

async function scriptFor(shell: string): Promise<string> {
  const { status, stdout, stderr } = await run(["completion", shell], { cwd: temporaryFolder() });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

describe("gamedata completion", () => {
  it.skipIf(!has("bash"))("completes commands and options in bash", async () => {
    const script = await scriptFor("bash");
    const ask = (at: number, ...words: string[]) =>
      `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${at}; _gamedata; echo "\${COMPREPLY[@]}"`;
    const lines = [script, ask(1, "gamedata", "re"), ask(2, "gamedata", "record", "--un")];
    const { stdout } = spawnSync("bash", ["-c", lines.join("\n")], { encoding: "utf8" });
    expect(stdout).toBe("record resolve\n--undo\n");
  });

  it.each(["zsh", "fish"])("names commands and options in %s", async (shell) => {
    const script = await scriptFor(shell);
    for (const word of ["record", "undo", "keys", "revoke", "watch"])
      expect(script).toContain(word);
    if (!has(shell)) return;
    const file = join(temporaryFolder(), "script");
    writeFileSync(file, script);
    expect(spawnSync(shell, ["-n", file]).status).toBe(0);
  });

  it("is for the shells that it knows", async () => {
    const { status, stderr } = await run(["completion", "csh"], { cwd: temporaryFolder() });
    expect([status, stderr]).toEqual([
      2,
      "error: command-argument value 'csh' is invalid for argument 'shell'. Allowed " +
        "choices are bash, zsh, fish.\n",
    ]);
  });
});

describe("the program", () => {
  const cwd = temporaryFolder;

  it("names the command that help does not know", async () => {
    expect(await run(["help", "bild"], { cwd: cwd() })).toEqual({
      status: 2,
      stdout: "",
      stderr: "error: unknown command 'bild'\n(Did you mean build?)\n",
    });
    expect((await run(["help", "check"], { cwd: cwd() })).stdout).toContain(
      "Usage: gamedata check",
    );
  });

  it("says its version for -v too", async () => {
    const [short, long, old] = [
      await run(["-v"], { cwd: cwd() }),
      await run(["--version"], { cwd: cwd() }),
      await run(["-V"], { cwd: cwd() }),
    ];
    expect(short).toEqual(long);
    expect(old).toEqual(long);
    expect(long).toEqual({ status: 0, stdout: `${packageVersion()}\n`, stderr: "" });
  });
});
