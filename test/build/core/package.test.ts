import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBuildSettings } from "../../../build/cli/settings.ts";
import { PACKAGE_DATA, packageVersion } from "../../../build/core/package.ts";
import { temporaryFolder } from "../../helpers/data.ts";

function versionOf(dataDir: string): string | undefined {
  return readBuildSettings({}, dataDir).version;
}

describe("the version", () => {
  // Inside a git hook, GIT_DIR and its like would lead every call to the project's own repository.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")),
  );
  const git = (cwd: string, ...args: string[]) => {
    const identity = [
      "-c",
      "user.name=test",
      "-c",
      "user.email=test@example.org",
      "-c",
      "commit.gpgsign=false",
    ];
    return execFileSync("git", [...identity, ...args], { cwd, env, encoding: "utf8" }).trim();
  };

  it("is the commit of a checkout that holds the data", () => {
    const checkout = temporaryFolder();
    cpSync(join(PACKAGE_DATA, "game.json"), join(checkout, "gamedata/game.json"));
    git(checkout, "init", "--quiet");
    git(checkout, "add", ".");
    git(checkout, "commit", "--quiet", "--no-verify", "--message", "data");
    expect(versionOf(join(checkout, "gamedata"))).toBe(git(checkout, "rev-parse", "HEAD"));
  });

  it("is the package's where the data is only below some other checkout", () => {
    const checkout = temporaryFolder();
    git(checkout, "init", "--quiet");
    git(
      checkout,
      "commit",
      "--quiet",
      "--no-verify",
      "--allow-empty",
      "--message",
      "something else",
    );
    cpSync(join(PACKAGE_DATA, "game.json"), join(checkout, "gamedata/game.json"));
    expect(versionOf(join(checkout, "gamedata"))).toBe(packageVersion());
  });

  it("is the package's where there is no checkout, nor a folder", () => {
    expect(versionOf(join(temporaryFolder(), "nowhere"))).toBe(packageVersion());
  });
});
