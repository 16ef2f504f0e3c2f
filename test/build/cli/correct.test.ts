import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, filesOf, problemsOf } from "../../helpers/data.ts";
import { run } from "../program.ts";
import { correct, correctLine, dataToEdit, HEALTH } from "./data-to-edit.ts";

describe("gamedata correct", () => {
  it("changes one line of the hero's file, and lists the correction", async () => {
    const { data } = dataToEdit();
    const before = filesOf(data);
    const about = ["--date", "2099-02-03", "--source", "https://example.org/ana"];
    expect(await correct(data, `${HEALTH}=225`, ...about)).toEqual({
      status: 0,
      stdout: `${join(data, "heroes/ana.json")}\n${join(data, "corrections.json")}\n`,
      stderr: `${HEALTH}: 200 was wrong; it is now 225\n`,
    });
    const after = filesOf(data);
    expect({ ...after, "corrections.json": "" }).toEqual({
      ...before,
      "heroes/ana.json": before["heroes/ana.json"]?.replace('"standard": 200', '"standard": 225'),
      "corrections.json": "",
    });
    expect(after["corrections.json"]).toMatchInlineSnapshot(`
      "{
        "$schema": "schemas/corrections.json",
        "corrections": [
          {
            "date": "2099-02-03",
            "target": "heroes/ana/health/standard",
            "from": 200,
            "to": 225,
            "reason": "Read from the wrong column.",
            "source": "https://example.org/ana"
          }
        ]
      }
      "
    `);
    expect(problemsOf(data)).toEqual([]);
  });

  it("asks, and lists the files that it would write", async () => {
    const { data } = dataToEdit();
    const cwd = dirname(data);
    const before = filesOf(cwd);
    const { status, stderr } = await run(correctLine(data, `${HEALTH}=225`), { cwd, typed: "n\n" });
    expect(stderr).toContain("Write heroes/ana.json, corrections.json? [y/N] ");
    expect(status).toBe(1);
    expect(filesOf(cwd)).toEqual(before);
  });
});

/** Bad input: how it comes about, what is typed, the exit code and the message. */
const REFUSED: [string, (data: string) => void, string[], number, string][] = [
  [
    "data that does not pass its checks",
    (data) => edit(data, "maps/ilios.json", (map) => delete map.mode),
    [`${HEALTH}=225`, "--reason", "Wrong.", "--yes"],
    1,
    "maps/ilios.json\n",
  ],
  [
    "a value that would not pass the checks",
    () => {},
    ["heroes/ana/names/en=Lúcio", "--reason", "Wrong.", "--yes"],
    1,
    "  (ambiguous-spelling)",
  ],
  [
    "no value",
    () => {},
    [HEALTH, "--reason", "Wrong.", "--yes"],
    2,
    `error: "${HEALTH}" is not a correction; expected TARGET=VALUE, such as ` +
      "heroes/ana/health/standard=225\n",
  ],
];

describe("gamedata correct refuses, and changes no file:", () => {
  it.each(REFUSED)("%s", async (_what, spoil, args, status, message) => {
    const { data } = dataToEdit(spoil);
    const before = filesOf(dirname(data));
    const refused = await run(["correct", ...args, "--data", data], { cwd: dirname(data) });
    expect(refused.stderr).toContain(message);
    expect([refused.status, refused.stdout]).toEqual([status, ""]);
    expect(filesOf(dirname(data))).toEqual(before);
  });
});
