import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PACKAGE_ROOT } from "../build/core/package.ts";
import { copyOfSome } from "./build/data-copies.ts";
import { NPM, RUN_NEEDS, stepsOf } from "./helpers/document-steps.ts";
import { edgeIsMissing } from "./helpers/edge.ts";
import { freePort } from "./helpers/port.ts";
import { patternOf } from "./helpers/printed.ts";
import { BASE_URL } from "./helpers/real-site.ts";

/** The documents, and the language of the blocks that a shell runs. */
const DOCUMENTS = [
  ["README.md", "sh"],
  ["build/generator/pages/guides/match-logs.md", "shell"],
  ["build/generator/pages/guides/static-hosts.md", "shell"],
  ["build/generator/pages/guides/mirrors.md", "shell"],
  ["build/generator/pages/guides/operating.md", "shell"],
  ["build/generator/pages/guides/at-the-edge.md", "shell"],
] as const;

/** Where there is no workerd the tests of the edge are skipped, and say so. */
const NEEDS_WORKERD = "build/generator/pages/guides/at-the-edge.md";

const STEPS = DOCUMENTS.filter(
  ([document]) => document !== NEEDS_WORKERD || edgeIsMissing() === undefined,
).flatMap(([document, language]) => stepsOf(document, language));

/** What the documents name. Sites of it are built in a fraction of the time of the whole. */
const NAMED = /^(heroes\/(ana|lucio|mei|soldier-76)|maps\/lijiang-tower)$/;

/** The first patch that the documents name. */
const FIRST_PATCH = "2026-08-11";

describe("what the README and the guides tell a person to type, in a copy of the checkout", () => {
  const checkout = mkdtempSync(join(tmpdir(), "gamedata-readme-"));
  const running = new Map<string, ChildProcess>();
  const ports = new Map<string, number>();

  beforeAll(async () => {
    execFileSync(process.execPath, ["compile.mjs", "authorization-server", "edge"], {
      cwd: PACKAGE_ROOT,
    });
    for (const name of RUN_NEEDS) {
      cpSync(join(PACKAGE_ROOT, name), join(checkout, name), { recursive: true });
    }
    symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(checkout, "node_modules"));
    copyOfSome(join(checkout, "gamedata"), NAMED, FIRST_PATCH);
    run(`BASE_URL=${BASE_URL} npm run -s gamedata -- build`);
    const person = "-c user.name=reader -c user.email=reader@example.org";
    run(`git init -q && git add gamedata && git ${person} commit -qm checkout`);
    ports.set("8080", await freePort());
    ports.set("9000", await freePort());
    await start("npm run -s gamedata -- serve");
  });

  afterAll(async () => {
    await Promise.all([...running.keys()].map(stop));
    rmSync(checkout, { recursive: true, force: true });
  });

  it.each(STEPS)("$document: $commands", async ({ commands, prints }) => {
    if (/-- serve|authorization-server|-s edge/.test(commands)) return await start(commands);
    expect(prints, "the document does not say what is printed").toBeDefined();
    expect(run(commands)).toMatch(patternOf((prints ?? "").trimEnd()));
  });

  /** The commands with ports of their own, so that nothing else on the machine is in the way. */
  function atOwnPorts(commands: string) {
    return commands.replace(
      /127\.0\.0\.1:(8080|9000)/g,
      (_, port: string) => `127.0.0.1:${ports.get(port)}`,
    );
  }

  /** What commands print, with the ports of the documents. */
  function run(commands: string) {
    const printed = execFileSync("bash", ["-euo", "pipefail", "-c", NPM + atOwnPorts(commands)], {
      cwd: checkout,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    return printed
      .replaceAll("\r", "")
      .replaceAll(`127.0.0.1:${ports.get("8080")}`, "127.0.0.1:8080");
  }

  /** Starts what runs until it is stopped, in the place of an earlier one on its port. */
  async function start(commands: string) {
    const port = commands.includes("authorization-server") ? "9000" : "8080";
    await stop(port);
    const child = spawn("bash", ["-c", NPM + atOwnPorts(commands)], {
      cwd: checkout,
      detached: true,
      stdio: "ignore",
      env: {
        ...process.env,
        PORT: `${ports.get(port)}`,
        ...(port === "9000" ? { JWT_AUDIENCE: BASE_URL } : {}),
      },
    });
    running.set(port, child);
    await vi.waitFor(() => fetch(`http://127.0.0.1:${ports.get(port)}/health`), {
      timeout: 30_000,
      interval: 50,
    });
    if (port === "9000") {
      await vi.waitFor(() =>
        expect(readFileSync(join(checkout, "token.txt"), "utf8")).toContain("TOKEN="),
      );
      expect(statSync(join(checkout, "token.txt")).mode & 0o777).toBe(0o600); // its owner's alone
    }
  }

  async function stop(port: string) {
    const child = running.get(port);
    if (child?.pid === undefined) return;
    const { pid } = child;
    process.kill(-pid, "SIGKILL");
    await vi.waitFor(() => expect(child.exitCode ?? child.signalCode).not.toBeNull());
    running.delete(port);
  }
});
