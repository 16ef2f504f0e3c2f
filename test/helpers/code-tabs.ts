import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { temporaryFolder } from "./data.ts";

/** Every tab of every box of code in a page, in their order. */
export function tabsOf(html: string) {
  const boxes = html.matchAll(/<div class="code">([\s\S]*?)(?=<\/div><\/div>)/g);
  return [...boxes].flatMap(([, box = ""]) => {
    const [, head = "", panels = ""] =
      /^(<fieldset>[\s\S]*?<\/fieldset>)([\s\S]*)$/.exec(box) ?? [];
    const labels = [...head.matchAll(/<label>.*?>([^<>]+)<\/label>|<b>(.*?)<\/b>/g)];
    return panels
      .split("<div>")
      .slice(1)
      .map((panel, at) => {
        const [code = "", prints] = [...panel.matchAll(/<code>([\s\S]*?)<\/code>/g)].map(
          ([, text = ""]) => textOf(text),
        );
        const [, tab, single] = labels[at] ?? [];
        return { label: textOf(tab ?? single ?? ""), code, prints };
      });
  });
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };

/** Markup as the text that a reader sees. */
function textOf(markup: string) {
  return markup
    .replace(/<[^>]*>/g, "")
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&([a-z]+);/g, (all, name: string) => NAMED[name] ?? all);
}

/** How a reader runs the code of a tab. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  curl: ["bash", "-c"],
  JavaScript: [process.execPath, "--input-type=module", "--eval"],
  Python: ["python3", "-X", "utf8", "-c"],
};

/** The languages of the code of guides and of the reference. */
export const LANGUAGES = Object.keys(RUNNERS);

/** Without the programs, tests of code are skipped; on CI they fail. */
export const isWithoutPrograms =
  process.env["CI"] !== "true" &&
  ["bash", "curl", "python3", "sha256sum"].some((name) => spawnSync(name, ["--version"]).error);

/** Runs code, and resolves to what it prints. */
export async function runCode(
  language: string,
  code: string,
  env: Readonly<Record<string, string>> = {},
) {
  const [program = "", ...args] = RUNNERS[language] ?? [];
  const { stdout } = await promisify(execFile)(program, [...args, code], {
    cwd: temporaryFolder(),
    env: { ...process.env, ...env },
    maxBuffer: 50_000_000,
  });
  return stdout.replaceAll("\r", "");
}
