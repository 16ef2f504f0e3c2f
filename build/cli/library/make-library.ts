import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type OnLoadResult } from "esbuild";
import fg from "fast-glob";
import ts from "typescript";
import type { NamesData } from "../../client/names.ts";
import { PACKAGE_ROOT } from "../../core/package.ts";
import { PROBLEM_TYPES } from "../../core/schema/problems.ts";
import { type GameData, newestPatch } from "../../generator/data/game-data.ts";
import { referenceAsOf } from "../../generator/documents/contract.ts";
import type { FullGame } from "../../generator/full/full-game.ts";
import { figureTarget } from "../../generator/history/address.ts";
import { resolveTarget } from "../../generator/history/resolve-target.ts";
import { documentsInMemory } from "../../generator/make-documents.ts";
import { typesOf } from "./schema-types.ts";

/** The folder of the library's sources, in a checkout. */
const SOURCES = join(PACKAGE_ROOT, "build/client");

/** Modules of other folders whose types the library exports. */
const TYPED = [
  join(PACKAGE_ROOT, "build/core/game/state-as-of.ts"),
  join(PACKAGE_ROOT, "build/core/spelling/lookup.ts"),
  ...["abilities", "fields", "guesses", "keys", "log-line", "matches", "resolve-log"].map((name) =>
    join(PACKAGE_ROOT, `build/client/match-log/${name}.ts`),
  ),
];

/** The modules of the library. Each is an entry of the package's `exports`. */
const ENTRIES = [
  "index",
  "heroes",
  "maps",
  "patches",
  "lists",
  "translations",
  "client",
  "history",
  "match-log",
];

/** Placeholders for addresses, which only a deployment has. */
const NO_ADDRESSES = {
  baseUrl: "http://deployment.invalid",
  assetsUrl: "http://deployment.invalid/assets",
};

/** The types of the API as TypeScript, with those of the ids in the data. */
export function apiTypes(data: GameData): string {
  const { components } = JSON.parse(documentsOf(data)("v1/openapi.json"));
  const kinds = Object.keys(PROBLEM_TYPES).map((kind) => JSON.stringify(kind));
  return `${typesOf(components.schemas)}
/** The kind of a problem: the last segment of its \`type\`. */
export type ProblemKind = ${kinds.join(" | ")};

${idTypes(data)}`;
}

function documentsOf(data: GameData): (file: string) => string {
  const options = { ...NO_ADDRESSES, patch: newestPatch(data), version: "library" };
  return documentsInMemory(data, options).textOf;
}

/**
 * Writes the library into a folder: the modules with the data in them, their types, and the data
 * as JSON.
 */
export async function makeLibrary(data: GameData, out: string): Promise<void> {
  mkdirSync(join(out, "data"), { recursive: true });
  const textOf = documentsOf(data);
  const values = valuesOf(data, textOf);
  await bundleModules(values, out);
  for (const name of ["heroes", "maps", "modes", "roles", "patches"] as const)
    writeFileSync(join(out, "data", `${name}.json`), `${withoutAddresses(values[name])}\n`);
  for (const [name, file] of [
    ["vocabulary", "vocabulary.json"],
    ["hero-details", "details/heroes.json"],
  ] as const)
    writeFileSync(
      join(out, `data/${name}.json`),
      `${withoutAddresses(JSON.parse(textOf(file)))}\n`,
    );
  const { servers, ...description } = JSON.parse(textOf("v1/openapi.json"));
  writeFileSync(join(out, "openapi.json"), `${withoutAddresses(description)}\n`);
  const sources = fg.sync("*.ts", { cwd: SOURCES, ignore: ["api.ts"] }).sort();
  writeDeclarations([...sources.map((file) => join(SOURCES, file)), ...TYPED], out);
  writeFileSync(join(out, "api.d.ts"), apiTypes(data));
}

async function bundleModules(values: Values, out: string): Promise<void> {
  await build({
    entryPoints: ENTRIES.map((name) => join(SOURCES, `${name}.ts`)),
    outdir: out,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    // White space is kept. Removing it would remove the marks for bundlers that drop unused code.
    minifySyntax: true,
    logLevel: "warning",
    plugins: [
      {
        name: "data",
        setup: ({ onLoad }) => onLoad({ filter: /[\\/]client[\\/][\w-]+\.ts$/ }, withData(values)),
      },
    ],
  });
}

type Values = ReturnType<typeof valuesOf>;

/** The data by the names with which modules declare it. */
function valuesOf(data: GameData, textOf: (file: string) => string) {
  const { patch, ...lists } = referenceAsOf(data, newestPatch(data), NO_ADDRESSES);
  const { variants } = JSON.parse(textOf("vocabulary.json"));
  const naming = withoutTranslations(lists.full);
  const without = (key: string, inner: unknown) => (key === "sure" ? undefined : inner);
  const histories: object[] = JSON.parse(JSON.stringify(lists.full.histories().heroes, without));
  const { historyFrom } = data.game;
  const values = historicValues(lists.full);
  const listed = listsOf(lists.full, textOf);
  return { ...lists, ...listed, asOf: patch, variants, naming, histories, historyFrom, ...values };
}

/** The documents of lists, and names by language apart from them. */
function listsOf({ heroes, maps }: FullGame, textOf: (file: string) => string) {
  const listOf = (name: string) => JSON.parse(textOf(`lists/${name}.json`)).data;
  const without = (key: string, value: unknown) => (key === "names" ? undefined : value);
  return {
    listedHeroes: listOf("heroes"),
    listedMaps: JSON.parse(JSON.stringify(listOf("maps"), without)),
    listedPatches: listOf("patches").map(({ heroes: _, ...patch }: { heroes: unknown }) => patch),
    listedModes: listOf("modes"),
    otherMaps: listOf("other-maps"),
    translatedHeroes: heroes.map(({ id, names }) => ({ id, names })),
    translatedMaps: maps.map(({ id, names, stages }) => ({
      id,
      names,
      stages: stages.map(({ aliases: _, ...stage }) => stage),
    })),
  };
}

/** What values as of a day are read from beside the histories of heroes. */
export function historicValues({ histories, patches }: FullGame) {
  const states = (["maps", "roles"] as const).flatMap((collection) =>
    histories()[collection].map((one) => {
      const own = one.states.map(({ sources: _, gaps: __, ...state }) => state);
      return [`${collection}/${one.id}`, own] as const;
    }),
  );
  const changes: Record<string, object[]> = {};
  for (const { id: patch, changes: all } of patches)
    for (const { target, from, to, source } of all) {
      if (isWithEvidence(target)) continue;
      const isOfHero = target.startsWith("heroes/") && resolveTarget(target).kind === "modelled";
      const values = isOfHero ? {} : { from, to };
      changes[target] = [
        ...(changes[target] ?? []),
        { patch, ...values, source: source ?? undefined },
      ];
    }
  return { otherHistories: Object.fromEntries(states), changes };
}

/** Whether the histories of heroes say where a value was read. */
function isWithEvidence(target: string): boolean {
  return (
    figureTarget(target) !== undefined ||
    /^heroes\/[^/]+\/(health\/\w+|abilities\/[^/]+\/cooldown|perks\/[^/]+)$/.test(target)
  );
}

/** What match logs are read with. Names of abilities in other languages would double it. */
function withoutTranslations({ naming }: FullGame): NamesData {
  const heroes = naming.heroes.map((hero) => ({
    ...hero,
    abilities: hero.abilities.map(({ names: _, id, kind, key, name }) => ({ id, kind, key, name })),
  }));
  return { ...naming, heroes } as NamesData;
}

/** Puts the data into the module that declares it, so that a bundle has only what it uses. */
function withData(values: Values): (module: { path: string }) => OnLoadResult {
  return ({ path }) => {
    const source = readFileSync(path, "utf8");
    const constants = Object.entries(values)
      .map(([name, value]) => [name.replace(/[A-Z]/g, "_$&").toUpperCase(), value] as const)
      .filter(([name]) => source.includes(`declare const ${name}:`))
      .map(([name, value]) => `const ${name} = ${withoutAddresses(value)};`);
    return { contents: [...constants, source].join("\n"), loader: "ts" };
  };
}

/** The types of ids as unions of all ids in the data. */
function idTypes({ heroes, maps }: GameData): string {
  const ids = {
    HeroId: heroes.map(({ id }) => id),
    MapId: maps.map(({ id }) => id),
    AbilityId: heroes.flatMap(({ abilities }) => abilities.map(({ id }) => id)),
  };
  return Object.entries(ids)
    .map(([name, all]) => {
      const union = [...new Set(all)].sort().map((id) => `  | ${JSON.stringify(id)}`);
      return `export type ${name} =\n${union.join("\n")};\n`;
    })
    .join("\n");
}

/** JSON without addresses of pictures, which only a deployment has. */
function withoutAddresses(value: unknown): string {
  const without = (key: string, inner: unknown) =>
    typeof inner === "string" && (key === "portrait" || key === "thumbnail") ? undefined : inner;
  return JSON.stringify(value, without).replaceAll(NO_ADDRESSES.baseUrl, "");
}

/** Writes the type declarations of the modules. */
function writeDeclarations(files: readonly string[], out: string): void {
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    declaration: true,
    emitDeclarationOnly: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
  });
  program.emit(undefined, (_name, declared, _bom, _onError, [source] = []) => {
    if (!files.includes(source?.fileName ?? "")) return;
    // In the package all modules are in one folder and end in .js; the types of schemas are in api.
    const ofApi = declared.replace(
      /(["'])(?:\.\.?\/)+(?:core\/)?schema\/[\w-]+\.ts\1/g,
      '"./api.js"',
    );
    const text = ofApi.replace(/(["'])(?:\.\.?\/)+(?:[\w-]+\/)*([\w-]+)\.ts\1/g, '"./$2.js"');
    writeFileSync(join(out, basename(source?.fileName ?? "").replace(/\.ts$/, ".d.ts")), text);
  });
}
