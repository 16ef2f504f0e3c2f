import { spawn } from "node:child_process";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { probeDeployment } from "../../../../build/cli/deployment/probe/probe-deployment.ts";
import { createClient } from "../../../../build/core/fetch/http-client.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { freePort } from "../../../helpers/port.ts";
import { bareEnvironment } from "../../program.ts";

/** The script of Cloudflare's own program, which `.ci/run` installs apart: it weighs 195 MB. */
const wrangler = process.env["WRANGLER"] ?? "";

/** Serves a folder with `wrangler pages dev` until the test ends, and gives its address. */
async function pagesDev(folder: string) {
  const port = await freePort();
  const args = ["pages", "dev", folder, "--ip", "127.0.0.1", "--port", `${port}`];
  const own = ["--compatibility-date", "2026-04-01", "--show-interactive-dev-session=false"];
  const HOME = temporaryFolder();
  const child = spawn(process.execPath, [wrangler, ...args, ...own], {
    cwd: HOME,
    env: { ...bareEnvironment(), HOME, CI: "true", WRANGLER_SEND_METRICS: "false" },
    stdio: "ignore",
    detached: true, // the runtime is a process of its own
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  onTestFinished(async () => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${url}/health`), { timeout: 60_000, interval: 200 });
  return url;
}

const reason = wrangler === "" ? " (skipped: WRANGLER names no program)" : "";

it.skipIf(wrangler === "")(
  `Cloudflare's own program serves the site, and a probe finds no fault${reason}`,
  async () => {
    const url = await pagesDev(inject("realSite"));
    // Two connections: under more, this server for development answers with a 502 now and then.
    const client = createClient(url, { connections: 2 });
    onTestFinished(() => client.close());
    const options = { sample: 20, expect: "cloudflare" } as const;
    const { checks } = await probeDeployment(client, options);
    expect(checks.filter(({ outcome }) => outcome === "differs")).toEqual([]);
  },
  120_000,
);
