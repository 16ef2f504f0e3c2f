import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod";
import { PACKAGE_ROOT } from "../../core/package.ts";
import { formatJson } from "../../core/site/parse-json.ts";
import { BASELINE_FILE } from "../../generator/data/load-data.ts";
import type { GameData } from "../../generator/data/reference.ts";
import { baselineText } from "../maintain/baseline.ts";
import { ENTRIES, makeLibrary } from "./make-library.ts";

/** The fields of the checkout's package.json that the packages share. */
const AboutSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  license: z.string(),
  type: z.literal("module"),
  engines: z.record(z.string(), z.string()),
  bin: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  exports: z.record(z.string(), z.unknown()),
  /** Set by a release, so that npm can verify where the packages were made. */
  repository: z.record(z.string(), z.string()).optional(),
});

/** The licences of packages whose code is compiled into the library. */
const COMPILED_IN = ["fastest-levenshtein/LICENSE.md"];

/**
 * Writes three packages into folders of their names, which it returns: the library without
 * dependencies, the library's client alone, and the program with its dependencies.
 */
export async function makePackages(data: GameData, out: string): Promise<string[]> {
  rmSync(out, { recursive: true, force: true });
  const about = AboutSchema.parse(JSON.parse(read("package.json")));
  const library = join(out, about.name);
  const program = join(out, `${about.name}-cli`);
  await makeLibrary(data, library);
  writeFileSync(join(library, "package.json"), formatJson(libraryPackage(about)));
  const licences = COMPILED_IN.map((file) => `${file}\n\n${read(`node_modules/${file}`)}`);
  writeFileSync(join(library, "THIRD-PARTY.txt"), licences.join("\n\n"));
  const client = join(out, `${about.name}-client`);
  makeClient(client, library, about);
  makeProgram(program, about);
  writeFileSync(join(program, "gamedata", BASELINE_FILE), baselineText(data));
  for (const folder of [library, client, program]) {
    cpSync(join(PACKAGE_ROOT, "LICENSE"), join(folder, "LICENSE"));
    const readme = read(`build/cli/packages/readme/${basename(folder)}.md`);
    writeFileSync(join(folder, "README.md"), readme.replaceAll("VERSION", about.version));
  }
  return [library, client, program];
}

/** Makes the package of the library's client, for programs that need no data. */
function makeClient(folder: string, library: string, { name, engines: _, ...about }: About): void {
  mkdirSync(folder, { recursive: true });
  for (const file of [...withImports(library, "client.js"), ...withImports(library, "client.d.ts")])
    cpSync(join(library, file), join(folder, file));
  cpSync(join(library, "THIRD-PARTY.txt"), join(folder, "THIRD-PARTY.txt"));
  const { dependencies: __, bin: ___, ...own } = about;
  const main = { main: "./client.js", types: "./client.d.ts" };
  const exports = {
    ".": { types: "./client.d.ts", default: "./client.js" },
    "./package.json": "./package.json",
  };
  const whole = { ...own, name: `${name}-client`, engines: { node: ">=18" }, ...main };
  writeFileSync(
    join(folder, "package.json"),
    formatJson({ ...whole, sideEffects: false, exports }),
  );
}

/** A file, and all files that it imports from its folder, directly or not. */
function withImports(folder: string, file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const isTypes = file.endsWith(".d.ts");
  const text = readFileSync(join(folder, file), "utf8");
  for (const [, imported = ""] of text.matchAll(/\bfrom "\.\/([\w-]+)\.js"/g))
    withImports(folder, `${imported}${isTypes ? ".d.ts" : ".js"}`, seen);
  return seen;
}

type About = z.output<typeof AboutSchema>;

/** A peer dependency that programs need not install if they import only client or data. */
const OPTIONAL = { optional: true };

function libraryPackage({ dependencies: _, bin: __, engines, exports, ...about }: About): object {
  const exported = ENTRIES.map((name) => [
    name === "index" ? "." : `./${name}`,
    { types: `./${name}.d.ts`, default: `./${name}.js` },
  ]);
  return {
    ...about,
    engines: { node: ">=18" },
    main: "./index.js",
    types: "./index.d.ts",
    bin: { [about.name]: "./program.js" },
    sideEffects: ["./program.js"],
    peerDependencies: { [`${about.name}-cli`]: about.version },
    peerDependenciesMeta: { [`${about.name}-cli`]: OPTIONAL },
    exports: {
      ...Object.fromEntries(exported),
      "./openapi.json": "./openapi.json",
      "./data/*.json": "./data/*.json",
      "./reports/*.json": "./reports/*.json",
      "./package.json": "./package.json",
    },
  };
}

/**
 * Makes the package of the program, without what only a checkout needs. zod and fastify are
 * compiled in: fastify's own dependencies ask for Node 22.
 */
function makeProgram(folder: string, { exports, dependencies, ...about }: About): void {
  const { zod: _, fastify: __, ...installed } = dependencies;
  const isLibrary = (file: string) => /^(library$|packages$|make-library\.)/.test(file);
  const compiled = join(PACKAGE_ROOT, ".compiled");
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(compiled).filter((name) => !isLibrary(name)))
    cpSync(join(compiled, file), join(folder, ".compiled", file), { recursive: true });
  for (const part of [
    "gamedata",
    "build/generator/pages/guides",
    "build/generator/pages/static",
    "build/core/schema/reports",
  ])
    cpSync(join(PACKAGE_ROOT, part), join(folder, part), { recursive: true });
  const own = Object.entries(exports).filter(([, to]) => !JSON.stringify(to).includes("/library/"));
  writeFileSync(
    join(folder, "package.json"),
    formatJson({
      ...about,
      name: `${about.name}-cli`,
      dependencies: installed,
      bin: { ...about.bin, [`${about.name}-cli`]: about.bin["gamedata"] },
      exports: Object.fromEntries(own),
    }),
  );
}

function read(file: string): string {
  return readFileSync(join(PACKAGE_ROOT, file), "utf8");
}
