import { build } from "esbuild";
import { expect, it } from "vitest";

it("a start of the program loads no package but those that every command needs", async () => {
  const { metafile } = await build({
    entryPoints: ["build/main.ts"],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    jsx: "automatic",
    jsxImportSource: "preact",
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "error",
  });

  expect(packagesBehind("out/main.js", metafile.outputs)).toEqual([
    "commander",
    "fastest-levenshtein",
    "zod",
  ]);
});

type Outputs = Record<string, { imports: { path: string; kind: string; external?: boolean }[] }>;

/** The packages that a file loads, by itself or by those that it loads, before anything runs. */
function packagesBehind(file: string, outputs: Outputs): string[] {
  const files = new Set([file]);
  const packages = new Set<string>();
  for (const name of files) // a set goes on with what is added meanwhile
    for (const { path, kind, external } of outputs[name]?.imports ?? []) {
      if (kind !== "import-statement") continue;
      if (!external) files.add(path);
      else if (!path.startsWith("node:")) packages.add(path);
    }
  return [...packages].sort();
}
