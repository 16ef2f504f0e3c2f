import { describe, expect, it } from "vitest";
import { checkFiles } from "../../../../../build/client/match-log/check-files.ts";
import { namesOf } from "../../../../../build/client/names.ts";
import { namesOfFiles } from "../../../../../build/generator/pages/explorer/browser/check-report.ts";
import { REAL_DATA } from "../../../../helpers/real-data.ts";

const FILES = await checkFiles(
  [
    new File(
      [
        "[00:00:00] ,match_start,0,Iliosu,Control,Red,Blue\n",
        "[00:00:09] ,hero_spawn,0,Red,Gustav,Tracr,0,0\n[00:00:09] " +
          ",hero_spawn,0,Red,Erika,Ana,0,0\n",
      ],
      "first.txt",
    ),
    new File(
      [
        "[00:00:09] ,hero_spawn,0,Red,Erika,Tracr,0,0\n[00:00:09] " +
          ",hero_spawn,0,Red,Otto,Gustav,0,0\n",
        "[00:00:09] ,hero_spawn,0,Red,Gustav,Ana,0,0\n",
      ],
      "second.txt",
    ),
  ],
  namesOf(REAL_DATA),
);

describe("what the log checker reports", () => {
  it("has each name of all logs once, unknown ones first, with its places", () => {
    const names = namesOfFiles(FILES);
    expect(names.map(({ name, id, count }) => [name, id, count])).toEqual([
      ["Tracr", null, 2],
      ["Iliosu", null, 1],
      ["Gustav", null, 1],
      ["Ana", "ana", 2],
    ]);
    expect(names[0]?.places).toEqual([
      { file: "first.txt", lines: [2] },
      { file: "second.txt", lines: [1] },
    ]);
  });
});
