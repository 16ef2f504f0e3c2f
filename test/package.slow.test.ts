import { execFile, execFileSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import ts from "typescript";
import { afterAll, describe, expect, inject, it } from "vitest";
import { PACKAGE_DATA, PACKAGE_ROOT } from "../build/core/package.ts";
import { NEW_PATCH, smallData } from "./build/data-copies.ts";
import { startProxy } from "./helpers/proxy.ts";

const NOT_COPIED = new Set(["node_modules", ".git", ".compiled", ".package", "dist", "test"]);

/** A project of a stranger, who has installed the package and nothing else. */
const PROJECT = mkdtempSync(join(tmpdir(), "gamedata-project-"));
const INSTALLED = join(PROJECT, "node_modules/gamedata-reference");
afterAll(() => rmSync(PROJECT, { recursive: true, force: true }));
install();

function install() {
  const checkout = join(PROJECT, "checkout");
  cpSync(PACKAGE_ROOT, checkout, {
    recursive: true,
    filter: (source) => !NOT_COPIED.has(relative(PACKAGE_ROOT, source)),
  });
  symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(checkout, "node_modules"));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: checkout, encoding: "utf8" }).trim();
  const tarball = run(
    "npm",
    "run",
    "-s",
    "package",
    "--",
    "--silent",
    `--pack-destination=${PROJECT}`,
  );
  rmSync(checkout, { recursive: true, force: true });
  const options = ["--engine-strict", "--ignore-scripts", "--offline", "--no-audit"];
  const file = join(PROJECT, tarball);
  execFileSync("npm", ["install", ...options, file], { cwd: PROJECT, stdio: "pipe" });
}

/** The ids that the files of a folder of the data are named by, in their order. */
function idsIn(folder: string) {
  return readdirSync(join(PACKAGE_DATA, folder))
    .map((file) => file.replace(".json", ""))
    .toSorted();
}

const GUIDE = readFileSync(
  join(PACKAGE_ROOT, "build/generator/pages/guides/javascript.md"),
  "utf8",
);

const HEROES = idsIn("heroes").length;
const MAPS = idsIn("maps").length;
const PATCHES = idsIn("patches");

function sizeOf(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).reduce((sum, name) => {
    const stats = statSync(join(folder, name));
    return stats.isFile() ? sum + stats.size : sum;
  }, 0);
}

/** Runs a program of the project with Node. */
function node(...args: string[]) {
  return execFileSync(process.execPath, args, { cwd: PROJECT, encoding: "utf8" });
}

it("the program works where it is installed, with the data in it", () => {
  const gamedata = (...args: string[]) => node(join(INSTALLED, ".compiled/gamedata.js"), ...args);
  expect(gamedata("check")).toContain(`${HEROES} heroes, ${MAPS} maps, ${PATCHES.length} patches`);
  const data = smallData(join(PROJECT, "gamedata")); // less than the package has
  expect(gamedata("build", "--data", data, "--out", "site")).toContain(`as of patch ${NEW_PATCH}`);
  expect(gamedata("pack", "site", "--out", "site.tar.gz")).toContain("SHA-256");
  for (const site of ["site", "site.tar.gz"])
    expect(gamedata("verify", site)).toContain("match the manifest");
  const built = (file: string) => readFileSync(join(PROJECT, "site", file), "utf8");
  expect(built("guides/first-call.html")).toContain("<h1>First call</h1>");
});

it("the package holds program, library, data and their papers, but no tests or sources, and is alone", () => {
  expect(readdirSync(join(PROJECT, "node_modules"))).toEqual([
    ".bin",
    ".package-lock.json",
    "gamedata-reference",
  ]);
  expect(readdirSync(INSTALLED).sort()).toEqual([
    ".compiled",
    "LICENSE",
    "LICENSES.txt",
    "README.md",
    "build",
    "gamedata",
    "package.json",
  ]);
  const sources = readdirSync(INSTALLED, { recursive: true, encoding: "utf8" }).filter(
    (file) => /make-library|\.tsx?$/.test(file) && !file.endsWith(".d.ts"),
  );
  expect(sources).toEqual([]);
  expect(sizeOf(INSTALLED)).toBeLessThan(20_000_000);
  const { dependencies, scripts } = JSON.parse(
    readFileSync(join(INSTALLED, "package.json"), "utf8"),
  );
  expect([dependencies, scripts]).toEqual([undefined, undefined]);
  const licences = readFileSync(join(INSTALLED, "LICENSES.txt"), "utf8");
  expect(licences).toMatch(/^fastify\n\nMIT License\n/m);
  expect(licences).toMatch(/^abstract-logging\n\nIts package.json says MIT, and has no text/m);
});

describe("the library", () => {
  it("is imported by each of its modules", () => {
    const code = `
      import { createRequire } from "node:module";
      import { asOf, heroes, maps, modes, patches, resolveHero, resolveVariant, roles } from "gamedata-reference";
      import { client } from "gamedata-reference/client";
      import { heroes as same } from "gamedata-reference/heroes";
      import { resolveLog } from "gamedata-reference/match-log";
      const require = createRequire(import.meta.url);
      const isFrozen = (value) =>
        Object(value) !== value || (Object.isFrozen(value) && Object.values(value).every(isFrozen));
      const log = await resolveLog(["[00:00:09] ,hero_spawn,0,Team 1,Ana,루시우,0,0"]);
      console.log(JSON.stringify([
        asOf, resolveHero("Torbjorn").id, resolveVariant("kings-row-winter").map,
        same === heroes, typeof client, log.names[0].id, [heroes, maps, modes, patches, roles].every(isFrozen),
        require("gamedata-reference/openapi.json").openapi,
        require("gamedata-reference/data/hero-details.json").data[0].perks.length,
      ]));`;
    writeFileSync(join(PROJECT, "library.mjs"), code);
    expect(JSON.parse(node("library.mjs"))).toEqual([
      PATCHES.at(-1),
      "torbjorn",
      "kings-row",
      true,
      "function",
      "lucio",
      true,
      "3.1.0",
      4,
    ]);
  });

  it.skipIf(!Reflect.get(process.features, "require_module"))(
    "is required from CommonJS, where Node can",
    () => {
      const code =
        'console.log(require("gamedata-reference").resolveHero("Ангел").id, ' +
        'typeof require("gamedata-reference/client").client)';
      expect(node("--input-type=commonjs", "--eval", code).trim()).toBe("mercy function");
    },
  );
});

const USE = `
import { type Ability, asOf, type GameMap, type Hero, type HeroId, type MapId, heroes, type Mode, type Patch, patches, type Role, resolveHero, resolveMap } from "gamedata-reference";
import { nearestHeroes } from "gamedata-reference/heroes";
import { resolveVariant } from "gamedata-reference/maps";
import { type ListedHero, heroes as listed } from "gamedata-reference/lists";
import { maps as translated, otherMaps } from "gamedata-reference/translations";
import { heroAsOf } from "gamedata-reference/history";
import { resolveLog } from "gamedata-reference/match-log";
import type { PatchChange } from "gamedata-reference/patches";
import { type Client, client, isProblem, type Problem, ProblemError, UnexpectedAnswerError } from "gamedata-reference/client";

const api: Client = client({ baseUrl: "https://gamedata.example.org", apiKey: "gdr_key", tries: 2 });
export const role: "tank" | "damage" | "support" | undefined = resolveHero("ana")?.role;
export const mode: GameMap["mode"] | undefined = resolveMap("ilios")?.mode;
export const texts: string[] = [asOf, resolveVariant("x")?.name ?? "", ...nearestHeroes("x").map(({ spelling }) => spelling)];
export const cooldowns: (number | null)[] = heroes.flatMap((hero: Hero) => hero.abilities.map(({ cooldown }) => cooldown));
export const change: PatchChange | undefined = patches[0]?.changes[0];
export const released: string[] = listed.map(({ release }: ListedHero) => release.date);
export const german: (string | undefined)[] = translated.map(({ names }) => names.de);
export const tools = [heroAsOf("ana", "2026-08-11").names.fr, otherMaps[0]?.modes, resolveLog([])];
export type Others = [Ability, Mode, Patch, Role];
export const ids: [HeroId | undefined, MapId | undefined] = [resolveHero("x")?.id, resolveVariant("x")?.map];
// @ts-expect-error no hero has this id
export const nobody: HeroId = "nobody";
export async function use(signal: AbortSignal): Promise<Problem | undefined> {
  try {
    const hero = await api.hero("Lúcio", { signal });
    const { data, meta } = await api.patches({ since: "2026-06-01", kind: "season" });
    const same: Hero = hero;
    const text: string = hero.portrait + meta.patch + data[0]?.name + same.id;
    return text === "" ? undefined : undefined;
  } catch (error) {
    if (isProblem(error, "not-found")) return error.problem;
    if (error instanceof ProblemError || error instanceof UnexpectedAnswerError) throw error;
    return undefined;
  }
}
// @ts-expect-error there is no such kind of patch
void api.patches({ kind: "weekly" });
// @ts-expect-error there is no such kind of problem
isProblem(undefined, "not-fond");
// @ts-expect-error where images are is a deployment's to tell
export const portrait = resolveHero("ana")?.portrait;
`;

it.each([
  ["node16", { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 }],
  [
    "nodenext",
    { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  ],
  ["bundler", { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }],
])("the types resolve under %s, strictly, and need no types but a browser's", (name, options) => {
  const file = join(PROJECT, `use-${name}.mts`);
  writeFileSync(file, USE);
  const program = ts.createProgram([file], {
    ...options,
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
    types: [],
    noUncheckedIndexedAccess: true,
  });
  const problems = ts.getPreEmitDiagnostics(program);
  expect(
    problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
  ).toEqual([]);
});

describe("a bundle for browsers", () => {
  /** Bytes after gzip, of a bundle of what the code imports. */
  async function bundled(code: string) {
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: PROJECT },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
      logLevel: "silent",
    });
    return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
  }

  const sizes = GUIDE.matchAll(/^\| `(\S+)` from `(\S+)` \| ([\d.]+) \|$/gm);
  it.each([...sizes].map(([, ...cells]) => cells))(
    "of %s from %s is as large as the guide says",
    async (name, module, kilobytes) => {
      const imported = name === "*" ? name : `{ ${name} }`;
      const bytes = await bundled(`export ${imported} from "gamedata-reference${module}"`);
      expect(bytes / 1000 / Number(kilobytes)).toBeCloseTo(1, 1); // within 5 %
    },
  );

  it("of the whole leaves out what is not imported", async () => {
    const [whole, part] = await Promise.all(
      ["", "/maps"].map((from) =>
        bundled(`export { resolveMap } from "gamedata-reference${from}"`),
      ),
    );
    expect(Number(whole) - Number(part)).toBeLessThan(100);
  });
});

describe("the guide's JavaScript", () => {
  const blocks = [...GUIDE.matchAll(/```js\n([\s\S]*?)```/g)];
  const run = () => promisify(execFile)(process.execPath, ["readme.js"], { cwd: PROJECT });

  it.each([
    ["the client", "gamedata-reference/client", "Did you mean `Kings Row` (kings-row)?"],
    ["the data in-process", "gamedata-reference/heroes", "torbjorn King's Row"],
  ])("runs, and prints something: %s", async (_what, imported, printed) => {
    const { url } = await startProxy(inject("realSite"));
    const [, code = ""] = blocks.find(([text]) => text.includes(`"${imported}"`)) ?? [];
    writeFileSync(join(PROJECT, "readme.js"), code.replace("https://gamedata.example.org", url));
    expect((await run()).stdout).toContain(printed);
  });
});
