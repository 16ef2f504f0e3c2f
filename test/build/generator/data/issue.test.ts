import { describe, expect, it } from "vitest";
import { formatIssues, formatPath, type Issue } from "../../../../build/generator/data/issue.ts";

it.each([
  [[], ""],
  [["id"], "id"],
  [["health", "standard"], "health.standard"],
  [["changes", 3, "to"], "changes[3].to"],
  [["abilities", 0, "cooldown"], "abilities[0].cooldown"],
  [[0, 1], "[0][1]"],
  [["$schema"], "$schema"],
  [["names", "zh-TW"], 'names["zh-TW"]'],
  [["a b", "c"], '["a b"].c'],
  [["1st"], '["1st"]'],
  [["", "x"], '[""].x'],
  [['say "hi"'], '["say \\"hi\\""]'],
  [["한국어"], '["한국어"]'],
])("formatPath writes %j as JavaScript writes it: %s", (path, text) => {
  expect(formatPath(path)).toBe(text);
});

describe("formatIssues", () => {
  const text =
    '{\n  "id": "ana",\n  "health": { "standard": 1 },\n  "aliases": [\n    "a",\n    ' +
    '"b"\n  ]\n}\n';
  const issue = (file: string, path: Issue["path"], message = "is wrong"): Issue => ({
    code: "rule",
    file,
    path,
    message,
  });

  it("reports one cause once, and in how many more places it is found", () => {
    const anna = { cause: "heroes/anna" };
    const issues = [
      { ...issue("patches/a.json", [], "no anna"), ...anna },
      { ...issue("patches/b.json", [], "no anna here"), ...anna },
      { ...issue("patches/b.json", [], "no anna there"), ...anna },
      { ...issue("patches/b.json", [], "no bob"), cause: "heroes/bob" },
    ];
    expect(formatIssues(issues, () => undefined)).toBe(
      "patches/a.json\n  no anna; and in 2 more places  (rule)\n\n" +
        "patches/b.json\n  no bob  (rule)\n",
    );
  });

  it("prints 200, and counts the others", () => {
    const issues = Array.from({ length: 10_000 }, (_, at) => issue("a.json", [], `no ${at}`));
    const lines = formatIssues(issues, () => undefined).split("\n");
    expect(lines.slice(200)).toEqual(["  no 199  (rule)", "", "and 9800 more", ""]);
  });

  it.each([
    ["of the key of a member", ["id"], "2:3  id"],
    ["of a member inside another", ["health", "standard"], "3:15  health.standard"],
    ["of an element of a list", ["aliases", 1], "6:5  aliases[1]"],
    ["of the value around a missing key", ["health", "armor"], "3:3  health.armor"],
    ["of the file's value around a missing key", ["role"], "1:1  role"],
    ["of the list around a missing element", ["aliases", 7], "4:3  aliases[7]"],
    ["of the text around a path that leads into it", ["id", "x"], "2:3  id.x"],
  ])("gives line and column %s", (_what, path, place) => {
    expect(formatIssues([issue("a.json", path)], () => text)).toBe(
      `a.json\n  ${place}  is wrong  (rule)\n`,
    );
  });
});
