import { spawnSync } from "node:child_process";
import { PROGRAM } from "../../../helpers/program.ts";

/**
 * Loaded before the program: kills it right before or after a call that changes the disk. KILL
 * names the call by its function and the beginning of its first argument, or by its number.
 */
const KILLER = `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const { WHEN, KILL } = process.env;
  let calls = 0;
  for (const name of ["mkdirSync", "writeFileSync", "linkSync", "renameSync", "rmSync"]) {
    const real = fs[name];
    fs[name] = (...args) => {
      const isIt = String(calls++) === KILL || (name + " " + args[0]).startsWith(KILL);
      if (isIt && WHEN === "before") process.kill(process.pid, "SIGKILL");
      real(...args);
      if (isIt && WHEN === "after") process.kill(process.pid, "SIGKILL");
    };
  }
  syncBuiltinESMExports();
`;

/** Runs the program until the call that kills it, and returns the signal that ended it. */
export function killAt(
  when: "before" | "after",
  call: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
) {
  const preload = `data:text/javascript,${encodeURIComponent(KILLER)}`;
  return spawnSync(process.execPath, ["--import", preload, PROGRAM, ...args], {
    env: { ...env, WHEN: when, KILL: call },
  }).signal;
}
