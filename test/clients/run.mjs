// Judges both descriptions, makes a client with each generator, compiles it, and reads every
// document of a running server with it; and again of a server whose answers have one more field in
// every object. A word behind it, such as `npm run clients -- Rust`, takes those alone whose names
// have it.
import { exec, execFile, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { build } from "esbuild";
import { CLIENTS, JUDGES, LIBRARIES } from "./clients.mjs";
import { addField, documentsOf, schemaOfAll, serveChanged } from "./documents.mjs";
import { install } from "./install.mjs";

const PROGRAM = ".compiled/gamedata.js";
const CHECKOUT = "../..";
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
  const documents = await describe(base);
  const site = await serveChanged(base, documents);
  const later = await serveChanged(base, documents, addField);
  /** Types read all documents as one, and count the heroes in it. */
  const countOf = ({ tool, reads = "" }) =>
    tool === "quicktype"
      ? documents.filter(({ operation }) => operation === "getHero").length
      : documents.filter(({ path }) => path.startsWith(reads)).length;
  try {
    const tasks = [
      ...CLIENTS.map((client) => [
        nameOf(client),
        () => reportClient(client, countOf(client), site.url, later.url),
      ]),
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
    site.close();
    later.close();
  }
}

/**
 * Writes what generators read: both descriptions, and the schema of all documents as one; and for
 * the programs the list of documents, which it returns.
 */
async function describe(base) {
  const read = async (path) => await (await fetch(base + path)).text();
  for (const path of ["/v1/openapi.json", "/openapi-3.0.json"])
    writeFileSync(`generated/${path.split("/").at(-1)}`, await read(path));
  const description = JSON.parse(readFileSync("generated/openapi.json", "utf8"));
  const documents = documentsOf(description, JSON.parse(await read("/manifest.json")));
  writeFileSync("generated/site.json", schemaOfAll(description, documents));
  writeFileSync("generated/documents.json", JSON.stringify(documents));
  return documents;
}

async function reportClient(client, count, base, later) {
  const name = nameOf(client);
  const missing = (client.needs ?? []).filter((need) => !isInstalled(need));
  if (missing.length > 0) return skip(name, `${missing.join(" and ")} not installed`);
  await report(name, {
    generates: () => run(client.generate),
    compiles: () => compile(client),
    reads: () => call(client, count, base),
    survivesField: () => call(client, count, later),
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
      allowImportingTsExtensions: true,
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

/** Returns how many documents the client has read. */
async function call(client, count, url) {
  const [program, ...args] = client.call(url);
  const { stdout } = await promisify(execFile)(program, args);
  const expected = `Lúcio support ${count}`;
  if (stdout.trim() !== expected) throw new Error(`printed ${stdout.trim()}; expected ${expected}`);
  return count;
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

/** In CI nothing is skipped, so it is a failure there. */
function skip(name, why) {
  const isFailure = process.env.CI === "true";
  reported[isFailure ? "failed" : "skipped"] += 1;
  process.stdout.write(`${name.padEnd(36)}${isFailure ? "NO" : "skipped"}: ${why}\n`);
}
