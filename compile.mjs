import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

const JSX = { jsx: "automatic", jsxImportSource: "preact" };

const about = JSON.parse(readFileSync("package.json", "utf8"));

/** Of the tools of development, programs contain this one alone; what they depend on they contain. */
const TOOLS = Object.keys(about.devDependencies).filter((name) => name !== "fastest-levenshtein");

/** The folder that is published. */
const PACKAGE = ".package";

/** Programs for Node. */
const NODE = {
  ...JSX,
  bundle: true,
  external: TOOLS,
  banner: {
    js:
      'import { createRequire as $load } from "node:module"; ' +
      "const require = $load(import.meta.url);",
  },
  platform: "node",
  target: "node20",
  format: "esm",
  logLevel: "warning",
};

/**
 * Scripts and style of the pages, for browsers of the last two and a half years: `light-dark()` is
 * that old.
 */
const BROWSER = {
  ...JSX,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2023", "chrome123", "firefox120", "safari17.5"],
  logLevel: "warning",
};

const BROWSER_SOURCES = "build/generator/pages/explorer/browser";

/**
 * What of Node the worker may stand on: in the runtime it is the same, and answers at once. Each
 * module that is loaded takes 2 to 7 ms of a start.
 */
const WORKER_HAS = ["buffer", "crypto", "timers/promises", "zlib"];

/**
 * What can be compiled into `.compiled`: `node compile.mjs NAME...`; the program and what its sites
 * are made of, by default.
 */
const PARTS = {
  program: () =>
    build({
      ...NODE,
      entryPoints: {
        gamedata: "build/cli/main.ts",
        preview: "build/cli/dev/preview.ts",
      },
      splitting: true,
      minifyWhitespace: true,
      sourcemap: true,
      outdir: ".compiled",
    }),
  /** What `gamedata dev` loads again, without the rest of the program. */
  preview: () =>
    build({
      ...NODE,
      packages: "external",
      entryPoints: ["build/cli/dev/preview.ts"],
      sourcemap: true,
      outdir: ".compiled",
    }),
  browser: () =>
    build({
      ...BROWSER,
      entryPoints: [
        "theme.ts",
        "site.ts",
        "filter.ts",
        "compare.tsx",
        "compare-heroes.tsx",
        "run.tsx",
        "check.tsx",
        "check-worker.ts",
        "search.ts",
        "answers.tsx",
        "values.tsx",
        "hero.tsx",
        "reload.ts",
        "style.css",
      ].map((file) => `${BROWSER_SOURCES}/${file}`),
      outdir: ".compiled/browser",
    }),
  /**
   * For the runtime of workers, in one file; a module of Node's that is not named here, or that it
   * lacks, stops it.
   */
  worker: async () => {
    const { build } = await loadEsbuild();
    const { metafile, outputFiles } = await build({
      bundle: true,
      minify: true,
      charset: "utf8",
      legalComments: "inline",
      format: "esm",
      target: "es2023",
      platform: "neutral",
      mainFields: ["module", "main"],
      conditions: ["workerd", "browser"],
      plugins: [WITHOUT_JSON_SCHEMA, OF_THE_RUNTIME],
      external: ["cloudflare:workers"],
      logLevel: "warning",
      entryPoints: ["proxy/edge/worker.ts"],
      outfile: ".compiled/worker.js",
      metafile: true,
      write: false,
    });
    const licences = licencesOf(metafile).map((licence) => `/*! ${licence} */\n`);
    write(".compiled/worker.js", Buffer.from(licences.join("") + outputFiles[0].text));
    return metafile;
  },
  /** The folder that is published: it depends on nothing, and nothing runs when it is installed. */
  package: async () => {
    for (const folder of [".compiled", PACKAGE]) rmSync(folder, { recursive: true, force: true });
    const metafiles = [];
    for (const name of ["program", "browser", "worker", "library"])
      metafiles.push(await PARTS[name]());
    execFileSync(process.execPath, [".compiled/make-library.js"], { stdio: "inherit" });
    const { private: _, files, scripts, dependencies, devDependencies, ...published } = about;
    const { overrides, allowScripts, ...manifest } = published;
    for (const name of files)
      cpSync(name, `${PACKAGE}/${name}`, {
        recursive: true,
        filter: (source) => !/\.map$|make-library/.test(source),
      });
    write(`${PACKAGE}/package.json`, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    write(`${PACKAGE}/LICENSES.txt`, Buffer.from(licencesOf(...metafiles).join("\n\n")));
  },
  edge: () =>
    build({
      ...NODE,
      entryPoints: { edge: "test/programs/edge/main.ts" },
      outdir: ".compiled",
    }),
  library: () =>
    build({
      ...NODE,
      entryPoints: ["build/cli/library/main.ts"],
      outfile: ".compiled/make-library.js",
    }),
  "authorization-server": () =>
    build({
      ...NODE,
      entryPoints: ["test/example/authorization-server.ts"],
      outdir: ".compiled/example",
    }),
  attack: () =>
    build({
      ...NODE,
      entryPoints: { attack: "test/attack/deployment.ts" },
      outdir: ".compiled",
    }),
  drill: () =>
    build({
      ...NODE,
      entryPoints: {
        drill: "test/drill/main.ts",
        "drill-bounds": "test/drill/bounds.ts",
      },
      outdir: ".compiled",
    }),
  bench: () =>
    build({
      ...NODE,
      entryPoints: ["main", "yardsticks"].map((name) => `test/bench/${name}.ts`),
      outdir: ".compiled/bench",
    }),
};

/** By their entry points. To compile again what is in memory takes a tenth of the time. */
const contexts = new Map();

async function build(options) {
  const key = JSON.stringify(options.entryPoints);
  if (!contexts.has(key)) {
    const { context } = await loadEsbuild();
    contexts.set(key, await context({ ...options, write: false, metafile: true }));
  }
  const { outputFiles, metafile } = await contexts.get(key).rebuild();
  for (const { path, contents } of outputFiles) write(path, Buffer.from(contents));
  return metafile;
}

function loadEsbuild() {
  return import("esbuild").catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    process.stderr.write("esbuild is not installed; run npm ci without --omit=dev to compile\n");
    process.exit(1);
  });
}

/**
 * Writes a file where it is another: what runs of the same sources while they are compiled again
 * never meets a half of it.
 */
function write(path, bytes) {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, bytes);
  renameSync(`${path}.${process.pid}`, path);
}

/** What zod has for JSON Schema, which no worker asks for: a tenth of the program. */
const WITHOUT_JSON_SCHEMA = {
  name: "without-json-schema",
  setup: ({ onLoad }) =>
    onLoad(
      { filter: /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
      ({ path }) => {
        const names = readFileSync(path, "utf8").matchAll(/^export (?:const|function) (\w+)/gm);
        const stubs = [...names].map(([, name]) => `export const ${name} = () => () => undefined;`);
        return { contents: stubs.join("\n") };
      },
    ),
};

/** A module of Node's that nothing is taken from would be loaded all the same, at each start. */
const OF_THE_RUNTIME = {
  name: "of-the-runtime",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^node:/ }, ({ path }) =>
      WORKER_HAS.includes(path.slice("node:".length))
        ? { path, external: true, sideEffects: false }
        : { errors: [{ text: `${path} is none of the modules that a worker depends on` }] },
    ),
};

/** The licences of the packages in bundles, each below the name of its package. */
function licencesOf(...metafiles) {
  const folders = metafiles.flatMap(({ inputs }) =>
    Object.keys(inputs).map((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0]),
  );
  const texts = folders
    .filter((folder) => folder !== undefined)
    .sort()
    .map(licenceIn);
  return [...new Set(texts)];
}

function licenceIn(folder) {
  const { name, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  const text = file && readFileSync(`${folder}/${file}`, "utf8").trim();
  return `${name}\n\n${text ?? `Its package.json says ${license}, and has no text of the licence.`}`;
}

/** Compiles a part. `gamedata dev` does so after each change of a source. */
export async function compile(name) {
  await PARTS[name]();
}

/** For each part, the files that it was compiled from and to, as they were then. */
const COMPILED = ".compiled/parts.json";

/** Size and time of the last change, which no copy and no checkout sets back. */
function stateOf(file) {
  const state = statSync(file, { throwIfNoEntry: false });
  return state && `${state.size} ${state.ctimeMs}`;
}

/** Compiles the parts of which a file is not as it was when they were compiled last. */
async function compileChanged(names) {
  const parts = existsSync(COMPILED) ? JSON.parse(readFileSync(COMPILED, "utf8")) : {};
  const isAsItWas = ([file, state]) => stateOf(file) === state;
  for (const name of names) {
    if (parts[name] && Object.entries(parts[name]).every(isAsItWas)) continue;
    const metafile = await PARTS[name]();
    if (name === "package") return;
    const files = ["inputs", "outputs"].flatMap((key) => Object.keys(metafile[key]));
    const all = [...files, import.meta.filename, "package-lock.json", "tsconfig.json"];
    parts[name] = Object.fromEntries(all.map((file) => [file, stateOf(file)]));
    write(COMPILED, Buffer.from(JSON.stringify(parts)));
  }
}

if (realpathSync(process.argv[1]) === import.meta.filename) {
  const named = process.argv.slice(2);
  await compileChanged(named.length > 0 ? named : ["program", "browser", "worker"]);
  for (const context of contexts.values()) await context.dispose();
}
