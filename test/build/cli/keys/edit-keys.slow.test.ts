import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { credentialDigest } from "../../../../build/core/keys/api-key.ts";
import { parseKeyFile } from "../../../../build/core/keys/key-file.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { gamedata } from "../../../proxy/auth/credentials.ts";
import { PROGRAM } from "../../program.ts";

const keyFilePath = () => join(temporaryFolder(), "keys.json");
const read = (path: string) => parseKeyFile(readFileSync(path, "utf8"), path);

describe("the command in processes of its own", () => {
  it("keys issue, run several times at once, loses no key that it printed", async () => {
    const path = keyFilePath();
    const runs = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        gamedata(["keys", "issue", "--name", `run ${n}`, "--file", path]),
      ),
    );
    const printed = runs
      .filter(({ code }) => code === 0)
      .map(({ stdout }) => credentialDigest(stdout.trim()));
    const refused = runs.filter(({ code }) => code !== 0);

    expect(printed.length).toBeGreaterThan(0);
    expect(
      read(path)
        .map(({ sha256 }) => sha256)
        .sort(),
    ).toEqual(printed.sort());
    for (const { code, stdout, stderr } of refused) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(
        /^.*: another run is changing it; try again when it is done. .*\.lock\n$/,
      );
    }
  });

  it("is a key that only its owner can read, also where the shell makes the file", () => {
    const folder = temporaryFolder();
    const words = "keys issue --name a --file keys.json > key.txt";
    execFileSync("sh", ["-c", `umask 022; "${process.execPath}" "${PROGRAM}" ${words}`], {
      cwd: folder,
    });
    const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);

    expect([modeOf("key.txt"), modeOf("keys.json")]).toEqual(["600", "600"]);
  });
});
