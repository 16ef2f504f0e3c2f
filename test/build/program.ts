import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../build/package.ts";

/** The program as it is shipped; `npm run compile` makes it. */
export const PROGRAM = join(PACKAGE_ROOT, ".compiled/gamedata.js");

/** What a run of the program gave. */
export type Run = { status: number | null; stdout: string; stderr: string };

/** Runs `gamedata` with arguments in a folder, in an environment that has nothing but what is given. */
export function run(
  args: string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { ...bareEnvironment(), ...env },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** The same beside the test, so that a server of the test can answer it. */
export function runBeside(
  args: string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<Run> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { ...bareEnvironment(), ...env },
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    said.stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said.stderr += chunk.toString();
  });
  return new Promise((resolve) => child.on("close", (status) => resolve({ status, ...said })));
}

/** As much of the environment as a child process needs. */
export function bareEnvironment(): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "" };
}
