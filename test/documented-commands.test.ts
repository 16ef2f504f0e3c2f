import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { PACKAGE_ROOT } from "../build/core/package.ts";
import { run } from "./build/program.ts";

const GUIDES = "build/generator/pages/guides";
const DOCUMENTS = [
  "README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "DECISIONS.md",
  "gamedata/README.md",
  ...readdirSync(join(PACKAGE_ROOT, GUIDES)).map((name) => `${GUIDES}/${name}`),
];

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8")));

/** Code in the text of a document: what is between backticks, and the lines of blocks. */
function codeOf(document: string) {
  const text = readFileSync(join(PACKAGE_ROOT, document), "utf8").replaceAll("\\\n", " ");
  const blocks = [...text.matchAll(/```(?:sh|shell|bash|text)\n([\s\S]*?)```/g)];
  const prose = text.replace(/```[\s\S]*?```/g, "");
  return [
    ...blocks.flatMap(([, lines = ""]) => lines.split("\n")),
    ...[...prose.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code.replaceAll("\n", " ")),
  ];
}

/** What `--help` of a command prints: its options, and the names of its commands. */
async function helpOf(...command: string[]) {
  const { stdout } = await run([...command, "--help"], { cwd: PACKAGE_ROOT });
  const [, list = ""] = stdout.split("\nCommands:\n");
  return {
    options: [...stdout.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => option),
    commands: [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = ""]) => name),
  };
}

const top = await helpOf();
const options = new Map<string, string[]>([["", top.options]]);
for (const name of top.commands) {
  const { commands, ...own } = name === "help" ? { options: [], commands: [] } : await helpOf(name);
  options.set(name, own.options);
  for (const inner of commands.filter((one) => one !== "help"))
    options.set(`${name} ${inner}`, (await helpOf(name, inner)).options);
}
/** Options of our commands, and those of curl that guides name. */
const allOptions = new Set(["--compressed", ...[...options.values()].flat()]);

/** What is wrong with a call of the program. */
function faultOf(call: string) {
  const [first = "", second = "", ...rest] = call.split(/\s+/);
  const name = options.has(`${first} ${second}`) ? `${first} ${second}` : first;
  const known = options.get(name);
  if (known === undefined) return `${first} is not a command`;
  const given = [second, ...rest].flatMap((word) => /^--[a-z][a-z-]*/.exec(word) ?? []);
  const unknown = given.find((option) => !known.includes(option));
  return unknown === undefined ? undefined : `${name} has no ${unknown}`;
}

describe.each(DOCUMENTS)("%s", (document) => {
  const code = codeOf(document);

  it("calls commands with options that they have", () => {
    const calls = code.flatMap((line) =>
      [...line.matchAll(/\bgamedata (?:-- )?([a-z][^|;&)>"]*)/g)].map(([, call = ""]) => call),
    );
    expect(calls.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
  });

  it("names options that some command has", () => {
    const named = code.flatMap((line) => /^--[a-z][a-z-]*/.exec(line) ?? []);
    expect(named.filter((option) => !allOptions.has(option))).toEqual([]);
  });

  it("runs scripts that package.json has", () => {
    const named = code.flatMap((line) =>
      [...line.matchAll(/\bnpm (?:run (?:-s )?)([a-z][\w:-]*)/g)].map(([, name = ""]) => name),
    );
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});
