import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { temporaryFolder } from "../helpers/data.ts";
import { runShipped } from "../helpers/program.ts";
import { BASE_URL } from "../helpers/real-site.ts";
import { copyOfDataBackwards } from "./data-copies.ts";

it("the bytes of a site are the same in other folders, time zones, languages and orders of files", () => {
  /** One hash over the path and the bytes of every file. */
  function hashOf(dir: string) {
    const hash = createHash("sha256");
    const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()) {
      hash.update(`${path.slice(dir.length)}\0`).update(readFileSync(path));
    }
    return hash.digest("hex");
  }

  /** The hash of what the program builds with the data and the environment of another machine. */
  function hashOfBuild(data: string, env: Record<string, string>, out: string) {
    const cwd = temporaryFolder();
    const { status, stderr } = runShipped(["build", "--data", data, "--out", out], {
      cwd,
      env: { BASE_URL, GAMEDATA_VERSION: "test", ...env },
    });
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/^(note: git does not track .*\n)?$/),
    ]);
    return hashOf(join(cwd, out));
  }

  const newfoundland = hashOfBuild(
    copyOfDataBackwards(),
    { TZ: "America/St_Johns", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", FORCE_COLOR: "1" },
    "deep/down/site",
  );
  expect(newfoundland, "the program is older than its source; run: npm run compile").toBe(
    hashOf(inject("realSite")),
  );
});
