import { readFileSync } from "node:fs";

/** Whether a process of this machine runs, whoever its user is. */
export function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false; // 0 and below name groups of processes
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * When a process started, in clock ticks since the machine did (proc(5), field 22 of `stat`).
 * Undefined where it does not run, and on systems without `/proc`. In a container every program may
 * be process 1, so the number alone does not identify a run.
 */
export function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, which may hold spaces and parentheses.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
