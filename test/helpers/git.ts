import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Runs git in a folder, as a person of the tests. Gives what it prints. */
export function git(folder: string, ...args: string[]) {
  const person = ["-c", "user.name=tester", "-c", "user.email=tester@example.org"];
  return execFileSync("git", [...person, ...args], { cwd: folder, encoding: "utf8" }).trim();
}

/** Commits everything in a folder, which becomes a repository. Gives the commit. */
export function commit(folder: string, message = "data") {
  if (!existsSync(join(folder, ".git"))) git(folder, "init", "-q");
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", message);
  return git(folder, "rev-parse", "HEAD");
}
