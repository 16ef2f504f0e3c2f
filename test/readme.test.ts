import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PACKAGE_ROOT } from "../build/package.ts";

const NOT_COPIED = new Set(["node_modules", ".git", ".compiled", "dist"]);

/** What the README tells a person to type, in its order, but for the two commands that CI runs itself. */
const blocks = [
  ...readFileSync(join(PACKAGE_ROOT, "README.md"), "utf8").matchAll(/```sh\n([\s\S]*?)```/g),
]
  .map(([, commands = ""]) => commands)
  .filter((commands) => !commands.includes("npm ci"));

describe("the README's commands, typed one after the other in a copy of the checkout", () => {
  const checkout = mkdtempSync(join(tmpdir(), "gamedata-readme-"));
  const running = new Map<string, ChildProcess>();
  const ports = new Map<string, number>();

  beforeAll(async () => {
    cpSync(PACKAGE_ROOT, checkout, {
      recursive: true,
      filter: (source) => !NOT_COPIED.has(source.slice(PACKAGE_ROOT.length).split("/")[0] ?? ""),
    });
    symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(checkout, "node_modules"));
    run(
      "git init -q && git add -A && git -c user.name=reader -c user.email=reader@example.org commit -qm checkout",
    );
    ports.set("8080", await freePort());
    ports.set("9000", await freePort());
    run("npm run -s gamedata -- build");
    await start("npm run -s gamedata -- serve");
  });

  afterAll(async () => {
    await Promise.all([...running.keys()].map(stop));
    rmSync(checkout, { recursive: true, force: true });
  });

  it.each(blocks.map((commands) => [commands]))("%s", { timeout: 60_000 }, async (commands) => {
    if (/-- serve|authorization-server/.test(commands)) {
      await start(commands);
      return;
    }
    const printed = run(commands);
    expect(printed.trim()).not.toBe("");
    expect(printed).not.toMatch(/"status": [45]|HTTP\/1\.1 [45]/);
    if (commands.includes("curl -i")) expect(printed).toContain("RateLimit-Limit: 1000"); // the credential was taken
  });

  /** The commands with ports of their own, so that nothing else on the machine is in the way. */
  function atOwnPorts(commands: string): string {
    return commands.replace(
      /127\.0\.0\.1:(8080|9000)/g,
      (_, port: string) => `127.0.0.1:${ports.get(port)}`,
    );
  }

  function run(commands: string): string {
    return execFileSync("bash", ["-euo", "pipefail", "-c", atOwnPorts(commands)], {
      cwd: checkout,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  /** Starts what runs until it is stopped, in the place of an earlier one on its port. */
  async function start(commands: string): Promise<void> {
    const port = commands.includes("authorization-server") ? "9000" : "8080";
    await stop(port);
    const child = spawn("bash", ["-c", atOwnPorts(commands)], {
      cwd: checkout,
      detached: true,
      stdio: "ignore",
      env: {
        ...process.env,
        PORT: `${ports.get(port)}`,
        ...(port === "9000" ? { JWT_AUDIENCE: "http://127.0.0.1:8080" } : {}),
      },
    });
    running.set(port, child);
    await vi.waitFor(() => fetch(`http://127.0.0.1:${ports.get(port)}/health`), {
      timeout: 20_000,
      interval: 100,
    });
    if (port === "9000") {
      await vi.waitFor(() =>
        expect(readFileSync(join(checkout, "token.txt"), "utf8")).toContain("TOKEN="),
      );
    }
  }

  async function stop(port: string): Promise<void> {
    const child = running.get(port);
    if (child?.pid === undefined) return;
    const { pid } = child;
    process.kill(-pid, "SIGKILL");
    await vi.waitFor(() => expect(child.exitCode ?? child.signalCode).not.toBeNull());
    running.delete(port);
  }
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        resolve(typeof address === "object" && address !== null ? address.port : 0),
      );
    });
  });
}
