import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import fg from "fast-glob";
import { type Browser, chromium } from "playwright-core";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { PACKAGE_ROOT } from "../../build/core/package.ts";
import type { PatchFile } from "../../build/core/schema/patch.ts";
import { newestFirst } from "../../build/generator/history/rewind.ts";
import { createProject } from "../helpers/project.ts";
import { startProxy } from "../helpers/proxy.ts";
import { REAL_DATA } from "../helpers/real-data.ts";

const PROGRAMS = join(PACKAGE_ROOT, "test/example/programs");
const PATCHES = newestFirst(REAL_DATA.patches);
const NEWEST = PATCHES[0] as PatchFile;

const CHROMIUM = "/usr/bin/chromium";

/** A page of somebody else's, which asks the proxy across origins. */
const PAGE = ["browser-page.html", "browser-page.js"];

/** Run by the browser. */
const PATCH_IS_SHOWN = 'document.querySelector("#patch").textContent !== "…"';

let project: ReturnType<typeof createProject>;

beforeAll(async () => {
  project = createProject();
  const sources = fg.sync("*.ts", { cwd: PROGRAMS, absolute: true });
  for (const file of sources)
    writeFileSync(join(project.folder, basename(file)), readFileSync(file));
  writeFileSync(join(project.folder, "package.json"), '{"type":"module"}');
  const options = { outdir: project.folder, logLevel: "warning", format: "esm" } as const;
  const inProject = (name: string) => join(project.folder, name);
  await build({
    ...options,
    entryPoints: ["log-reader.ts", "own-server.ts", "patch-watcher.ts"].map(inProject),
    platform: "node",
  });
  await build({
    ...options,
    entryPoints: [inProject("browser-page.ts")],
    bundle: true,
    minify: true,
  });
});
afterAll(() => project.remove());

/** The blocks of JavaScript of a guide. */
function blocksOf(guide: string): RegExpExecArray[] {
  const text = readFileSync(join(PACKAGE_ROOT, "build/generator/pages/guides", guide), "utf8");
  return [...text.matchAll(/```js\n([\s\S]*?)```/g)];
}

/**
 * Starts a program that is a server where the package is installed, and returns the address that it
 * prints.
 */
async function startServer(program: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: project.folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  const [printed] = await once(child.stdout, "data");
  return `${printed}`.trim();
}

/** Runs one of the programs where the package is installed. */
function run(program: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(process.execPath, [program, ...args], { cwd: project.folder });
}

describe("the programs that use the published package", () => {
  it("agree with its types", () => {
    const files = fg.sync("*.ts", { cwd: project.folder, absolute: true });
    const program = ts.createProgram(files, {
      ...{ strict: true, noEmit: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
      ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 },
      ...{ lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"], types: ["node"] },
      typeRoots: [join(PACKAGE_ROOT, "node_modules/@types")],
    });
    const problems = ts.getPreEmitDiagnostics(program);
    expect(files).toHaveLength(4);
    expect(
      problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
    ).toEqual([]);
  });
});

describe("the guide's JavaScript", () => {
  const blocks = blocksOf("javascript.md");

  it.each([
    ["the client", "gamedata-reference/client", "Did you mean `Kings Row` (kings-row)?"],
    ["the data in-process", "gamedata-reference/heroes", "torbjorn King's Row"],
  ])("runs, and prints something: %s", async (_what, imported, printed) => {
    const { url } = await startProxy(inject("realSite"));
    const [, code = ""] = blocks.find(([text]) => text.includes(`"${imported}"`)) ?? [];
    writeFileSync(
      join(project.folder, "readme.js"),
      code.replace("https://gamedata.example.org", url),
    );
    expect((await run("readme.js")).stdout).toContain(printed);
  });
});

describe("the guide to a server of your own", () => {
  const [plain = "", identified = ""] = blocksOf("your-server.md").map(([, code = ""]) => code);
  const startGuide = (code: string) => {
    const site = JSON.stringify(inject("realSite"));
    writeFileSync(
      join(project.folder, "guide.js"),
      code.replace('"dist"', site).replace("port: 3000", "port: 0"),
    );
    return startServer("guide.js");
  };

  it("shows one that has the service beside its own routes", async () => {
    const url = await startGuide(plain);
    const hero = await fetch(`${url}/gamedata/v1/overwatch/heroes/ルシオ`);

    expect(await hero.json()).toMatchObject({ id: "lucio" });
    expect(await (await fetch(url)).json()).toEqual({ hello: "world" });
    expect((await fetch(`${url}/gamedata/v1/%ZZ`)).status).toBe(400);
  });

  it("shows one that knows its callers", async () => {
    const url = await startGuide(identified);
    const ask = async (headers: Record<string, string>) => {
      const answer = await fetch(`${url}/gamedata/v1/games`, { headers });
      return [answer.status, answer.headers.get("ratelimit-limit")];
    };

    expect(await ask({})).toEqual([200, "60"]);
    expect(await ask({ "x-session": "a-session" })).toEqual([200, "1000"]);
    expect(await ask({ "x-session": "another" })).toEqual([401, "60"]);
  });
});

describe("the server of somebody else", () => {
  it("has the service below its own prefix, and says who is calling", async () => {
    const url = await startServer("own-server.js", inject("realSite"), "0");
    const games = (headers = {}) => fetch(`${url}/gamedata/v1/games`, { headers });
    const limitOf = ({ status, headers }: Response) => [status, headers.get("ratelimit-limit")];

    expect(await (await fetch(url)).json()).toEqual({ heroes: "/gamedata/v1/overwatch/heroes" });
    expect(await (await fetch(`${url}/gamedata/v1/overwatch/heroes/Lucio`)).json()).toMatchObject({
      id: "lucio",
    });
    expect(limitOf(await games())).toEqual([200, "10"]);
    expect(limitOf(await games({ "x-password": "open sesame" }))).toEqual([200, "1000"]);
    expect(limitOf(await games({ "x-password": "wrong" }))).toEqual([401, "10"]);
  });
});

describe("the log reader", () => {
  it("says who played what, whatever language the client speaks", async () => {
    const rest = `${"0,".repeat(32)}`;
    const log = [
      "[00:00:00] ,match_start,0,리장 타워 (설날),쟁탈,1팀,2팀",
      "[00:00:09] ,hero_spawn,0,1팀,아나,루시우,0,0",
      `[00:06:42] ,player_stat,243.02,1,1팀,아나,루시우,${rest}243.02`,
      `[00:06:42] ,player_stat,243.02,1,2팀,Junker,Soldier: 76,${rest}200.50`,
      `[00:12:42] ,player_stat,499.39,2,1팀,아나,루시우,${rest}499.39`,
      `[00:12:42] ,player_stat,499.39,2,2팀,Junker,Lucioo,${rest}60`,
    ];
    writeFileSync(join(project.folder, "log.txt"), log.join("\r\n"));
    const { stdout } = await run("log-reader.js", "log.txt");
    expect(stdout.trim().split("\n")).toEqual([
      "Lijiang Tower, control",
      "아나: Lúcio (support) 8:19",
      "Junker: Soldier: 76 (damage) 3:21",
      "Junker: Lucioo (role unknown) 1:00",
      "no hero is called Lucioo; did you mean Lucio?",
    ]);
  });
});

describe("the patch watcher", () => {
  it("shows the newest patch first, then what is new, then nothing", async () => {
    const { url } = await startProxy(inject("realSite"));
    const { id, name, changes } = NEWEST;
    const numbers = changes.filter(
      ({ from, to }) => typeof from === "number" && typeof to === "number",
    );
    expect((await run("patch-watcher.js", url, "first.json")).stdout.split("\n")).toEqual([
      `${id} ${name}: ${changes.length} changes`,
      ...numbers.map(({ target, from, to }) => `  ${target} ${from} -> ${to}`),
      "",
    ]);
    expect((await run("patch-watcher.js", url, "first.json")).stdout).toBe(
      `nothing is new since ${id}\n`,
    );

    writeFileSync(join(project.folder, "later.json"), '["2026-09-17","2026-09-10"]');
    const { stdout } = await run("patch-watcher.js", url, "later.json");
    const later = PATCHES.filter(({ id }) => id > "2026-09-17");
    expect(later.length).toBeGreaterThanOrEqual(2);
    expect(stdout.match(/^\d{4}-\d\d-\d\d/gm)).toEqual(later.map(({ date }) => date).toReversed());
  });

  it("says when asking again makes sense, where it has asked too often", async () => {
    const { url } = await startProxy(inject("realSite"), {
      ANONYMOUS_LIMIT: "1",
      RATE_WINDOW_SECONDS: "300",
    });
    await run("patch-watcher.js", url, "often.json");
    await expect(run("patch-watcher.js", url, "often.json")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^asked too often; trying again makes sense in (300|29\d) seconds\n$/,
      ),
    });
  });
});

describe.skipIf(!existsSync(CHROMIUM) && process.env["CI"] !== "true")("the browser page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());

  /** The page in a browser, and what the browser complained about. */
  async function open(api: string) {
    const url = await servePage();
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(`${url}/browser-page.html?api=${encodeURIComponent(api)}`);
    return { page, complaints };
  }

  it("knows heroes in every language, and asks another origin's API for the patch", async () => {
    const { url } = await startProxy(inject("realSite"));
    const { page, complaints } = await open(url);
    await page.waitForFunction(PATCH_IS_SHOWN);
    const { name, date, changes } = NEWEST;
    expect(await page.textContent("#patch")).toBe(`${name}, ${date}: ${changes.length} changes`);
    for (const [typed, shown] of [
      ["ルシオ", "Lúcio, support, 225 health"],
      ["SOLDIER: 76", "Soldier: 76, damage, "],
      ["Torbjron", "Did you mean Torbjorn?"],
      ["qqqqqqqq", ""],
    ] as const) {
      await page.fill("#name", typed);
      expect([typed, await page.textContent("#answer")]).toEqual([
        typed,
        expect.stringContaining(shown),
      ]);
    }
    expect(complaints).toEqual([]);
  });

  it("shows the detail of a problem", async () => {
    const { url } = await startProxy(inject("realSite"), {
      ANONYMOUS_LIMIT: "1",
      RATE_WINDOW_SECONDS: "300",
    });
    const { page } = await open(url);
    await page.waitForFunction(PATCH_IS_SHOWN);
    expect(await page.textContent("#patch")).toMatch(
      /^The limit of 1 requests in 300 seconds is exhausted/,
    );
  });

  async function servePage(): Promise<string> {
    const server = createServer((request, response) => {
      const name = PAGE.find((one) => request.url?.startsWith(`/${one}`));
      if (name === undefined)
        return response.writeHead(request.url === "/favicon.ico" ? 204 : 404).end();
      const folder = name.endsWith(".html") ? PROGRAMS : project.folder;
      const type = name.endsWith(".html") ? "text/html" : "text/javascript";
      return response
        .writeHead(200, { "Content-Type": type })
        .end(readFileSync(join(folder, name)));
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  }
});
