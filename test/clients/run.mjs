// Judges the description, makes a client with each generator, compiles it, and reads a running
// server with it; and again a server whose answers have one more field in every object. A word
// behind it, such as `npm run clients -- Go`, takes those alone whose names have it.
import { exec, execFile, spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { build } from "esbuild";
import { CLIENTS } from "./clients.mjs";
import { documentsOf, serveWithField } from "./documents.mjs";
import { install } from "./install.mjs";

const PROGRAM = ".compiled/gamedata.js";
const CHECKOUT = "../..";

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
  const read = async (path) => await (await fetch(base + path)).json();
  const [description, manifest] = await Promise.all(
    ["/v1/openapi.json", "/manifest.json"].map(read),
  );
  writeFileSync("generated/openapi.json", JSON.stringify(description));
  writeFileSync("generated/documents.json", JSON.stringify(documentsOf(description, manifest)));
  const later = await serveWithField(base);
  const spectral = "npx spectral lint --fail-severity hint -r spectral.yaml generated/openapi.json";
  const tasks = [
    ...CLIENTS.map((client) => [nameOf(client), () => reportClient(client, base, later.url)]),
    ["Spectral", () => report("Spectral", { findsNothing: () => run(spectral) })],
  ].filter(([name]) => name.includes(process.argv[2] ?? ""));
  try {
    await Promise.all(tasks.map(([, task]) => task()));
  } finally {
    server.kill();
    later.close();
  }
}

async function reportClient(client, base, later) {
  const { generate, needs } = client;
  const folder = `generated/${client.tool}`;
  if (needs !== undefined && spawnSync("which", [needs]).status !== 0)
    return skip(nameOf(client), `${needs} is not installed`);
  mkdirSync(folder);
  copyFileSync("generated/openapi.json", `${folder}/openapi.json`);
  await report(nameOf(client), {
    generates: () => run(generate, folder),
    compiles: () => compile(client, folder),
    reads: () => call(client, folder, base),
    survivesField: () => call(client, folder, later),
  });
}

function nameOf({ tool, language }) {
  return `${tool}, ${language}`;
}

/**
 * Of TypeScript, the compiler judges the program with what was generated; a bundle of it is run.
 */
async function compile({ tool, language, compile }, folder) {
  if (language !== "TypeScript") {
    copyFileSync(`programs/${tool}.go`, `${folder}/program.go`);
    return await run(compile, folder);
  }
  const config = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: "es2022",
      module: "esnext",
      moduleResolution: "bundler",
      lib: ["es2023", "dom", "dom.iterable"],
      types: ["node"],
    },
    files: [`../../programs/${tool}.ts`],
  };
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config));
  await run(compile, folder);
  await build({
    entryPoints: [`programs/${tool}.ts`],
    outfile: `${folder}/program.mjs`,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "silent",
  });
}

/** Returns how many documents the client has read. */
async function call({ call: [program, ...args] }, cwd, url) {
  const { stdout } = await promisify(execFile)(program, [...args, url], { cwd });
  const [, count] = /^Lúcio support (\d+)\n$/.exec(stdout) ?? [];
  if (!(Number(count) > 40)) throw new Error(`printed ${stdout.trim()}`);
  return Number(count);
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
