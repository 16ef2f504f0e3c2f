import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

/** Files beside the commands that are none. */
const NO_COMMANDS = ["main", "program", "settings"];

const COMMANDS = readdirSync("build/cli", { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => basename(name, ".ts"))
  .filter((name) => !NO_COMMANDS.includes(name));

const { metafile } = await build({
  entryPoints: ["build/cli/main.ts", "proxy/main.ts", "build/cli/*.ts"],
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  packages: "external",
  jsx: "automatic",
  jsxImportSource: "preact",
  outbase: ".",
  outdir: "out",
  write: false,
  metafile: true,
  logLevel: "error",
});

it("a start of the program loads no package but the one that reads what was typed", () => {
  expect(packagesBehind("out/build/cli/main.js")).toEqual(["commander"]);
});

describe("a command loads what it needs, and nothing to", () => {
  /** What takes longest to load, and what it is for. */
  const LARGE = {
    "ask other servers": ["undici"],
    "write pages": ["marked"],
    "speak with assistants": ["@modelcontextprotocol/server"],
    serve: ["fastify", "pino"],
  };

  /** Those that load one of them before anything runs. */
  const NEEDS: Record<string, (keyof typeof LARGE)[]> = {
    "build/cli/mcp": ["speak with assistants"],
    "build/cli/mirror": ["ask other servers"],
    "build/cli/probe": ["ask other servers"],
    "proxy/main": ["serve"],
  };

  it.each([...COMMANDS.map((name) => `build/cli/${name}`), "proxy/main"])("%s", (file) => {
    const packages = packagesBehind(`out/${file}.js`);
    const loaded = Object.entries(LARGE).filter(([, names]) =>
      names.some((name) => packages.includes(name)),
    );
    expect(loaded.map(([what]) => what)).toEqual(NEEDS[file] ?? []);
  });
});

/** The packages that a file loads, by itself or by those that it loads, before anything runs. */
function packagesBehind(file: string) {
  if (metafile.outputs[file] === undefined) throw new Error(`there is no ${file}`);
  const files = new Set([file]);
  const packages = new Set<string>();
  for (const name of files) // a set goes on with what is added meanwhile
    for (const { path, kind, external } of metafile.outputs[name]?.imports ?? []) {
      if (kind !== "import-statement") continue;
      if (!external) files.add(path);
      else if (!path.startsWith("node:")) packages.add(path);
    }
  return [...packages].sort();
}
