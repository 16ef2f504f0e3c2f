import { describe, expect, it } from "vitest";
import {
  breakingChanges,
  compareSnapshots,
  type Diff,
  isEmpty,
} from "../../../../build/cli/maintain/compare-snapshots.ts";
import { diffAsText } from "../../../../build/cli/maintain/diff-text.ts";
import { type Snapshot, snapshotOfSite } from "../../../../build/cli/maintain/snapshot.ts";
import type { RecordedChange } from "../../../../build/core/schema/patch.ts";
import { type GameData, newestPatch } from "../../../../build/generator/data/reference.ts";
import { documentsInMemory } from "../../../../build/generator/make-documents.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";
import { patchOf } from "../../data-copies.ts";
import type * as edits from "./edits.ts";
import { ana, COOLDOWN, HEALTH, heroOf, setCooldown, setHealth } from "./edits.ts";

const DATA = smallData();
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

type Edit = edits.Edit<GameData>;

/** The small data after edits. */
function edited(...changes: Edit[]): GameData {
  const data = structuredClone(DATA);
  for (const change of changes) change(data);
  return data;
}

/** Records a patch on a day of February 2099, which is after the patch of the small data. */
const recordOn =
  (day: string, ...changes: RecordedChange[]): Edit =>
  ({ patches }) => {
    patches.push(patchOf(`2099-02-${day}`, changes));
  };

/** The site of data, as of its newest patch, and what only the data tells, if it is `told`. */
function snapshotOf(data: GameData, told?: GameData): Snapshot {
  const patch = newestPatch(data);
  const baseUrl = "https://gamedata.example.org";
  const options = { patch, version: "test", baseUrl, assetsUrl: `${baseUrl}/assets` };
  return snapshotOfSite("a site", documentsInMemory(data, options), told);
}

/** The site of the small data, which no test changes. */
const BEFORE = snapshotOf(DATA);

/** What differs between the site of the small data and its site after edits. */
function diffAfter(...edits: Edit[]): Diff {
  return compareSnapshots(BEFORE, snapshotOf(edited(...edits)));
}

/** The differences of two data folders, which have corrections. */
function diffOfFolders(old: GameData, now: GameData): Diff {
  return compareSnapshots(snapshotOf(old, old), snapshotOf(now, now));
}

const WAS = ana(DATA).health.standard;
const changeOfHealth = { target: HEALTH, from: WAS, to: 1 };
const recordedHealth: Edit[] = [setHealth(1), recordOn("01", changeOfHealth)];
const addNana: Edit = (data) => ana(data).aliases.push("Nana");

describe("the changes of two sites", () => {
  const backAndForth: Edit[] = [
    setHealth(2),
    recordOn("01", changeOfHealth),
    recordOn("02", { target: HEALTH, from: 1, to: 2 }),
  ];
  const toOne = edited(...recordedHealth);
  const toTwo = edited(setHealth(2), recordOn("02", { target: HEALTH, from: WAS, to: 2 }));

  type Found = { added?: string[]; removed?: string[]; game?: object[]; corrections?: object[] };

  it.each<[what: string, old: GameData, now: GameData, expected: Found]>([
    ["of the same data are none", DATA, edited(), {}],
    ["are those of a recorded patch", DATA, toOne, { added: ["01"], game: [changeOfHealth] }],
    [
      "are one change where two patches change one value, newest patch first",
      DATA,
      edited(...backAndForth),
      { added: ["02", "01"], game: [{ target: HEALTH, from: WAS, to: 2 }] },
    ],
    [
      "are none where the value went back",
      DATA,
      edited(recordOn("01", changeOfHealth), recordOn("02", { target: HEALTH, from: 1, to: WAS })),
      { added: ["02", "01"] },
    ],
    [
      "are the same backwards",
      edited(...backAndForth),
      DATA,
      { removed: ["02", "01"], game: [{ target: HEALTH, from: 2, to: WAS }] },
    ],
    [
      "are of both sides where each has its own patch",
      toOne,
      toTwo,
      { added: ["02"], removed: ["01"], game: [{ target: HEALTH, from: 1, to: 2 }] },
    ],
    [
      "are corrections where no patch has them",
      DATA,
      edited(...recordedHealth, setCooldown(9)),
      {
        added: ["01"],
        game: [changeOfHealth],
        corrections: [{ target: COOLDOWN, from: expect.any(Number), to: 9 }],
      },
    ],
    [
      "are corrections where the record of a shared patch was corrected, too",
      toOne,
      edited(setHealth(3), recordOn("01", { ...changeOfHealth, to: 3 })),
      { corrections: [{ target: HEALTH, from: 1, to: 3 }] },
    ],
  ])("%s", (_what, old, now, { added = [], removed = [], game = [], corrections = [] }) => {
    const diff = compareSnapshots(snapshotOf(old), snapshotOf(now));
    const days = (patches: readonly { id: string }[]) => patches.map(({ id }) => id.slice(-2));
    expect([days(diff.patches.added), days(diff.patches.removed)]).toEqual([added, removed]);
    expect([diff.game, diff.corrections, diff.unrecorded]).toEqual([game, corrections, []]);
    const isSame = added.length + removed.length + corrections.length === 0;
    expect([isEmpty(diff), breakingChanges(diff)]).toEqual([isSame, []]);
  });

  it("contain all that a patch records, and what the two sites describe", () => {
    const unmodelled = { target: "heroes/ana/abilities/biotic-rifle/damage", from: 75, to: 80 };
    const diff = diffAfter(setHealth(1), recordOn("01", changeOfHealth, unmodelled));
    expect(diff.patches.added[0]?.changes).toEqual([changeOfHealth, unmodelled]);
    expect([diff.old, diff.new]).toEqual([
      { label: "a site", patch: "2099-01-01" },
      { label: "a site", patch: "2099-02-01" },
    ]);
  });
});

describe("a value that differs between two data folders", () => {
  const listed: Edit = ({ corrections }) =>
    corrections.push({ ...changeOfHealth, date: "2099-02-01", reason: "Wrong." });

  it.each<[what: string, now: GameData, unrecorded: object[], corrections: object[]]>([
    ["unrecorded without a patch or correction", edited(setHealth(1)), [changeOfHealth], []],
    ["a correction where it is listed", edited(setHealth(1), listed), [], [changeOfHealth]],
    ["neither where a patch has it", edited(...recordedHealth), [], []],
  ])("is %s, forward and back", (_what, now, unrecorded, corrections) => {
    const diff = diffOfFolders(DATA, now);
    expect([diff.unrecorded, diff.corrections]).toEqual([unrecorded, corrections]);
    const back = diffOfFolders(now, DATA);
    expect([back.unrecorded.length, back.corrections.length]).toEqual([
      unrecorded.length,
      corrections.length,
    ]);
  });
});

describe("a value that a patch does not explain", () => {
  it("is neither a change of the game nor unrecorded nor a correction, forward and back", () => {
    const [unexplained, explained] = [
      { target: COOLDOWN, from: 12, to: 9 },
      { target: HEALTH, from: WAS, to: 1 },
    ];
    const group = { reason: "sources disagree", changes: [unexplained] };
    const old = edited(setCooldown(12));
    const now = edited(setCooldown(9), setHealth(1), recordOn("01", explained), ({ patches }) => {
      Object.assign(patches.at(-1) ?? {}, { unexplained: [group] });
    });
    const diff = diffOfFolders(old, now);
    expect([diff.game, diff.unexplained]).toEqual([[explained], [unexplained]]);
    const back = diffOfFolders(now, old);
    expect([back.game, back.unexplained]).toEqual([
      [{ target: HEALTH, from: 1, to: WAS }],
      [{ target: COOLDOWN, from: 9, to: 12 }],
    ]);
    for (const one of [diff, back]) expect([one.unrecorded, one.corrections]).toEqual([[], []]);
  });
});

describe("what is shown with its values", () => {
  it("is the record of an older patch that was edited", () => {
    const was = recordOn("01", { target: HEALTH, from: 1, to: WAS });
    const is = recordOn("01", { target: HEALTH, from: 2, to: WAS });
    const rename: Edit = ({ patches }) => {
      for (const patch of patches) if (patch.id === "2099-02-01") patch.name = "Another";
    };
    const diff = compareSnapshots(snapshotOf(edited(was)), snapshotOf(edited(is, rename)));
    expect(diff.editedRecords).toEqual([
      {
        patch: "2099-02-01",
        about: [{ field: "name", from: "A patch of the tests", to: "Another" }],
        changes: [
          {
            target: HEALTH,
            was: { target: HEALTH, from: 1, to: WAS },
            is: { target: HEALTH, from: 2, to: WAS },
          },
        ],
      },
    ]);
    expect(diff.editedPatches).toEqual(["2099-02-01"]);
    const text = diffAsText(diff);
    expect(text).toContain("The record of patch 2099-02-01, before and after the edit\n");
    expect(text).toContain('  name: "A patch of the tests" -> "Another"\n');
    expect(text).toContain(`    health/standard  1 to ${WAS}  ->  2 to ${WAS}\n`);
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
      for (const ability of ana(data).abilities)
        if (ability.id === "sleep-dart") ability.id = "sleeping-dart";
    });
    expect(diffAsText(diff)).toContain("Sleep Dart (sleep-dart)  ->  Sleep Dart (sleeping-dart)");
  });
});

describe("the record of a patch that both sites have", () => {
  const editAll =
    (more: object): Edit =>
    ({ patches }) =>
      patches.map((patch) => Object.assign(patch, more));
  const change = { target: "heroes/ana/perks/x", to: true };

  it.each<[what: string, more: object, edited: string[]]>([
    ["is edited with another name", { name: "Hotfix" }, ["2099-01-01"]],
    ["is edited with one more change", { changes: [change] }, ["2099-01-01"]],
    ["is the same with another schema, which a site does not serve", { $schema: "elsewhere" }, []],
    ["is the same with another source", { sources: [{ url: "https://example.org" }] }, []],
  ])("%s", (_what, more, expected) => {
    expect(diffAfter(editAll(more)).editedPatches).toEqual(expected);
  });
});

describe("URLs", () => {
  it.each<[what: string, edit: Edit, added: string[]]>([
    [
      "of a new alias, but for details, which have ids only",
      addNana,
      [`${HEROES}/Nana`, `${HEROES}/nana`, `${HEROES}/Nana/abilities`, `${HEROES}/nana/abilities`],
    ],
    [
      "of a new patch",
      recordOn("01"),
      [
        "/v1/overwatch/patches/2099-02-01",
        "/v1/overwatch/patches/2099-02-01/changes",
        "/details/patches/2099-02-01.json",
      ],
    ],
  ])("%s are added, and removed with it", (_what, edit, added) => {
    expect(diffAfter(edit).urls).toMatchObject({ added, removed: [] });
    const back = compareSnapshots(snapshotOf(edited(edit)), BEFORE);
    expect(back.urls).toMatchObject({ added: [], removed: added });
  });

  it("are changed where their document differs in more than the patch", () => {
    const { changed } = diffAfter(setHealth(1)).urls;
    expect(changed).toEqual(expect.arrayContaining([HEROES, `${HEROES}/ana`]));
    expect(changed).not.toContain(`${HEROES}/lucio`);
    expect(changed).not.toContain(`${HEROES}/ana/abilities`);
    const { urls } = diffAfter(recordOn("01"));
    expect(urls.changed).toContain("/v1/overwatch/patches");
    for (const path of [HEROES, "/details/heroes.json", "/details/heroes/ana.json", "/health"])
      expect(urls.changed).not.toContain(path);
    expect(urls.onlyMeta).toBeGreaterThan(1);
  });
});

describe("spellings", () => {
  const nana = { resource: `${HEROES}/ana`, spelling: "nana" };

  it("are gained with an alias, in both forms, and lost with it, which breaks clients", () => {
    const { spellings } = diffAfter(addNana);
    expect(spellings).toEqual({ gained: [{ ...nana, spelling: "Nana" }, nana], lost: [] });
    const back = compareSnapshots(snapshotOf(edited(addNana)), BEFORE);
    expect(back.spellings).toEqual({ gained: [], lost: spellings.gained });
    expect(breakingChanges(back)).toEqual([
      '"Nana" no longer resolves to /v1/overwatch/heroes/ana',
      '"nana" no longer resolves to /v1/overwatch/heroes/ana',
    ]);
    expect([isEmpty(diffAfter(addNana)), isEmpty(back)]).toEqual([false, false]);
  });

  it("are lost by one and gained by another where they change hands", () => {
    const diff = compareSnapshots(
      snapshotOf(edited(addNana)),
      snapshotOf(edited((data) => heroOf(data, "lucio").aliases.push("Nana"))),
    );
    expect(diff.spellings.lost).toContainEqual(nana);
    expect(diff.spellings.gained).toContainEqual({ ...nana, resource: `${HEROES}/lucio` });
    expect(diff.urls.removed).toEqual([]);
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
});
