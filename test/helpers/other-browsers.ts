import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "undici";
import { freePort } from "./port.ts";

/** A window of a browser, driven by the browser's own protocol. */
export type Window = {
  /** Sets the size of the page, as far as the browser allows it. */
  resize: (width: number, height: number) => Promise<unknown>;
  open: (url: string) => Promise<unknown>;
  /** The value of an expression, which is JSON. */
  evaluate: (expression: string) => Promise<unknown>;
  close: () => Promise<void>;
};

const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

/** Browsers beside Chromium, by name. Without them their tests are skipped; on CI they fail. */
export const OTHER_BROWSERS = [
  { name: "Firefox", start: startFirefox, program: "/usr/bin/firefox-esr" },
  { name: "WebKit", start: startWebKit, program: MINI_BROWSER },
].map((browser) => ({
  ...browser,
  isMissing: !existsSync(browser.program) && process.env["CI"] !== "true",
}));

/** Firefox speaks WebDriver BiDi: https://w3c.github.io/webdriver-bidi/ */
async function startFirefox(): Promise<Window> {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  const firefox = spawn(
    "firefox-esr",
    ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const socket = new WebSocket(`${await printedAddress(firefox)}/session`);
  await once(socket, "open");
  let last = 0;
  const send = async (method: string, params: object) => {
    const id = ++last;
    const answered = new Promise<string>((resolve) => {
      socket.addEventListener("message", function listen({ data }) {
        if (JSON.parse(data).id !== id) return;
        socket.removeEventListener("message", listen);
        resolve(data);
      });
    });
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result } = JSON.parse(await answered);
    if (type === "error") throw new Error(`${method}: ${await answered}`);
    return result;
  };
  await send("session.new", { capabilities: {} });
  const { contexts } = await send("browsingContext.getTree", {});
  const { context } = contexts[0];
  return {
    resize: (width, height) =>
      send("browsingContext.setViewport", { context, viewport: { width, height } }),
    open: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    evaluate: async (expression) => {
      const { result } = await send("script.evaluate", {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: false,
      });
      return JSON.parse(result.value);
    },
    close: async () => {
      await end(firefox);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** The address that Firefox prints when it can be driven. */
async function printedAddress({ stderr }: ChildProcess) {
  let printed = "";
  for await (const chunk of stderr?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += chunk;
    const address = /listening on (ws:\S+)/.exec(printed)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`Firefox did not start: ${printed}`);
}

/** WebKit speaks WebDriver: https://www.w3.org/TR/webdriver2/ */
async function startWebKit(): Promise<Window> {
  const port = await freePort();
  const screen = ["-a", "-s", "-screen 0 1600x1200x24"];
  const driver = spawn("xvfb-run", [...screen, "WebKitWebDriver", `--port=${port}`], {
    stdio: "ignore",
    detached: true,
  });
  const send = async (path: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    const { value } = (await answer.json()) as { value: never };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const options = { binary: MINI_BROWSER, args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  const { sessionId } = await untilListening(() => send("", { capabilities }));
  const evaluate = async (expression: string) =>
    JSON.parse(
      await send(`/${sessionId}/execute/sync`, {
        script: `return JSON.stringify(${expression})`,
        args: [],
      }),
    );
  const setWindow = (width: number, height: number) =>
    send(`/${sessionId}/window/rect`, { width, height, x: 0, y: 0 });
  return {
    resize: async (width, height) => {
      await setWindow(width, height);
      await setWindow(width, 2 * height - (await evaluate("innerHeight"))); // with its own bars
    },
    open: (url) => send(`/${sessionId}/url`, { url }),
    evaluate,
    close: () => end(driver),
  };
}

async function untilListening<T>(connect: () => Promise<T>) {
  for (let tries = 0; ; tries++) {
    try {
      return await connect();
    } catch (error) {
      if (tries === 100 || !(error instanceof TypeError)) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

/** Ends a program and what it has started. */
async function end(program: ChildProcess) {
  const ended = once(program, "exit");
  const { pid } = program;
  if (program.exitCode !== null || pid === undefined) return;
  if (program.spawnargs[0] === "xvfb-run") process.kill(-pid);
  else program.kill();
  await ended;
}
