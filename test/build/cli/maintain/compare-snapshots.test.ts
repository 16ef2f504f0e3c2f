import { describe, expect, it } from "vitest";
import {
  breakingChanges,
  compareSnapshots,
  type Diff,
  isEmpty,
} from "../../../../build/cli/maintain/compare-snapshots.ts";
import { diffAsText } from "../../../../build/cli/maintain/diff-text.ts";
import { type Snapshot, snapshotOfSite } from "../../../../build/cli/maintain/snapshot.ts";
import type { HeroFile } from "../../../../build/core/schema/hero.ts";
import type { PatchFile, RecordedChange } from "../../../../build/core/schema/patch.ts";
import { type GameData, newestPatch, stateOf } from "../../../../build/generator/data/reference.ts";
import { documentsInMemory } from "../../../../build/generator/make-documents.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";

const DATA = smallData();
const ANA = heroOf(DATA, "ana");
const HEALTH = "heroes/ana/health/standard";
const COOLDOWN = "heroes/ana/abilities/sleep-dart/cooldown";
const HEROES = "/v1/overwatch/heroes";

/** A few things of the real data, and one patch, of 2099-01-01. */
function smallData(): GameData {
  const data = REAL_DATA;
  const only = <T extends { id: string }>(list: T[], ...ids: string[]) =>
    list.filter(({ id }) => ids.includes(id));
  return {
    ...data,
    heroes: only(data.heroes, "ana", "lucio"),
    maps: only(data.maps, "ilios", "kings-row"),
    patches: [patchOf("2099-01-01", [])],
    gaps: [],
  };
}

function heroOf(data: GameData, id: string): HeroFile {
  const found = data.heroes.find((hero) => hero.id === id);
  if (found === undefined) throw new Error(`the data has no ${id}`);
  return found;
}

type Edit = (data: GameData) => void;

/** The small data after edits. */
function edited(...edits: Edit[]): GameData {
  const data = structuredClone(DATA);
  for (const edit of edits) edit(data);
  return data;
}

const setHealth =
  (standard: number): Edit =>
  (data) => {
    heroOf(data, "ana").health.standard = standard;
  };

const setCooldown =
  (cooldown: number): Edit =>
  (data) => {
    for (const ability of heroOf(data, "ana").abilities)
      if (ability.id === "sleep-dart") ability.cooldown = cooldown;
  };

/** Records a patch on a day of February 2099, which is after the patch of the small data. */
const recordOn =
  (day: string, ...changes: RecordedChange[]): Edit =>
  ({ patches }) => {
    patches.push(patchOf(`2099-02-${day}`, changes));
  };

function patchOf(id: string, changes: RecordedChange[]): PatchFile {
  return {
    id,
    date: id,
    kind: "hotfix",
    name: `Hotfix of ${id}`,
    sourceUrl: null,
    summary: null,
    completeness: { state: "complete" },
    changes,
  };
}

/** The site of data, as of its newest patch. */
function snapshotOf(data: GameData, patch = newestPatch(data)): Snapshot {
  const baseUrl = "https://gamedata.example.org";
  const options = { patch, version: "test", baseUrl, assetsUrl: `${baseUrl}/assets` };
  return snapshotOfSite("a site", documentsInMemory(data, options));
}

/** The site of the small data, which no test changes. */
const BEFORE = snapshotOf(DATA);

/** What differs between the site of the small data and its site after edits. */
function diffAfter(...edits: Edit[]): Diff {
  return compareSnapshots(BEFORE, snapshotOf(edited(...edits)));
}

const healthOfToday = ANA.health.standard;
const changeOfHealth = { target: HEALTH, from: healthOfToday, to: 1 };

describe("two sites of the same data", () => {
  it("differ in nothing", () => {
    expect(isEmpty(diffAfter())).toBe(true);
  });
});

describe("a recorded patch", () => {
  const diff = diffAfter(setHealth(1), recordOn("01", changeOfHealth));

  it("is told of as one that was added, with all that it records", () => {
    const unmodelled = { target: "heroes/ana/abilities/biotic-rifle/damage", from: 75, to: 80 };
    const { patches } = diffAfter(setHealth(1), recordOn("01", changeOfHealth, unmodelled));
    expect(patches.added.map(({ id, changes }) => [id, changes])).toEqual([
      ["2099-02-01", [changeOfHealth, unmodelled]],
    ]);
  });

  it("is a change of the game and no correction", () => {
    expect(diff.game).toEqual([changeOfHealth]);
    expect(diff.corrections).toEqual([]);
    expect(diff.editedPatches).toEqual([]);
  });

  it("changes what the two sites describe", () => {
    expect(diff.old).toEqual({ label: "a site", patch: "2099-01-01" });
    expect(diff.new).toEqual({ label: "a site", patch: "2099-02-01" });
  });

  it("makes something differ", () => {
    expect(isEmpty(diff)).toBe(false);
    expect(isEmpty(diffAfter(recordOn("01")))).toBe(false);
  });

  it("breaks nothing", () => {
    expect(breakingChanges(diff)).toEqual([]);
  });
});

describe("several recorded patches", () => {
  const between: Edit[] = [
    setHealth(2),
    recordOn("01", changeOfHealth),
    recordOn("02", { target: HEALTH, from: 1, to: 2 }),
  ];

  it("come newest first", () => {
    expect(diffAfter(...between).patches.added.map(({ id }) => id)).toEqual([
      "2099-02-02",
      "2099-02-01",
    ]);
  });

  it("are one change of the game where they change one value again", () => {
    expect(diffAfter(...between).game).toEqual([{ target: HEALTH, from: healthOfToday, to: 2 }]);
  });

  it("are no change of the game where they change a value back", () => {
    const { game, corrections } = diffAfter(
      recordOn("01", changeOfHealth),
      recordOn("02", { target: HEALTH, from: 1, to: healthOfToday }),
    );
    expect(game).toEqual([]);
    expect(corrections).toEqual([]);
  });

  it("are gone where the newer site is compared with the older", () => {
    const { patches, game, corrections } = compareSnapshots(snapshotOf(edited(...between)), BEFORE);
    expect(patches.added).toEqual([]);
    expect(patches.removed.map(({ id }) => id)).toEqual(["2099-02-02", "2099-02-01"]);
    expect(game).toEqual([{ target: HEALTH, from: 2, to: healthOfToday }]);
    expect(corrections).toEqual([]);
  });

  it("are added and gone where the record went another way", () => {
    const one = edited(setHealth(1), recordOn("01", changeOfHealth));
    const other = edited(
      setHealth(2),
      recordOn("02", { target: HEALTH, from: healthOfToday, to: 2 }),
    );
    const { patches, game, corrections } = compareSnapshots(snapshotOf(one), snapshotOf(other));
    expect([patches.added, patches.removed].map(([patch]) => patch?.id)).toEqual([
      "2099-02-02",
      "2099-02-01",
    ]);
    expect(game).toEqual([{ target: HEALTH, from: 1, to: 2 }]);
    expect(corrections).toEqual([]);
  });

  it("give the same difference as sites of one data, as of the two patches", () => {
    const data = edited(...between);
    const asOf = compareSnapshots(snapshotOf(data, "2099-01-01"), snapshotOf(data));
    expect(asOf).toEqual(diffAfter(...between));
  });
});

describe("a value that differs between two data folders", () => {
  const own = (data: GameData) => ({ ...snapshotOf(data), corrections: data.corrections });
  const change = { target: HEALTH, from: healthOfToday, to: 1 };

  it("is unrecorded where neither a patch nor a correction has it", () => {
    const { unrecorded, corrections, game } = compareSnapshots(
      own(DATA),
      own(edited(setHealth(1))),
    );
    expect([unrecorded, corrections, game]).toEqual([[change], [], []]);
  });

  it("is a correction where it is listed as one", () => {
    const listed: Edit = ({ corrections }) =>
      corrections.push({ ...change, date: "2099-02-01", reason: "Wrong." });
    const diff = compareSnapshots(own(DATA), own(edited(setHealth(1), listed)));
    expect([diff.unrecorded, diff.corrections]).toEqual([[], [change]]);
    const back = compareSnapshots(own(edited(setHealth(1), listed)), own(DATA));
    expect([back.unrecorded, back.corrections.length]).toEqual([[], 1]);
  });

  it("is recorded where a patch has it, forward and back", () => {
    const newer = edited(setHealth(1), recordOn("01", changeOfHealth));
    expect(compareSnapshots(own(DATA), own(newer)).unrecorded).toEqual([]);
    expect(compareSnapshots(own(newer), own(DATA)).unrecorded).toEqual([]);
  });
});

describe("what is told with its values", () => {
  it("is the record of an older patch that was edited", () => {
    const was = recordOn("01", { target: HEALTH, from: 1, to: healthOfToday });
    const is = recordOn("01", { target: HEALTH, from: 2, to: healthOfToday });
    const rename: Edit = ({ patches }) => {
      for (const patch of patches) if (patch.id === "2099-02-01") patch.name = "Another";
    };
    const diff = compareSnapshots(snapshotOf(edited(was)), snapshotOf(edited(is, rename)));
    expect(diff.editedRecords).toEqual([
      {
        patch: "2099-02-01",
        about: [{ field: "name", from: "Hotfix of 2099-02-01", to: "Another" }],
        changes: [
          {
            target: HEALTH,
            was: { target: HEALTH, from: 1, to: healthOfToday },
            is: { target: HEALTH, from: 2, to: healthOfToday },
          },
        ],
      },
    ]);
    const text = diffAsText(diff);
    expect(text).toContain("The record of patch 2099-02-01, before and after the edit\n");
    expect(text).toContain('  name: "Hotfix of 2099-02-01" -> "Another"\n');
    expect(text).toContain(
      `    health/standard  1 to ${healthOfToday}  ->  2 to ${healthOfToday}\n`,
    );
  });

  it("is a variant that is gone", () => {
    const [variant] = DATA.maps.find(({ id }) => id === "kings-row")?.variants ?? [];
    const diff = diffAfter(({ maps }) => {
      for (const map of maps) map.variants = map.variants.filter(({ id }) => id !== variant?.id);
    });
    expect(diff.variants).toContainEqual({
      target: `maps/kings-row/variants/${variant?.id}`,
      from: variant?.name,
    });
    expect(diff.corrections).toEqual([]);
    expect(diffAsText(diff)).toContain(`"${variant?.name}"  ->  (gone)`);
  });

  it("is an ability under another id, though its name is the same", () => {
    const diff = diffAfter((data) => {
      for (const ability of heroOf(data, "ana").abilities)
        if (ability.id === "sleep-dart") ability.id = "sleeping-dart";
    });
    expect(diffAsText(diff)).toContain("Sleep Dart (sleep-dart)  ->  Sleep Dart (sleeping-dart)");
  });
});

describe("a value that differs beyond the record", () => {
  it("is a correction and no change of the game", () => {
    const { game, corrections } = diffAfter(setHealth(1));
    expect(corrections).toEqual([changeOfHealth]);
    expect(game).toEqual([]);
  });

  it("is told apart from the changes of a patch", () => {
    const { game, corrections } = diffAfter(
      setHealth(1),
      setCooldown(9),
      recordOn("01", changeOfHealth),
    );
    expect(game).toEqual([changeOfHealth]);
    expect(corrections).toEqual([{ target: COOLDOWN, from: expect.any(Number), to: 9 }]);
  });

  it("is a correction where a patch of both led to it, and its record was corrected too", () => {
    const before = edited(setHealth(1), recordOn("01", changeOfHealth));
    const after = edited(setHealth(3), recordOn("01", { ...changeOfHealth, to: 3 }));
    const { game, corrections, editedPatches } = compareSnapshots(
      snapshotOf(before),
      snapshotOf(after),
    );
    expect(game).toEqual([]);
    expect(corrections).toEqual([{ target: HEALTH, from: 1, to: 3 }]);
    expect(editedPatches).toEqual(["2099-02-01"]);
  });
});

describe("a patch that both sites have", () => {
  it.each<[what: string, edit: (patch: PatchFile) => unknown]>([
    ["another summary", (patch) => Object.assign(patch, { summary: "Ana is frail." })],
    ["another name", (patch) => Object.assign(patch, { name: "Hotfix" })],
    ["one more change", ({ changes }) => changes.push({ target: "heroes/ana/perks/x", to: true })],
  ])("has an edited record where it has %s", (_what, edit) => {
    const diff = diffAfter(({ patches }) => patches.map(edit));
    expect(diff.editedPatches).toEqual(["2099-01-01"]);
    expect(diff.patches).toEqual({ added: [], removed: [] });
  });

  it("has no edited record where only what the site does not serve differs: a schema", () => {
    const edit: Edit = ({ patches }) =>
      patches.map((patch) => Object.assign(patch, { $schema: "elsewhere" }));
    expect(isEmpty(diffAfter(edit))).toBe(true);
  });

  it("has no edited record where only its details differ: a source", () => {
    const sources = [{ url: "https://example.org" }];
    const diff = diffAfter(({ patches }) =>
      patches.map((patch) => Object.assign(patch, { sources })),
    );
    const withExample = "/v1/openapi.json"; // its example of a patch's details
    expect(diff.urls.changed).toEqual(["/details/patches/2099-01-01.json", withExample]);
    expect(isEmpty({ ...diff, urls: { ...diff.urls, changed: [] } })).toBe(true);
  });
});

describe("URLs", () => {
  const addNana: Edit = (data) => heroOf(data, "ana").aliases.push("Nana");

  it("are added with every spelling of a new alias, but for details, which stand under ids", () => {
    expect(diffAfter(addNana).urls.added).toEqual([
      `${HEROES}/Nana`,
      `${HEROES}/nana`,
      `${HEROES}/Nana/abilities`,
      `${HEROES}/nana/abilities`,
    ]);
  });

  it("are removed with every spelling of a lost alias", () => {
    const { urls } = compareSnapshots(snapshotOf(edited(addNana)), BEFORE);
    expect(urls.removed).toEqual(diffAfter(addNana).urls.added);
    expect(urls.added).toEqual([]);
  });

  it("are added with a patch: its own, that of its changes and that of its details", () => {
    expect(diffAfter(recordOn("01")).urls.added).toEqual([
      "/v1/overwatch/patches/2099-02-01",
      "/v1/overwatch/patches/2099-02-01/changes",
      "/details/patches/2099-02-01.json",
    ]);
  });

  it("are added and removed with their hero", () => {
    const withoutAna: Edit = (data) => {
      data.heroes = data.heroes.filter(({ id }) => id !== "ana");
    };
    const { urls } = diffAfter(withoutAna);
    expect(urls.removed).toContain(`${HEROES}/ana`);
    expect(urls.removed).toContain(`${HEROES}/ana/abilities`);
    const back = compareSnapshots(snapshotOf(edited(withoutAna)), BEFORE);
    expect(back.urls.added).toEqual(urls.removed);
  });

  it("are changed where their document says something else", () => {
    const { changed } = diffAfter(setHealth(1)).urls;
    expect(changed).toContain(HEROES);
    expect(changed).toContain(`${HEROES}/ana`);
    expect(changed).not.toContain(`${HEROES}/lucio`);
    expect(changed).not.toContain(`${HEROES}/ana/abilities`);
  });

  it("are only counted where their document names another patch and says the same", () => {
    const { changed, onlyMeta } = diffAfter(recordOn("01")).urls;
    expect(changed).toContain("/v1/overwatch/patches");
    expect(changed).not.toContain(HEROES);
    expect(changed).not.toContain("/details/heroes.json");
    expect(changed).not.toContain("/details/heroes/ana.json");
    expect(changed).not.toContain("/health");
    expect(onlyMeta).toBeGreaterThan(1);
  });
});

describe("spellings", () => {
  const addNana: Edit = (data) => heroOf(data, "ana").aliases.push("Nana");

  it("are gained with an alias, in both writings", () => {
    const { gained, lost } = diffAfter(addNana).spellings;
    expect(gained).toEqual([
      { resource: `${HEROES}/ana`, spelling: "Nana" },
      { resource: `${HEROES}/ana`, spelling: "nana" },
    ]);
    expect(lost).toEqual([]);
  });

  it("are lost with an alias, which breaks clients", () => {
    const diff = compareSnapshots(snapshotOf(edited(addNana)), BEFORE);
    expect(diff.spellings.gained).toEqual([]);
    expect(breakingChanges(diff)).toEqual([
      '"Nana" no longer resolves to /v1/overwatch/heroes/ana',
      '"nana" no longer resolves to /v1/overwatch/heroes/ana',
    ]);
  });

  it("are lost by one and gained by another where they change hands", () => {
    const diff = compareSnapshots(
      snapshotOf(edited(addNana)),
      snapshotOf(edited((data) => heroOf(data, "lucio").aliases.push("Nana"))),
    );
    expect(diff.spellings.lost).toContainEqual({ resource: `${HEROES}/ana`, spelling: "nana" });
    expect(diff.spellings.gained).toContainEqual({ resource: `${HEROES}/lucio`, spelling: "nana" });
    expect(diff.urls.removed).toEqual([]);
  });

  it("are those of maps too", () => {
    const diff = diffAfter(({ maps }) => maps.forEach((map) => void map.variants.splice(0)));
    expect(diff.spellings.lost).toContainEqual({
      resource: "/v1/overwatch/maps/kings-row",
      spelling: "kings-row-winter",
    });
  });

  it("make something differ", () => {
    expect(isEmpty(diffAfter(addNana))).toBe(false);
  });
});

/** The description's part that a test changes. */
type Description = {
  components: {
    schemas: Record<
      string,
      { properties: Record<string, object>; required?: string[]; description?: string }
    >;
  };
};

/** What differs in the format after the description of the newer site was edited. */
function formatAfter(change: (schemas: Description["components"]["schemas"]) => void): Diff {
  const [old, now] = [snapshotOf(DATA), snapshotOf(DATA)];
  const path = "/v1/openapi.json";
  const document = now.documents.get(path);
  if (document === undefined) throw new Error("the site has no description");
  const value = structuredClone(document.value) as Description;
  change(value.components.schemas);
  const documents = new Map([...now.documents, [path, { ...document, value, sha256: "another" }]]);
  return compareSnapshots(old, { ...now, documents });
}

describe("the format", () => {
  it.each<
    [
      what: string,
      change: Parameters<typeof formatAfter>[0],
      expected: object[],
      breaking: string[],
    ]
  >([
    [
      "breaks where a property is gone",
      ({ Hero }) => delete Hero?.properties["subrole"],
      [{ schema: "Hero", property: "subrole", what: "removed", isBreaking: true }],
      ["Hero.subrole is removed"],
    ],
    [
      "breaks where a property is of another type",
      ({ Ability }) => Object.assign(Ability?.properties ?? {}, { cooldown: { type: "string" } }),
      [{ schema: "Ability", property: "cooldown", what: "changed", isBreaking: true }],
      ["Ability.cooldown is changed"],
    ],
    [
      "breaks where a whole shape is gone",
      (schemas) => delete schemas["Mode"],
      [
        { schema: "Mode", property: "id", what: "removed", isBreaking: true },
        { schema: "Mode", property: "name", what: "removed", isBreaking: true },
      ],
      ["Mode.id is removed", "Mode.name is removed"],
    ],
    [
      "breaks where a property may be missing",
      ({ Hero }) => Object.assign(Hero ?? {}, { required: ["id"] }),
      ["name", "names", "role", "subrole", "health", "aliases", "abilities", "portrait"].map(
        (property) => ({ schema: "Hero", property, what: "changed", isBreaking: true }),
      ),
      expect.arrayContaining(["Hero.subrole is changed"]),
    ],
    [
      "does not break where a property is always there",
      ({ Figure }) => Figure?.required?.push("note"),
      [{ schema: "Figure", property: "note", what: "changed", isBreaking: false }],
      [],
    ],
    [
      "does not break where a property is new",
      ({ Hero }) => Object.assign(Hero?.properties ?? {}, { age: { type: "integer" } }),
      [{ schema: "Hero", property: "age", what: "added", isBreaking: false }],
      [],
    ],
    [
      "is the same where only a description differs",
      ({ Hero }) => Object.assign(Hero?.properties["id"] ?? {}, { description: "Other words." }),
      [],
      [],
    ],
  ])("%s", (_what, change, expected, breaking) => {
    const diff = formatAfter(change);
    expect(diff.format).toEqual(expected);
    expect(breakingChanges(diff)).toEqual(breaking);
  });

  it("is told apart from the game and from corrections", () => {
    const { game, corrections, urls } = formatAfter(
      ({ Hero }) => delete Hero?.properties["subrole"],
    );
    expect([game, corrections]).toEqual([[], []]);
    expect(urls.changed).toEqual(["/v1/openapi.json"]);
  });
});

it("leaves both snapshots as they are", () => {
  const [old, now] = [BEFORE, snapshotOf(edited(setHealth(1), recordOn("01", changeOfHealth)))];
  compareSnapshots(now, old);
  compareSnapshots(old, now);
  expect(old.state).toEqual(stateOf(DATA));
  expect(now.state.heroes.find(({ id }) => id === "ana")?.health.standard).toBe(1);
});
