import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Language, Parser } from "@vscode/tree-sitter-wasm";
import fg from "fast-glob";
import { describe, expect, inject, it } from "vitest";
import { SAMPLE_LANGUAGES } from "../../../../build/pages/docs/samples.ts";
import { OPERATION_ENTRIES } from "../../../../build/schema/operations.ts";
import { tabsOf } from "../../../helpers/code-tabs.ts";

/** The grammars of the languages in which code is shown. */
const GRAMMARS: Readonly<Record<string, string>> = {
  curl: "bash",
  Shell: "bash",
  bash: "bash",
  JavaScript: "javascript",
  Client: "javascript",
  Python: "python",
  Go: "go",
  "C#": "c-sharp",
};

const site = inject("realSite");
const wasm = dirname(createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm"));
const parsers = new Map<string, Promise<Parser>>();

function parserOf(grammar: string): Promise<Parser> {
  const known = parsers.get(grammar);
  if (known !== undefined) return known;
  const made = Parser.init().then(async () => {
    const language = await Language.load(readFileSync(join(wasm, `tree-sitter-${grammar}.wasm`)));
    return new Parser().setLanguage(language);
  });
  parsers.set(grammar, made);
  return made;
}

/** The lines in which the grammar finds no code; none where all of it is. */
async function faultsOf(grammar: string, code: string): Promise<string[]> {
  const tree = (await parserOf(grammar)).parse(code);
  if (tree === null) return ["it was not parsed"];
  const faults = tree.rootNode.hasError
    ? tree.rootNode
        .descendantsOfType("ERROR")
        .map((node) => `line ${(node?.startPosition.row ?? 0) + 1}: ${node?.text}`)
    : [];
  const isWhole = faults.length > 0 || !tree.rootNode.hasError;
  tree.delete();
  return isWhole ? faults : ["something is missing"];
}

/** Code of the pages that match, with the page and the label of its tab. */
function codeOf(pages: string): { page: string; label: string; code: string }[] {
  return fg
    .sync(pages, { cwd: site })
    .sort()
    .flatMap((page) =>
      tabsOf(readFileSync(join(site, page), "utf8")).map((tab) => ({ page, ...tab })),
    );
}

describe("code in a language that need not be installed is code of that language", () => {
  const samples = codeOf("docs/*.html").filter(({ label }) => label in GRAMMARS);

  it.each(SAMPLE_LANGUAGES)("in every operation: %s", async (language) => {
    const own = samples.filter(({ label }) => label === language);
    expect(own.length).toBeGreaterThanOrEqual(OPERATION_ENTRIES.length);
    for (const { page, code } of own)
      expect([page, await faultsOf(GRAMMARS[language] ?? "", code)]).toEqual([page, []]);
  });

  it("in every guide", async () => {
    const own = codeOf("guides/*.html").filter(({ label }) => label in GRAMMARS);
    expect(new Set(own.map(({ label }) => label)).size).toBeGreaterThan(2);
    for (const { page, label, code } of own) {
      const named = `${page}, ${label}`;
      expect([named, await faultsOf(GRAMMARS[label] ?? "", code)]).toEqual([named, []]);
    }
  });

  it.each([
    ["c-sharp", "var http = new HttpClient(;\nawait http"],
    ["c-sharp", "foreach (var item in data.EnumerateArray()\n    Console.WriteLine(item);"],
    ["go", "package main\n\nfunc main() {\n\tx := \n}"],
    ["python", "with urlopen(x) as answer\n    pass"],
  ])("and the grammar of %s refuses what is none", async (grammar, code) => {
    expect(await faultsOf(grammar, code)).not.toEqual([]);
  });
});
