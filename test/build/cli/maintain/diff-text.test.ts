import { Marked } from "marked";
import { describe, expect, it } from "vitest";
import type { Diff } from "../../../../build/cli/maintain/compare-snapshots.ts";
import { diffAsMarkdown, diffAsText } from "../../../../build/cli/maintain/diff-text.ts";
import type { Patch } from "../../../../build/core/schema/patch.ts";

/** A difference of two sites; what is not given differs in nothing. */
function diff(found: Partial<Diff>): Diff {
  return {
    old: { label: "dist.old", patch: "2026-08-11" },
    new: { label: "dist", patch: "2026-08-12" },
    patches: { added: [], removed: [] },
    effects: [],
    game: [],
    unexplained: [],
    corrections: [],
    unrecorded: [],
    editedPatches: [],
    editedRecords: [],
    variants: [],
    urls: { added: [], removed: [], changed: [], onlyMeta: 0 },
    spellings: { gained: [], lost: [] },
    format: [],
    ...found,
  };
}

const PATCH: Patch = {
  id: "2026-08-12",
  date: "2026-08-12",
  kind: "hotfix",
  name: "Hotfix: D.Mon buffs",
  sourceUrl: null,
  summary: null,
  changes: [
    { target: "heroes/dmon/abilities/plasma-saber/damage", from: 60, to: 65 },
    { target: "heroes/dmon/abilities/fusion-repeater/cooldown", from: 6, to: 4 },
    { target: "maps/ilios/mode", from: "control", to: "push" },
  ],
};

const COOLDOWN = { target: "heroes/dmon/abilities/fusion-repeater/cooldown", from: 6, to: 4 };
const PATHS = Array.from({ length: 23 }, (_, at) => `/v1/overwatch/heroes/${at + 1}`);

describe("a difference on a terminal", () => {
  it("has patches, corrections, format, spellings and URLs, each under its heading", () => {
    const everything = diff({
      patches: { added: [PATCH], removed: [] },
      game: [COOLDOWN],
      corrections: [{ target: "heroes/ana/health/standard", from: 225, to: 250 }],
      unrecorded: [{ target: "heroes/ana/health/armor", from: 0, to: 25 }],
      editedPatches: ["2026-08-11"],
      urls: {
        added: ["/v1/overwatch/patches/2026-08-12"],
        removed: ["/v1/overwatch/heroes/Anna"],
        changed: ["/v1/overwatch/heroes"],
        onlyMeta: 3,
      },
      spellings: {
        gained: [{ resource: "/v1/overwatch/heroes/ana", spelling: "Nana" }],
        lost: [{ resource: "/v1/overwatch/heroes/ana", spelling: "Anna" }],
      },
      format: [
        { schema: "Hero", property: "age", what: "removed", isBreaking: true },
        { schema: "Hero", property: "birthday", what: "added", isBreaking: false },
      ],
    });
    expect(diffAsText(everything)).toMatchInlineSnapshot(`
      "dist.old (patch 2026-08-11) -> dist (patch 2026-08-12)

      Breaking
        "Anna" no longer resolves to /v1/overwatch/heroes/ana
        Hero.age is removed

      Patch 2026-08-12, hotfix: Hotfix: D.Mon buffs
        heroes/dmon
          abilities/plasma-saber/damage       60  ->  65
          abilities/fusion-repeater/cooldown  6   ->  4
        maps/ilios
          mode  "control"  ->  "push"

      Unrecorded: in no patch and in no correction
        heroes/ana
          health/armor  0  ->  25

      Corrections, no changes of the game
        heroes/ana
          health/standard  225  ->  250

      Patches whose record was edited
        2026-08-11

      Format
        Hero.age removed (breaking)
        Hero.birthday added

      Spellings gained
        Nana of /v1/overwatch/heroes/ana

      Spellings lost (breaking)
        Anna of /v1/overwatch/heroes/ana

      URLs added: 1
        /v1/overwatch/patches/2026-08-12

      URLs removed: 1
        /v1/overwatch/heroes/Anna

      Documents changed: 1, and 3 more in nothing but the patch that they name
        /v1/overwatch/heroes"
    `);
  });
});

describe("a difference in a change request", () => {
  it("has a patch as a table, with each thing once", () => {
    expect(
      diffAsMarkdown(diff({ patches: { added: [PATCH], removed: [] } })),
    ).toMatchInlineSnapshot(`
      "## dist.old (patch 2026-08-11) -> dist (patch 2026-08-12)

      ### Patch 2026-08-12, hotfix: Hotfix: D.Mon buffs

      | | value | before | after |
      |---|---|---|---|
      | **heroes/dmon** | abilities/plasma-saber/damage | 60 | 65 |
      |  | abilities/fusion-repeater/cooldown | 6 | 4 |
      | **maps/ilios** | mode | "control" | "push" |"
    `);
  });

  it("has names and values as text, whatever they hold", () => {
    const markup = (name: string) => {
      const change = { target: "heroes/dmon/abilities/x/name", from: name, to: `${name}!` };
      const spellings = {
        gained: [],
        lost: [{ resource: "/v1/overwatch/heroes/a", spelling: name }],
      };
      const patches = { added: [{ ...PATCH, name, changes: [change] }], removed: [] };
      return new Marked().parse(diffAsMarkdown(diff({ patches, spellings })), { async: false });
    };
    const tags = (html: string) => html.match(/<\/?[a-z][^>]*>/g);
    for (const name of [
      "``x`",
      "<b>x</b>",
      "[a](javascript:x)",
      "![a](x)",
      "*x* _x_ ~~x~~",
      "a | b",
    ])
      expect([name, tags(markup(name))]).toEqual([name, tags(markup("x"))]);
  });

  it("puts what breaks clients before everything else", () => {
    const breaking = diff({
      patches: { added: [PATCH], removed: [] },
      spellings: { gained: [], lost: [{ resource: "/v1/overwatch/heroes/ana", spelling: "Anna" }] },
      format: [{ schema: "Hero", property: "age", what: "changed", isBreaking: true }],
    });
    const [, , heading, , ...lines] = diffAsMarkdown(breaking).split("\n");
    expect(heading).toBe("### Breaking");
    expect(lines.slice(0, 2)).toEqual([
      '- "Anna" no longer resolves to /v1/overwatch/heroes/ana',
      "- Hero.age is changed",
    ]);
  });

  it.each<[from: string, cell: string]>([
    ["Ana | Amari", '"Ana \\| Amari"'],
    ["one\ntwo", '"one\\ntwo"'],
  ])("keeps each value in its cell: %j", (from, cell) => {
    const corrections = [{ target: "heroes/ana/names/en", from, to: "Ana" }];
    const markdown = diffAsMarkdown(diff({ corrections }));
    expect(markdown).toContain(`| **heroes/ana** | names/en | ${cell} | "Ana" |`);
  });

  it("lists patches that are gone, and the values that go back with them", () => {
    const back = diff({
      patches: { added: [], removed: [PATCH] },
      game: [{ ...COOLDOWN, from: 4, to: 6 }],
    });
    expect(diffAsMarkdown(back)).toMatchInlineSnapshot(`
      "## dist.old (patch 2026-08-11) -> dist (patch 2026-08-12)

      ### Patches that are gone

      - 2026-08-12, Hotfix: D.Mon buffs

      ### Changes of the game

      | | value | before | after |
      |---|---|---|---|
      | **heroes/dmon** | abilities/fusion-repeater/cooldown | 4 | 6 |"
    `);
  });

  it("does not repeat what is in a patch above, or in a whole that the patch brought", () => {
    const kit = { ...PATCH, changes: [{ target: "heroes/dmon/abilities", from: [], to: [] }] };
    const markdown = diffAsMarkdown(
      diff({ patches: { added: [kit], removed: [] }, game: [COOLDOWN] }),
    );
    expect(markdown).not.toContain("Changes of the game");
  });

  it.each<[what: string, urls: Partial<Diff["urls"]>]>([
    ["URLs added", { added: PATHS }],
    ["URLs removed", { removed: PATHS }],
    ["Documents changed", { changed: PATHS }],
  ])("lists the first twenty of %s, and counts the rest", (heading, urls) => {
    const none = { added: [], removed: [], changed: [], onlyMeta: 0 };
    const lines = diffAsMarkdown(diff({ urls: { ...none, ...urls } })).split("\n");
    const items = lines.filter((line) => line.startsWith("- "));
    expect(lines).toContain(`### ${heading}: 23`);
    expect(items).toHaveLength(21);
    expect(items.slice(-2)).toEqual(["- `/v1/overwatch/heroes/20`", "- and 3 more"]);
  });
});
