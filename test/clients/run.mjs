// Judges both descriptions, makes a client with each generator, compiles it, and calls a running
// server with it; and again a server whose answers have one more field in every object.
import { execFile, execSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { build } from "esbuild";
import { CLIENTS, JUDGES } from "./clients.mjs";

const PROGRAM = "../../.compiled/gamedata.js";
const EXPECTED = "Lúcio support true";
const run = (command) => execSync(command, { stdio: "pipe", encoding: "utf8" });

rmSync("generated", { recursive: true, force: true });
mkdirSync("generated");
run(`node ${PROGRAM} build --out generated/site`);
const server = spawn("node", [PROGRAM, "serve", "generated/site"], {
  env: { ...process.env, PORT: "0", ANONYMOUS_LIMIT: "100000" },
});
const base = await new Promise((resolve) => {
  server.stdout.on("data", (chunk) => resolve(/http:\/\/[\d.]+:\d+/.exec(chunk)?.[0]));
});
const later = await serveWithAddedFields(base);

let isGood = true;
try {
  await describe();
  for (const judge of JUDGES)
    report(judge.split("/").at(-1), { findsNothing: await attempt(() => run(judge)) });
  for (const client of CLIENTS)
    report(`${client.tool}, ${client.language}`, await tryClient(client));
} finally {
  server.kill();
  later.close();
}
process.exitCode = isGood ? 0 : 1;

/** Writes what generators read: both descriptions, and a hero's schema by itself. */
async function describe() {
  for (const file of ["v1/openapi.json", "openapi-3.0.json"])
    writeFileSync(
      `generated/${file.split("/").at(-1)}`,
      await (await fetch(`${base}/${file}`)).text(),
    );
  const { schemas } = JSON.parse(readFileSync("generated/openapi.json", "utf8")).components;
  const schema = JSON.stringify({ $ref: "#/$defs/Hero", $defs: schemas });
  writeFileSync("generated/hero.json", schema.replaceAll("#/components/schemas/", "#/$defs/"));
}

async function tryClient(client) {
  const generates = await attempt(() => run(client.generate));
  const compiles = generates === true && (await attempt(() => compile(client)));
  const calls = compiles === true && (await attempt(() => call(client, base)));
  const survivesField = calls === true && (await attempt(() => call(client, later.url)));
  return { generates, compiles, calls, survivesField };
}

/** Of TypeScript, the compiler judges the program with what was generated; a bundle of it is run. */
async function compile(client) {
  if (client.language === "TypeScript") {
    const options = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: "es2022",
      module: "esnext",
    };
    const more = {
      moduleResolution: "bundler",
      lib: ["es2023", "dom", "dom.iterable"],
      types: ["node"],
    };
    const config = {
      compilerOptions: {
        ...options,
        ...more,
        ...(isOfZod3(client) ? { paths: { zod: ["../node_modules/zod3"] } } : {}),
      },
      files: [`../programs/${client.tool}.ts`],
    };
    writeFileSync(`generated/${client.tool}.json`, JSON.stringify(config));
  }
  run(client.compile);
  if (client.language !== "TypeScript") return;
  await build({
    entryPoints: [`programs/${client.tool}.ts`],
    outfile: `generated/${client.tool}/program.mjs`,
    ...{ bundle: true, format: "esm", platform: "node", logLevel: "silent" },
    ...(isOfZod3(client) ? { alias: { zod: "zod3" } } : {}),
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
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

async function attempt(step) {
  try {
    await step();
    return true;
  } catch (error) {
    return `${error.stdout ?? ""}${error.stderr ?? ""}` || String(error.message);
  }
}

/** Prints a row; what failed is told below it. */
function report(name, steps) {
  const cells = Object.entries(steps).map(
    ([step, result]) => `${step}: ${result === true ? "yes" : "NO"}`,
  );
  process.stdout.write(`${name.padEnd(50)}${cells.join("  ")}\n`);
  for (const result of Object.values(steps)) {
    if (result !== true) isGood = false;
    if (typeof result === "string") process.stdout.write(`${result.slice(0, 3_000)}\n`);
  }
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
