import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { NamesByDay } from "../../../../../build/cli/terminal/names-of-day.ts";
import { abilitiesOfKeys } from "../../../../../build/client/match-log/abilities.ts";
import type { CheckedFile } from "../../../../../build/client/match-log/check-files.ts";
import { resolveLog } from "../../../../../build/client/match-log/resolve-log.ts";
import {
  type AllKits,
  patchAsOf,
} from "../../../../../build/generator/pages/explorer/browser/data.ts";
import {
  abilitiesByPatch,
  datedLogs,
} from "../../../../../build/generator/pages/explorer/browser/dated-logs.ts";
import { REAL_DATA } from "../../../../helpers/real-data.ts";

const listAt = (path: string) =>
  JSON.parse(readFileSync(join(inject("realSite"), path), "utf8")).data;

const KITS: Pick<AllKits, "heroes" | "patches"> = {
  heroes: listAt("history/heroes.json"),
  patches: listAt("lists/patches.json"),
};

const NOTHING = await resolveLog([], new NamesByDay(REAL_DATA).of(undefined).names);

/** A log in which every hero uses every key once. */
function logCalled(file: string): CheckedFile {
  const keys = REAL_DATA.heroes.flatMap(({ id: hero }) =>
    ["Ability 1", "Ability 2", "Ultimate", "Primary Fire", "Combat Roll"].map((key) => ({
      hero,
      key,
      count: 1,
      used: 1,
      hits: 0,
    })),
  );
  return { file, log: { ...NOTHING, otherKeys: keys }, players: [] };
}

describe("a log has the names of its day", () => {
  it.each([
    ["Log-2016-06-01-20-14-44.txt", "", "2016-05-26", "Flashbang"],
    ["Log-2023-06-20-20-14-44.txt", "", "2023-06-13", "Magnetic Grenade"],
    ["Log-2023-06-20-20-14-44.txt", "2018-01-01", "2017-12-14", "Flashbang"],
    ["before the record, 2015-06-20.txt", "", "2016-05-24", "Flashbang"],
    ["match.txt", "", KITS.patches[0]?.id, "Flashbang"],
  ])("%s, with the day “%s” given: as of %s", (file, day, patch, grenade) => {
    const [log] = datedLogs([logCalled(file)], KITS, day);
    expect(log?.patch).toBe(patch);
    const find = (key: string) =>
      log?.abilities.find((used) => used.hero === "cassidy" && used.key === key)?.name;
    expect([find("Ability 2"), find("Combat Roll")]).toEqual([grenade, "Combat Roll"]);

    const { names } = new NamesByDay(REAL_DATA).of(patch);
    const { abilities } = abilitiesOfKeys(log?.log.otherKeys ?? [], names.heroes.resolve);
    expect(log?.abilities).toEqual(abilities);
  });

  it("abilities of logs are added up by patch, the newest first", () => {
    const files = ["a.txt", "2023-06-20.txt", "2023-06-21.txt"].map(logCalled);
    const found = abilitiesByPatch(datedLogs(files, KITS, ""));
    expect(found.map(([patch, [first]]) => [patch, first?.count])).toEqual([
      [KITS.patches[0]?.id, 1],
      ["2023-06-13", 2],
    ]);
  });
});

it.each([
  ["2026-08-13", "2026-08-12"],
  ["2026-06-16", "2026-06-16"],
  ["2016-01-01", undefined],
  ["soon", undefined],
  ["2026-08", undefined],
])("%s asks for the patch %s", (asked, patch) => {
  expect(patchAsOf(KITS.patches, asked)).toBe(patch);
});
