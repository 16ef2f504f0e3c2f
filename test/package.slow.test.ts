import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { PACKAGE_DATA, PACKAGE_ROOT } from "../build/core/package.ts";
import { NEW_PATCH, smallData } from "./build/data-copies.ts";
import { createProject } from "./helpers/project.ts";
import { startProxy } from "./helpers/proxy.ts";

let project: ReturnType<typeof createProject>;

beforeAll(() => {
  project = createProject();
});
afterAll(() => project.remove());

/** The ids that the files of a folder of the data are named by, in their order. */
function idsIn(folder: string): string[] {
  return readdirSync(join(PACKAGE_DATA, folder))
    .map((file) => file.replace(".json", ""))
    .toSorted();
}

const [HEROES, MAPS] = [idsIn("heroes").length, idsIn("maps").length];
const PATCHES = idsIn("patches");
const NEWEST = PATCHES.at(-1);

/** Runs a program of the project with Node. */
function node(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: project.folder, encoding: "utf8" });
}

describe("the package's program", () => {
  it("works where it is installed, with the data in it", () => {
    const gamedata = (...args: string[]) =>
      node(join(project.root, ".compiled/gamedata.js"), ...args);
    expect(gamedata("check")).toContain(
      `${HEROES} heroes, ${MAPS} maps, ${PATCHES.length} patches`,
    );
    const data = smallData(join(project.folder, "gamedata")); // less than the package has
    expect(gamedata("build", "--data", data, "--out", "site")).toContain(
      `as of patch ${NEW_PATCH}`,
    );
    expect(gamedata("verify", "site")).toContain("match the manifest");
    expect(gamedata("lookup", "루시우")).toContain("heroes/lucio");
    const built = (file: string) => readFileSync(join(project.folder, "site", file), "utf8");
    expect(built("guides/first-call.html")).toContain("<h1>First call</h1>");
    expect(built("docs/getHero.html")).toContain("/v1/{game}/heroes/{hero}");
  });
});

describe("the package", () => {
  it("has a README of its own, whose first example runs", async () => {
    const { url } = await startProxy(inject("realSite"), { LOG_LEVEL: "silent" });
    for (const root of [project.library, project.client]) {
      const text = readFileSync(join(root, "README.md"), "utf8");
      const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
      expect(text).toContain(`# ${name}\n`);
      expect(text).toContain(`npm install ./${name}-${version}.tgz`);
      const [, code = ""] = /```js\n([\s\S]*?)```/.exec(text) ?? [];
      const args = ["--input-type=module", "--eval", code.replace("http://127.0.0.1:8080", url)];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project.folder });
      expect(stdout).toContain("Lúcio");
    }
  });

  it("of the program leaves out what is compiled into it", () => {
    const about = JSON.parse(readFileSync(join(project.root, "package.json"), "utf8"));
    expect(Object.keys(about.dependencies)).not.toContain("fastify");
  });

  it("is installed from its tarball by the command of the guide", () => {
    const run = (cwd: string, ...args: string[]) =>
      execFileSync("npm", args, { cwd, encoding: "utf8" });
    const tarball = run(project.folder, "pack", "--silent", project.client).trim();
    const other = mkdtempSync(join(project.folder, "other-"));
    writeFileSync(join(other, "package.json"), "{}");
    run(other, "install", "--silent", "--offline", `../${tarball}`);
    expect(existsSync(join(other, "node_modules/gamedata-reference-client/client.js"))).toBe(true);
  });

  it("holds the program, the library, the data and their papers, but no tests or sources", () => {
    expect(readdirSync(project.root).sort()).toEqual([
      ...[".compiled", "LICENSE", "README.md", "build", "gamedata", "package.json"],
    ]);
    const guides = readdirSync(join(project.root, "build"), { recursive: true, encoding: "utf8" });
    const isPaper =
      /^(generator(\/pages(\/guides(\/[a-z-]+\.md)?)?)?|core(\/schema(\/reports(\/[a-z-]+\.json)?)?)?)$/;
    expect(guides.filter((file) => !isPaper.test(file))).toEqual([]);
    expect(existsSync(join(project.root, "gamedata/heroes/ana.json"))).toBe(true);
    const compiled = readdirSync(join(project.root, ".compiled"), {
      recursive: true,
      encoding: "utf8",
    });
    expect(
      compiled.filter((name) => /make-library|\.ts$/.test(name) && !name.endsWith(".d.ts")),
    ).toEqual([]);
  });

  it("brings nothing else where the client or the data is wanted, and is under 3.4 MB", () => {
    const about = JSON.parse(readFileSync(join(project.library, "package.json"), "utf8"));
    expect(about).not.toHaveProperty("dependencies");
    const asked: string[] = Object.keys(about.peerDependencies);
    expect(asked.filter((name) => about.peerDependenciesMeta[name]?.optional !== true)).toEqual([]);
    const files = readdirSync(project.library, { recursive: true, encoding: "utf8" });
    expect(Object.keys(about.bin)).toEqual([about.name]); // so npx runs it by the package's name
    const cli = JSON.parse(readFileSync(join(project.root, "package.json"), "utf8"));
    expect(Object.keys(cli.bin)).toContain(cli.name);
    const bytes = files.map((file) => statSync(join(project.library, file)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_400_000);
  });

  it("of the client asks a deployment, brings nothing else, and is under 200 KB", async () => {
    const about = JSON.parse(readFileSync(join(project.client, "package.json"), "utf8"));
    expect(about).not.toHaveProperty("dependencies");
    expect(about).not.toHaveProperty("peerDependencies");
    const files = readdirSync(project.client);
    const sizes = files.map((file) => statSync(join(project.client, file)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);

    const { url } = await startProxy(inject("realSite"), { LOG_LEVEL: "silent" });
    const code = `
      import { client } from "gamedata-reference-client";
      const { name } = await client({ baseUrl: process.argv[1], game: "overwatch" }).hero("Lucio");
      console.log(name);`;
    const args = ["--input-type=module", "--eval", code, url];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project.folder });
    expect(stdout).toBe("Lúcio\n");
  });

  it("resolves names without the kits, reads match logs, and holds the data as JSON", () => {
    const code = `
      import { createRequire } from "node:module";
      import { resolveLog } from "gamedata-reference/match-log";
      import { heroes, maps, modes, patches, resolveHero, resolveMap, resolveVariant, roles } from "gamedata-reference";
      import { resolveHeroId, resolveMapId, resolveVariantId } from "gamedata-reference/vocabulary";
      const require = createRequire(import.meta.url);
      const isDeeplyFrozen = (lists) => lists.every((list) => (function frozen(value) {
        return Object(value) !== value || (Object.isFrozen(value) && Object.values(value).every(frozen));
      })(list));
      const log = await resolveLog(["[00:00:09] ,hero_spawn,0,Team 1,Ana,루시우,0,0"]);
      console.log(JSON.stringify([resolveHeroId("루시우"), resolveMapId("国王大道"),
        resolveVariantId("King's Row (Winter)"), log.names[0].id, resolveHero(undefined) === resolveMap(undefined),
        resolveVariant("kings-row-winter").map, isDeeplyFrozen([heroes, maps, modes, patches, roles]),
        require("gamedata-reference/data/heroes.json").length, require("gamedata-reference/openapi.json").openapi,
        require("gamedata-reference/data/hero-details.json").data[0].perks.length,
        require("gamedata-reference/reports/check.json").properties.ok.const,
        require("gamedata-reference-cli/reports/diff.json").type]));`;
    writeFileSync(join(project.folder, "names.mjs"), code);
    expect(JSON.parse(node("names.mjs"))).toEqual([
      ...["lucio", "kings-row", { map: "kings-row", variant: "winter" }, "lucio", true],
      ...["kings-row", true, 54, "3.1.0", 4, true, "object"],
    ]);
  });

  it("is imported from modules", () => {
    const code = `
      import { asOf, heroes, maps, modes, patches, resolveHero, resolveMap, roles } from "gamedata-reference";
      import { heroes as same } from "gamedata-reference/heroes";
      import { client } from "gamedata-reference/client";
      console.log(JSON.stringify([asOf, heroes.length, maps.length, patches.length, roles.length, modes.length,
        resolveHero("Torbjorn").id, resolveMap("国王大道").id, same === heroes, typeof client]));`;
    expect(JSON.parse(node("--input-type=module", "--eval", code))).toEqual([
      ...[NEWEST, HEROES, MAPS, PATCHES.length, 3, 5],
      ...["torbjorn", "kings-row", true, "function"],
    ]);
  });

  it.skipIf(!Reflect.get(process.features, "require_module"))(
    "is required from CommonJS, where Node can",
    () => {
      const code =
        'console.log(require("gamedata-reference").resolveHero("Ангел").id, ' +
        "typeof " +
        'require("gamedata-reference/client").client)';
      expect(node("--input-type=commonjs", "--eval", code).trim()).toBe("mercy function");
    },
  );
});

const USE = `
import { type Ability, asOf, type GameMap, type Hero, type HeroId, type MapId, heroes, type Mode, type Patch, patches, type Role, resolveHero, resolveMap } from "gamedata-reference";
import { nearestHeroes } from "gamedata-reference/heroes";
import { resolveVariant } from "gamedata-reference/maps";
import type { PatchChange } from "gamedata-reference/patches";
import { type Client, client, isProblem, type Problem, ProblemError, UnexpectedAnswerError } from "gamedata-reference/client";

const api: Client = client({ baseUrl: "https://gamedata.example.org", apiKey: "gdr_key", tries: 2 });
export const role: "tank" | "damage" | "support" | undefined = resolveHero("ana")?.role;
export const mode: GameMap["mode"] | undefined = resolveMap("ilios")?.mode;
export const texts: string[] = [asOf, resolveVariant("x")?.name ?? "", ...nearestHeroes("x").map(({ spelling }) => spelling)];
export const cooldowns: (number | null)[] = heroes.flatMap((hero: Hero) => hero.abilities.map(({ cooldown }) => cooldown));
export const change: PatchChange | undefined = patches[0]?.changes[0];
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

describe("the package's types", () => {
  it.each([
    [
      "nodenext",
      { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
    ],
    [
      "bundler",
      { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    ],
    ["node10", { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Node10 }],
  ])("resolve under %s, strictly, and need no types but a browser's", (name, options) => {
    const file = join(project.folder, `use-${name}.mts`);
    writeFileSync(file, USE);
    const program = ts.createProgram([file], {
      ...options,
      ...{
        strict: true,
        noEmit: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
      },
      ...{ target: ts.ScriptTarget.ES2022, lib: ["lib.es2022.d.ts", "lib.dom.d.ts"], types: [] },
    });
    const problems = ts.getPreEmitDiagnostics(program);
    expect(
      problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
    ).toEqual([]);
  });
});

describe("a bundle for browsers", () => {
  /** Bytes after gzip, of a bundle of what the code imports. */
  async function bundled(code: string): Promise<number> {
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: project.folder },
      ...{
        bundle: true,
        minify: true,
        format: "esm",
        platform: "browser",
        write: false,
        logLevel: "silent",
      },
    });
    return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
  }

  // A tenth above what is measured as this is written, so that data may grow, and a dependency does
  // not slip in.
  it.each([
    ["the client", `export { client } from "gamedata-reference/client"`, 4_800],
    ["heroes", `export { resolveHero } from "gamedata-reference/heroes"`, 22_000],
    ["maps", `export { resolveMap } from "gamedata-reference/maps"`, 6_100],
    ["patches", `export { patches } from "gamedata-reference/patches"`, 107_000],
    [
      "heroes alone, by way of the whole",
      `export { resolveHero } from "gamedata-reference"`,
      22_000,
    ],
    ["maps alone, by way of the whole", `export { resolveMap } from "gamedata-reference"`, 6_100],
    ["names alone", `export { resolveHeroId } from "gamedata-reference/vocabulary"`, 10_000],
    ["the roles", `export { roles } from "gamedata-reference"`, 1_500],
    ["everything", `export * from "gamedata-reference"`, 135_000],
  ])("of %s is small", async (_what, code, most) => {
    const bytes = await bundled(code);
    expect(bytes).toBeGreaterThan(500);
    expect(bytes).toBeLessThan(most);
  });
});

/** The blocks of JavaScript of a guide. */
function blocksOf(guide: string): RegExpExecArray[] {
  const text = readFileSync(join(PACKAGE_ROOT, "build/generator/pages/guides", guide), "utf8");
  return [...text.matchAll(/```js\n([\s\S]*?)```/g)];
}

describe("the guide's JavaScript", () => {
  const blocks = blocksOf("javascript.md");
  const run = () => promisify(execFile)(process.execPath, ["readme.js"], { cwd: project.folder });

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
    expect((await run()).stdout).toContain(printed);
  });
});
