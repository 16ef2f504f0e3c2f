import { spawn } from "node:child_process";
import { openSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { freePort } from "../helpers/port.ts";
import { PROGRAM } from "../helpers/program.ts";
import { getRaw } from "../helpers/proxy.ts";

/** The program with its log in a place where it cannot be written, or is not read. */
async function startWith(
  stdout: number | "pipe",
  env: Record<string, string> = {},
  stderr: "inherit" | "pipe" = "inherit",
) {
  const port = await freePort();
  const child = spawn(process.execPath, [PROGRAM, "serve"], {
    env: { SITE: inject("realSite"), PORT: `${port}`, ANONYMOUS_LIMIT: "1000000", ...env },
    stdio: ["ignore", stdout, stderr],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  await vi.waitFor(() => getRaw(port, "/health"), { timeout: 30_000, interval: 50 });
  return { child, port, exited };
}

const LONG = `/v1/${"x".repeat(8_000)}`;

describe("a log", () => {
  it.each<[string, () => number | "pipe"]>([
    ["on a full disk", () => openSync("/dev/full", "w")],
    ["that nobody reads", () => "pipe"],
  ])("%s keeps nobody from being answered, nor the process from ending", async (_where, stdout) => {
    const { child, port, exited } = await startWith(stdout());
    for (let count = 0; count < 60; count += 1) expect((await getRaw(port, LONG)).status).toBe(404);
    child.kill("SIGTERM");

    expect(await exited).toBe(0);
  });

  it.each(["stdout", "stderr"] as const)("whose reader is gone (%s) ends nothing", async (name) => {
    const metricsPort = await freePort();
    const env = { METRICS_PORT: `${metricsPort}` };
    const { child, port, exited } = await startWith("pipe", env, "pipe");
    child[name]?.destroy();
    for (let count = 0; count < 3; count += 1) {
      expect((await getRaw(port, "/v1/games")).status).toBe(200);
      await setTimeout(200); // lines are written some at a time
    }
    const lost = /^gamedata_log_lines_lost (\d+)$/m.exec(
      (await getRaw(metricsPort, "/metrics")).body,
    );
    expect(Number(lost?.[1])).toBeGreaterThanOrEqual(name === "stdout" ? 1 : 0);
    child.kill("SIGTERM");

    expect(await exited).toBe(0);
  });
});
