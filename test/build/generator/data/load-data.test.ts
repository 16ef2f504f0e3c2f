import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, problemsOf, temporaryFolder } from "../../../helpers/data.ts";
import { printedProblems, smallData } from "../../data-copies.ts";

/** What a person reads once `file` holds this text. */
function printedWith(file: string, text: string | Buffer) {
  const folder = smallData();
  writeFileSync(join(folder, file), text);
  return printedProblems(folder);
}

it.each([
  ["is nested 60,000 times", "[".repeat(60_000) + "]".repeat(60_000), "nested too deeply"],
  ["opens 60,000 lists and closes none", "[".repeat(60_000), "nested too deeply"],
  ["has 30 MB", `[${"1,".repeat(15_000_000)}1]`, "larger than 20 MB"],
])("a file that no parser should read is reported: it %s", (_what, text, message) => {
  expect(printedWith("heroes/ana.json", text)).toContain(message);
});

describe("a file that is not JSON", () => {
  const extra = " is not allowed here; a comma, colon or bracket before it is missing or extra";

  it.each([
    ["a comma too many", '{\n  "id": "ana",,\n  "role": "support"\n}\n', "2:15  ", `,${extra}`],
    ["a comma after the last member", '{\n  "id": "ana",\n}\n', "3:1  ", `}${extra}`],
    ["no colon", '{\n  "id" "ana"\n}\n', "2:8  ", `"ana"${extra}`],
    ["more after its end", '{ "id": "ana" }\n{}\n', "2:1  ", `{${extra}`],
    ["a comment", '{\n  // Ana\n  "id": "ana"\n}\n', "2:3  ", "unexpected character '/' found"],
    ["an end inside a text", '{\n  "id": "an', "2:12  ", "unexpected end of input found"],
    ["nothing at all", "", "1:1  ", "unexpected end of input found"],
    [
      "a tab in a text",
      '{ "id": "an\ta" }\n',
      "",
      "a text holds a line break or another control character; remove it",
    ],
  ])("is reported with its place, and what is there: %s", (_what, text, place, words) => {
    expect(printedWith("heroes/ana.json", text)).toBe(
      `heroes/ana.json\n  ${place}not valid JSON: ${words}  (json-syntax)\n`,
    );
  });
});

describe("what JSON can write and the data cannot hold", () => {
  it.each([
    ['"\\u001b[31m"', "a text holds a control character; remove it  (control-character)"],
    ['"\ufffe"', "a text holds a control character; remove it  (control-character)"],
    ["-0", "-0 is a number that cannot be stored; write another one  (odd-number)"],
    ["1e400", "1e400 is a number that cannot be stored; write another one  (odd-number)"],
  ])("is reported: %s", (value, message) => {
    expect(printedWith("exceptions.json", `{\n  "exceptions": ${value}\n}\n`)).toBe(
      `exceptions.json\n  2:3  exceptions  ${message}\n`,
    );
  });

  it.each(["__proto__", "constructor", "toString"])("is not a figure %s", (name) => {
    const folder = smallData();
    edit(folder, "heroes/ana.json", (hero) => {
      hero.abilities[0].figures = JSON.parse(`{ "damage": 5, "${name}": 1 }`);
    });
    expect(printedProblems(folder)).toContain(`abilities[0].figures`);
  });
});

it.each([
  ["Latin-1", "is not UTF-8; save it as UTF-8 without a byte order mark", "ú", "latin1"],
  ["UTF-16", "is not UTF-8; save it as UTF-8 without a byte order mark", "\uFEFF", "utf16le"],
  ["UTF-8", "begins with a byte order mark; save it as UTF-8 without one", "\uFEFF", "utf8"],
] as const)("a file in another encoding is refused: %s %s", (_, message, start, encoding) => {
  const bytes = Buffer.from(`${start}{ "id": "ana" }`, encoding);
  expect(printedWith("heroes/ana.json", bytes)).toBe(
    `heroes/ana.json\n  the file ${message}  (not-utf8)\n`,
  );
});

it("takes a file with other line breaks and indentation as it is", () => {
  const folder = smallData();
  const path = join(folder, "heroes/ana.json");
  writeFileSync(path, readFileSync(path, "utf8").replaceAll("\n", "\r\n").replaceAll("  ", "\t"));
  expect(problemsOf(folder)).toEqual([]);
});

it.each([
  ["in the file's object", '{\n  "id": "ana",\n  "id": "anna"\n}\n', "2:3  id", "id"],
  [
    "in an object inside",
    '{\n  "health": {\n    "armor": 0,\n    "armor": 50\n  }\n}\n',
    "3:5  health.armor",
    "armor",
  ],
  ["in two ways of writing it", '{\n  "id": "ana",\n  "\\u0069d": "ana"\n}\n', "2:3  id", "id"],
])("a key that is listed twice is reported: %s", (_where, text, place, key) => {
  expect(printedWith("heroes/ana.json", text)).toContain(
    `heroes/ana.json\n  ${place}  "${key}" appears twice in one object; keep one of the two  ` +
      "(repeated-key)\n",
  );
});

describe("a file that is missing", () => {
  it.each(["game.json", "gaps.json"])("is reported by its name: %s", (file) => {
    const folder = smallData();
    rmSync(join(folder, file));
    expect(problemsOf(folder)).toEqual([
      `${file} : the file is missing; every data folder must contain it`,
    ]);
  });

  it("is the folder itself, when --data names none", () => {
    const folder = join(temporaryFolder(), "nowhere");
    expect(problemsOf(folder)).toContain(
      `${folder} : no such folder; pass the data folder with --data`,
    );
  });
});

describe("a file that nothing reads", () => {
  const expected =
    /: unknown file name; expected game\.json, modes\.json, .*, or <id>\.json in heroes, maps, patches, witnesses/;

  it.each([
    ["role.json", "; did you mean roles.json?"],
    ["heros/ana.json", "; did you mean heroes/ana.json?"],
    ["sources/ana.json", ""],
    [".hidden.json", ""],
  ])("is reported, with the nearest name that is read: %s%s", (file, hint) => {
    const folder = smallData();
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), "{}\n");
    const problems = problemsOf(folder);
    expect(problems).toEqual([expect.stringMatching(expected)]);
    expect(problems[0]?.replace(expected, "")).toBe(`${file} ${hint}`);
  });

  it.each<[what: string, add: (path: string) => void]>([
    ["a folder", (path) => mkdirSync(path)],
    ["a link to nothing", (path) => symlinkSync("nowhere", path)],
    ["a pipe", (path) => execFileSync("mkfifo", [path])],
  ])("is named where it is %s", (_what, add) => {
    const folder = smallData();
    add(join(folder, "heroes/x.json"));
    symlinkSync("..", join(folder, "heroes/up")); // not followed
    expect(printedProblems(folder)).toBe(
      "heroes/x.json\n  is not a regular file or a link to one; remove it  (not-a-file)\n",
    );
  });
});
