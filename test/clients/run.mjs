// Judges both descriptions, makes a client with each generator, compiles it, and calls a running
// server with it; and again a server whose answers have one more field in every object. A word
// behind it, such as `npm run clients -- Rust`, takes those alone whose names have it.
import { exec, execFile, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { build } from "esbuild";
import { CLIENTS, JUDGES, LIBRARIES } from "./clients.mjs";
import { install } from "./install.mjs";

const PROGRAM = ".compiled/gamedata.js";
const CHECKOUT = "../..";
const EXPECTED = "Lúcio support true";
/** As many as there are cores where this is run in CI. */
const AT_ONCE = 2;

const reported = { passed: 0, failed: 0, skipped: 0 };
const run = async (command, cwd) =>
  (await promisify(exec)(command, { cwd, maxBuffer: 64 * 1024 * 1024 })).stdout;

if (install()) await judgeAndCall();
else skip("everything", "no registry of packages can be reached");
process.stdout.write(
  `${reported.passed} passed, ${reported.failed} failed, ${reported.skipped} skipped\n`,
);
if (reported.failed > 0) process.exitCode = 1;

async function judgeAndCall() {
  rmSync("generated", { recursive: true, force: true });
  mkdirSync("generated");
  await run(`node ${PROGRAM} build`, CHECKOUT);
  const server = spawn("node", [PROGRAM, "serve", "dist"], {
    cwd: CHECKOUT,
    env: { ...process.env, PORT: "0", ANONYMOUS_LIMIT: "1000000" },
  });
  const base = await new Promise((resolve) => {
    server.stdout.on("data", (chunk) => resolve(/http:\/\/[\d.]+:\d+/.exec(chunk)?.[0]));
  });
  const later = await serveWithAddedFields(base);
  try {
    await describe(base);
    const tasks = [
      ...CLIENTS.map((client) => [nameOf(client), () => reportClient(client, base, later.url)]),
      ...JUDGES.map((judge) => [
        judge.name,
        () => report(judge.name, { findsNothing: () => run(judge.command) }),
      ]),
      ["Prism", () => reportPrism(base)],
    ].filter(([name]) => name.includes(process.argv[2] ?? ""));
    const work = async () => {
      for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) await task[1]();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    server.kill();
    later.close();
  }
}

/** Writes what generators read: both descriptions, and a hero's schema by itself. */
async function describe(base) {
  for (const file of ["v1/openapi.json", "openapi-3.0.json"])
    writeFileSync(
      `generated/${file.split("/").at(-1)}`,
      await (await fetch(`${base}/${file}`)).text(),
    );
  const { schemas } = JSON.parse(readFileSync("generated/openapi.json", "utf8")).components;
  const schema = JSON.stringify({ $ref: "#/$defs/Hero", $defs: schemas });
  writeFileSync("generated/hero.json", schema.replaceAll("#/components/schemas/", "#/$defs/"));
}

async function reportClient(client, base, later) {
  const name = nameOf(client);
  const missing = (client.needs ?? []).filter((need) => !isInstalled(need));
  if (missing.length > 0 && process.env.CI !== "true")
    return skip(name, `${missing.join(" and ")} not installed`);
  await report(name, {
    generates: () => run(client.generate),
    compiles: () => compile(client),
    calls: () => call(client, base),
    survivesField: () => call(client, later),
  });
}

function isInstalled(need) {
  const file = LIBRARIES[need];
  return file === undefined ? spawnSync("which", [need]).status === 0 : existsSync(file);
}

function nameOf({ tool, language }) {
  return `${tool}, ${language}`;
}

/** Prism as a proxy that judges each answer by both descriptions. */
async function reportPrism(base) {
  const { fuzz, seesAFault, startPrism, tryEveryPath } = await import("./prism.mjs");
  const read = async (path) => (await fetch(base + path)).json();
  const manifest = await read("/manifest.json");
  const [newer, older] = await Promise.all(["/v1/openapi.json", "/openapi-3.0.json"].map(read));
  const [prism, prism30] = await Promise.all([newer, older].map((one) => startPrism(one, base)));
  await report("Prism, openapi.json", {
    seesAFault: () => seesAFault(newer, base),
    everyPath: () => tryEveryPath(prism, newer, manifest),
    anyParameters: () => fuzz(prism, newer, manifest, 40),
  });
  await report("Prism, openapi-3.0.json", {
    anyParameters: () => fuzz(prism30, older, manifest, 10),
  });
  await Promise.all([prism.close(), prism30.close()]);
}

/**
 * Of TypeScript, the compiler judges the program with what was generated; a bundle of it is run.
 */
async function compile(client) {
  if (client.language !== "TypeScript") return await run(client.compile);
  const config = {
    compilerOptions: {
      ...{ strict: true, noEmit: true, skipLibCheck: true, target: "es2022", module: "esnext" },
      ...{ moduleResolution: "bundler", lib: ["es2023", "dom", "dom.iterable"], types: ["node"] },
      ...(isOfZod3(client) ? { paths: { zod: ["../node_modules/zod3"] } } : {}),
    },
    files: [`../programs/${client.tool}.ts`],
  };
  writeFileSync(`generated/${client.tool}.json`, JSON.stringify(config));
  await run(client.compile);
  await build({
    entryPoints: [`programs/${client.tool}.ts`],
    outfile: `generated/${client.tool}/program.mjs`,
    ...{ bundle: true, format: "esm", platform: "node", logLevel: "silent" },
    ...(isOfZod3(client) ? { alias: { zod: "zod3" } } : {}),
    banner: {
      js:
        'import { createRequire } from "node:module"; ' +
        "const require = createRequire(import.meta.url);",
    },
  });
}

function isOfZod3({ tool }) {
  return tool === "openapi-zod-client";
}

async function call(client, url) {
  const [program, ...args] = client.call(url);
  const { stdout } = await promisify(execFile)(program, args);
  if (stdout.trim() !== EXPECTED) throw new Error(`printed ${stdout.trim()}; expected ${EXPECTED}`);
}

/**
 * Takes the steps one after the other and prints a row; a step that fails is reported below it and
 * ends the row.
 */
async function report(name, steps) {
  const cells = [];
  let failure = "";
  for (const [step, take] of Object.entries(steps)) {
    try {
      const found = await take();
      cells.push(`${step}: ${typeof found === "number" ? found : "yes"}`);
    } catch (error) {
      cells.push(`${step}: NO`);
      failure = `${error.stdout ?? ""}${error.stderr ?? ""}` || `${error.stack}`;
      break;
    }
  }
  reported[failure === "" ? "passed" : "failed"] += 1;
  process.stdout.write(`${name.padEnd(36)}${cells.join("  ")}\n`);
  if (failure !== "") process.stdout.write(`${failure.slice(0, 3_000)}\n`);
}

function skip(name, why) {
  reported.skipped += 1;
  process.stdout.write(`${name.padEnd(36)}skipped: ${why}\n`);
}

/** The same server of a later version: every object has a field more. */
async function serveWithAddedFields(origin) {
  const add = (_key, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? { ...value, addedLater: 1 }
      : value;
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(origin + request.url, { headers: { accept: "application/json" } });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") });
    response.end(JSON.stringify(JSON.parse(await answer.text()), add));
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${proxy.address().port}`, close: () => proxy.close() };
}
