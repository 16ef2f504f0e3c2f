import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { PACKAGE_ROOT } from "../../../build/package.ts";

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
const names = [...onFullDisk, ...(isKill ? ["renameSync", "closeSync", "rmSync"] : [])];
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

/** How a script ended, and what it said. */
export type Ended = {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
};

/** Scripts that run in processes of their own, with what a module of the program exports. */
export type Scripts = {
  /** `at` counts the calls that change a file from 0 on. */
  run: (cwd: string, sabotage?: { how: Failure; at: number }) => Promise<Ended>;
  remove: () => void;
};

/** Prepares a script, which imports modules of `build/write` by their names (`./lock.ts`). */
export async function prepareScript(script: string): Promise<Scripts> {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-script-"));
  writeFileSync(join(folder, "sabotage.mjs"), SABOTAGE);
  const outfile = join(folder, "script.mjs");
  const resolveDir = join(PACKAGE_ROOT, "build/write");
  await build({
    stdin: { contents: script, loader: "ts", resolveDir },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
  });
  return {
    run: (cwd, sabotage) =>
      new Promise((resolve, reject) => {
        const child = spawn(
          process.execPath,
          [...(sabotage ? ["--import", join(folder, "sabotage.mjs")] : []), outfile],
          { cwd, env: { FAIL_AT: `${sabotage?.at}`, FAIL_HOW: sabotage?.how ?? "" } },
        );
        const said = { stdout: "", stderr: "" };
        child.stdout.on("data", (chunk) => {
          said.stdout += chunk;
        });
        child.stderr.on("data", (chunk) => {
          said.stderr += chunk;
        });
        child.on("error", reject);
        child.on("close", (status, signal) => resolve({ status, signal, ...said }));
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
