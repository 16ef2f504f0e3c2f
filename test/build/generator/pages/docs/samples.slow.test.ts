import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { OPERATION_ENTRIES } from "../../../../../build/core/schema/operations.ts";
import { SAMPLE_LANGUAGES } from "../../../../../build/generator/pages/docs/samples.ts";
import { tabsOf } from "../../../../helpers/code-tabs.ts";
import { temporaryFolder } from "../../../../helpers/data.ts";
import { startProxy } from "../../../../helpers/proxy.ts";
import { BASE_URL } from "../../../../helpers/real-site.ts";

const site = inject("realSite");
const execute = promisify(execFile);

type Language = (typeof SAMPLE_LANGUAGES)[number];

/** Stands between what two samples print. */
const MARK = "=== next ===";

/** The code of every operation. */
const samples = OPERATION_ENTRIES.map(([id]) => {
  const tabs = tabsOf(readFileSync(join(site, `docs/${id}.html`), "utf8"));
  return { id, code: new Map(tabs.map(({ label, code }) => [label, code])) };
});

/** Runs all samples in one process, one after the other, and gives what each printed. */
const RUNNERS: Partial<
  Record<Language, { program: string; run: (codes: string[], folder: string) => string[] }>
> = {
  curl: {
    program: "curl",
    run: (codes, folder) => {
      const script = codes.map((code) => `${code} --silent\necho "${MARK}"\n`).join("");
      writeFileSync(join(folder, "all.sh"), script);
      return ["bash", "-e", "all.sh"];
    },
  },
  JavaScript: {
    program: "node",
    run: (codes, folder) => {
      for (const [at, code] of codes.entries()) writeFileSync(join(folder, `${at}.mjs`), code);
      const calls = codes.map((_, at) => `await import("./${at}.mjs"); console.log("${MARK}");\n`);
      writeFileSync(join(folder, "all.mjs"), calls.join(""));
      return [process.execPath, "all.mjs"];
    },
  },
  Python: {
    program: "python3",
    run: (codes, folder) => {
      for (const [at, code] of codes.entries()) writeFileSync(join(folder, `${at}.py`), code);
      const calls =
        `import runpy\nfor at in range(${codes.length}):\n    ` +
        'runpy.run_path(f"{at}.py")\n   ' +
        ` print("${MARK}")\n`;
      writeFileSync(join(folder, "all.py"), calls);
      return ["python3", "-X", "utf8", "all.py"];
    },
  },
};

function hasProgram(language: Language): boolean {
  const program = RUNNERS[language]?.program;
  if (program === undefined) return false;
  return spawnSync(program, ["--version"]).error === undefined;
}

/** Every text in a document. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

describe("the code of every operation", () => {
  for (const language of SAMPLE_LANGUAGES) {
    const isHere = hasProgram(language);
    it.skipIf(!isHere)(
      `runs, and prints what the answer holds: ${language}${
        isHere ? "" : " (skipped: it is not installed)"
      }`,
      { timeout: 180_000 },
      async () => {
        const runner = RUNNERS[language];
        if (runner === undefined) throw new Error(`nothing runs ${language}`);
        const proxy = await startProxy(site, { ANONYMOUS_LIMIT: "1000", LOG_LEVEL: "silent" });
        const folder = temporaryFolder();
        const ofLanguage = samples.filter(({ code }) => code.has(language));
        const codes = ofLanguage.map(({ code }) =>
          (code.get(language) ?? "").replaceAll(BASE_URL, proxy.url),
        );
        const [program = "", ...args] = runner.run(codes, folder);
        const { stdout } = await execute(program, args, {
          cwd: folder,
          maxBuffer: 50_000_000,
        });
        const printed = stdout.split(`${MARK}\n`).slice(0, -1);

        expect(printed).toHaveLength(ofLanguage.length);
        for (const [at, { id, code }] of ofLanguage.entries()) {
          const address = /"(http[^"]+)"/.exec(code.get("curl") ?? "")?.[1] ?? "";
          const answer = await fetch(address.replace(BASE_URL, proxy.url));
          const text = await answer.text();
          if (language === "curl") {
            expect([id, printed[at]]).toEqual([id, text]);
            continue;
          }
          const body = JSON.parse(text);
          const lines = (printed[at] ?? "").trimEnd().split("\n");
          expect([id, lines.length]).toEqual([id, (body.data ?? body.seasons)?.length ?? 1]);
          const texts = new Set(textsIn(body));
          expect([id, lines.filter((line) => !texts.has(line))]).toEqual([id, []]);
        }
      },
    );
  }
});
