import { spawn } from "node:child_process";
import { openSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { createLogOutput, type Sink } from "../../proxy/watch/log-output.ts";
import { freePort } from "../helpers/port.ts";
import { PROGRAM } from "../helpers/program.ts";
import { getRaw } from "../helpers/proxy.ts";

/** The program with its log in a place where it cannot be written, or is not read. */
async function startWith(stdout: number | "pipe", env: Record<string, string> = {}) {
  const port = await freePort();
  const child = spawn(process.execPath, [PROGRAM, "serve"], {
    env: { SITE: inject("realSite"), PORT: `${port}`, ANONYMOUS_LIMIT: "1000000", ...env },
    stdio: ["ignore", stdout, "inherit"],
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

  it("that nobody reads keeps nobody from being answered after workers were replaced", async () => {
    const { child, port, exited } = await startWith("pipe", { WORKERS: "2" });
    const { stdout } = child;
    if (stdout === null) throw new Error("there is no pipe");
    await new Promise<void>((resolve) =>
      stdout.setEncoding("utf8").on("data", (text: string) => {
        if (text.includes("by 2 processes")) child.kill("SIGHUP");
        if (text.includes("every worker is a new one")) resolve(void stdout.pause());
      }),
    );
    // Each makes a line of more than 200 bytes. A pipe holds 208 KB of them.
    for (let count = 0; count < 40; count += 1)
      await Promise.all(Array.from({ length: 50 }, () => getRaw(port, LONG)));
    child.kill("SIGTERM");

    expect(await exited).toBe(0);
  });

  it("that cannot be written loses lines, counts them, and says how many when it can", async () => {
    let isFull = true;
    let written = "";
    const sink: Sink = (text, done) => {
      if (!isFull) written += text;
      setImmediate(done, isFull ? new Error("ENOSPC") : null);
    };
    const output = createLogOutput(sink, { gatherMs: 1 });
    output.write("lost\n");
    output.write("lost too\n");
    await vi.waitFor(() => expect(output.dropped()).toBe(2));
    isFull = false;
    output.write("there again\n");
    await vi.waitFor(() => expect(written).toContain("lines of the log were lost"));

    expect(written.split("\n")).toEqual([
      "there again",
      expect.stringContaining('"dropped":2'),
      "",
    ]);
  });

  it("that nobody reads takes no more memory than it may", async () => {
    const output = createLogOutput(() => undefined, { most: 1_000, gatherMs: 1 });
    output.write("handed over, and never taken\n");
    await setTimeout(5);
    for (let count = 0; count < 1_000; count += 1) output.write("0123456789\n");

    expect(output.dropped()).toBe(1_000 - Math.floor(1_000 / 11));
  });
});
