import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How a sabotaged call fails: the process is killed in it, or the disk is full from then on. */
export type Failure = "kill" | "full disk";

/**
 * Loaded before a program: counts its calls that change a file, and at the call of the number
 * `FAIL_AT` does half of what a write would do, and then kills the process, or fails as on a full
 * disk. A full disk still renames and removes files.
 */
const SABOTAGE = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const isKill = process.env.FAIL_HOW === "kill";
const onFullDisk = ["openSync", "writeSync", "writeFileSync", "fsyncSync", "linkSync"];
const open = new Set();
let calls = 0;
const real = { ...fs };
function fail(name, args) {
  if (name.startsWith("write"))
    real.writeFileSync(args[0], args[1].slice(0, args[1].length / 2));
  if (isKill) process.kill(process.pid, "SIGKILL");
  const error = new Error("ENOSPC: no space left on device, " + name);
  throw Object.assign(error, { code: "ENOSPC", syscall: name });
}
const all = [...onFullDisk, ...(isKill ? ["renameSync", "closeSync", "rmSync"] : [])];
const names = process.env.FAIL_ON === "" ? all : [process.env.FAIL_ON];
for (const name of names) {
  fs[name] = (...args) => {
    const isChange = name === "openSync"
      ? /^w/.test(args[1])
      : typeof args[0] === "string" || open.has(args[0]);
    if (isChange && calls++ === Number(process.env.FAIL_AT)) fail(name, args);
    const result = real[name](...args);
    if (isChange && name === "openSync") open.add(result);
    return result;
  };
}
syncBuiltinESMExports();
`;

/** Which call fails: `at` counts from 0 on, the calls that change a file, or those of one name. */
export type Sabotage = { how: Failure; at: number; call?: string };

/** A program that runs in processes of its own, each of which is sabotaged. */
export type Saboteur = {
  run: (cwd: string, args: readonly string[], sabotage: Sabotage) => Promise<Ended>;
  remove: () => void;
};

/** How a process ended. */
export type Ended = { status: number | null; signal: NodeJS.Signals | null };

/** Prepares a program to run in processes of its own. */
export function sabotageProgram(program: string): Saboteur {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-sabotage-"));
  const saboteur = join(folder, "sabotage.mjs");
  writeFileSync(saboteur, SABOTAGE);
  return {
    run: (cwd, args, { how, at, call = "" }) =>
      new Promise((resolve, reject) => {
        const env = { PATH: process.env["PATH"], FAIL_HOW: how, FAIL_AT: `${at}`, FAIL_ON: call };
        const line = ["--import", saboteur, program, ...args];
        const child = spawn(process.execPath, line, { cwd, env, stdio: "ignore" });
        child.on("error", reject);
        child.on("close", (status, signal) => resolve({ status, signal }));
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
