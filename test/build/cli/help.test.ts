import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/data.ts";
import { run } from "../program.ts";

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
    expect(long.status).toBe(0);
  });
});
