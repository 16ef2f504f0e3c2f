import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type OnLoadResult } from "esbuild";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { siteInMemory } from "./build-site.ts";
import { type GameData, newestPatch, referenceAsOf } from "./data/reference.ts";
import { PACKAGE_ROOT } from "./package.ts";

/** Where the sources are that programs import, in a checkout. */
const SOURCES = join(PACKAGE_ROOT, "build/library");

/** Where the rule of spelling is, whose types are part of theirs. */
const SPELLING = join(PACKAGE_ROOT, "build/spelling");

/** The modules of the package; each is an entry of `exports` in package.json. */
const ENTRIES = ["index", "heroes", "maps", "patches", "client"];

/** Of no deployment: what the library is made from must not show. */
const NO_ADDRESSES = {
  baseUrl: "http://deployment.invalid",
  assetsUrl: "http://deployment.invalid/assets",
};

/** The types of the API, made from its own description. */
export async function apiTypes(data: GameData): Promise<string> {
  const { textOf } = siteInMemory(data, {
    ...NO_ADDRESSES,
    patch: newestPatch(data),
    version: "library",
  });
  // Examples change with every patch, and headers are no part of what the client returns.
  const without = new Set(["example", "examples", "headers", "servers"]);
  const description = JSON.parse(textOf("v1/openapi.json"), (key, value) =>
    without.has(key) ? undefined : value,
  );
  const types = astToString(await openapiTS(description));
  return `// Made from the OpenAPI description by \`npm run schemas\`; do not edit.\n${types}`;
}

/** Writes what programs import into a folder: the modules with the data in them, and their types. */
export async function makeLibrary(data: GameData, out: string): Promise<void> {
  mkdirSync(out, { recursive: true });
  await build({
    entryPoints: ENTRIES.map((name) => join(SOURCES, `${name}.ts`)),
    outdir: out,
    bundle: true,
    packages: "external",
    splitting: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: "warning",
    plugins: [
      {
        name: "data",
        setup: ({ onLoad }) => onLoad({ filter: /[\\/]library[\\/]\w+\.ts$/ }, withData(data)),
      },
    ],
  });
  for (const file of readdirSync(SOURCES)) writeDeclaration(SOURCES, file, out);
  writeDeclaration(SPELLING, "lookup.ts", out);
}

/** Puts the data before the module that declares it: its own module's, so that a bundle carries what it uses. */
function withData(data: GameData): (module: { path: string }) => OnLoadResult {
  const reference = referenceAsOf(data, newestPatch(data), NO_ADDRESSES);
  const values = {
    HEROES: reference.heroes,
    MAPS: reference.maps,
    PATCHES: reference.patches,
    ROLES: reference.roles,
    MODES: reference.modes,
    AS_OF: reference.patch,
  };
  return ({ path }) => {
    const source = readFileSync(path, "utf8");
    const declared = Object.entries(values).filter(([name]) =>
      source.includes(`declare const ${name}:`),
    );
    const constants = declared.map(
      ([name, value]) => `const ${name} = ${withoutAddresses(value)};`,
    );
    return { contents: [...constants, source].join("\n"), loader: "ts" };
  };
}

/** Where images are is a deployment's to tell. */
function withoutAddresses(value: unknown): string {
  return JSON.stringify(value, (key, inner) =>
    key === "portrait" || key === "thumbnail" ? undefined : inner,
  );
}

/** The types of one module, beside it. */
function writeDeclaration(folder: string, file: string, out: string): void {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(
    readFileSync(join(folder, file), "utf8"),
    {
      fileName: file,
      reportDiagnostics: true,
      compilerOptions: {
        isolatedDeclarations: true,
        declaration: true,
        module: ts.ModuleKind.NodeNext,
      },
    },
  );
  const [first] = diagnostics;
  if (first !== undefined)
    throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(first.messageText, "\n")}`);
  // All lie in one folder, beside the modules, which end in .js.
  const text = outputText.replace(/(["'])\.\.?\/(?:spelling\/)?([\w-]+)\.ts\1/g, '"./$2.js"');
  writeFileSync(join(out, file.replace(/\.ts$/, ".d.ts")), text);
}
