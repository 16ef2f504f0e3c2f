import { describe, expect, it } from "vitest";
import { diffAsMarkdown, diffAsText } from "../../../../build/cli/diff.ts";
import { type ComparedSite, compareSites } from "../../../../build/cli/maintain/compare-sites.ts";
import type { Manifest } from "../../../../build/core/schema/manifest.ts";

/** What a test changes of a site: its hero, its spellings, its patches, its documents. */
type Edit = {
  hero?: object;
  kit?: object[];
  figures?: object;
  perks?: object[];
  variants?: object[];
  aliases?: string[];
  patches?: object[];
  roles?: string[];
  documents?: string[];
};

const SLEEP = { id: "sleep", name: "Sleep", cooldown: 14 };
const TEA = { id: "tea", name: "Tea", cooldown: 1 };
const NANO = { id: "nano", name: "Nano", cooldown: null };

/** A site of one hero and one map. */
function siteOf(edit: Edit = {}): ComparedSite {
  const { hero, kit = [SLEEP, NANO], patches = [], roles = ["tank", "support"] } = edit;
  const figures = Object.entries({ damage: 5, ...edit.figures });
  const sleep = figures.map(([field, value]) => ({ field, value, unit: "hp", since: "x" }));
  const bodies: Record<string, unknown> = {
    "/v1/overwatch/heroes": {
      data: [
        {
          id: "ana",
          name: "Ana",
          names: { en: "Ana", ko: "아나" },
          health: { standard: 250, total: 250 },
          aliases: [],
          portrait: "https://example.org/ana.svg",
          abilities: kit,
          ...hero,
        },
      ],
    },
    "/v1/overwatch/maps": { data: [{ id: "ilios", name: "Ilios", variants: edit.variants ?? [] }] },
    "/v1/overwatch/roles": { data: [] },
    "/v1/overwatch/modes": { data: [{ id: "push", name: "Push" }] },
    "/v1/overwatch/patches": { data: patches },
    "/details/heroes.json": {
      data: [{ id: "ana", abilities: [{ id: "sleep", figures: sleep }], perks: edit.perks ?? [] }],
    },
    "/v1/openapi.json": { components: { schemas: { HeroRole: { enum: roles }, Hero: {} } } },
  };
  const ana = ["/v1/overwatch/heroes/ana", ...(edit.aliases ?? [])];
  const documents = [
    ...Object.entries(bodies).map(([path, body]) => ({
      path,
      spellings: [path],
      sha256: JSON.stringify(body),
    })),
    { path: "/v1/overwatch/heroes/ana", spellings: ana, sha256: "" },
    ...(edit.documents ?? []).map((path) => ({ path, spellings: [path], sha256: "" })),
  ];
  const manifest = { game: "overwatch", patch: "2099-01-01", documents } as unknown as Manifest;
  return { label: "a site", manifest, read: (path) => bodies[path] };
}

const compare = (old: Edit, now: Edit) => compareSites(siteOf(old), siteOf(now));

const patch = (id: string, ...changes: object[]) => ({ id, kind: "hotfix", name: "Fix", changes });
const HEALTH = { target: "heroes/ana/health/standard", from: 250, to: 275 };
const tougher = { hero: { health: { standard: 275, total: 275 } } };
const PERK = { id: "tea", tier: "minor", name: "Tea", figures: [] };

describe("the values that differ between two sites", () => {
  it.each<[what: string, old: Edit, now: Edit, values: object[]]>([
    ["a value", {}, tougher, [HEALTH]],
    [
      "a name in another language, and not the English one twice",
      {},
      { hero: { name: "Anna", names: { en: "Anna", ko: "아나" } } },
      [{ target: "heroes/ana/names/en", from: "Ana", to: "Anna" }],
    ],
    ["no address and no spelling", {}, { hero: { portrait: "x", aliases: ["y"] } }, []],
    [
      "a figure, without its unit and its patch",
      {},
      { figures: { damage: 6, range: 2 } },
      [
        { target: "heroes/ana/abilities/sleep/damage", from: 5, to: 6 },
        { target: "heroes/ana/abilities/sleep/range", to: 2 },
      ],
    ],
    [
      "a kit with another ability",
      {},
      { kit: [SLEEP, TEA] },
      [{ target: "heroes/ana/abilities", from: [SLEEP, NANO], to: [SLEEP, TEA] }],
    ],
    [
      "the order of a kit",
      {},
      { kit: [NANO, SLEEP] },
      [{ target: "heroes/ana/abilities", from: [SLEEP, NANO], to: [NANO, SLEEP] }],
    ],
    [
      "the tier of a perk",
      { perks: [PERK] },
      { perks: [{ ...PERK, tier: "major" }] },
      [{ target: "heroes/ana/perks/tea/tier", from: "minor", to: "major" }],
    ],
    [
      "a variant of a map",
      {},
      { variants: [{ id: "winter", name: "Winter" }] },
      [{ target: "maps/ilios/variants/winter", to: { id: "winter", name: "Winter" } }],
    ],
    [
      "not what a new patch records",
      {},
      { ...tougher, patches: [patch("2099-01-01", HEALTH)] },
      [],
    ],
    [
      "nor what a patch that is gone records",
      { patches: [patch("2099-01-01", HEALTH)] },
      tougher,
      [],
    ],
    [
      "what a patch of both records differently",
      { patches: [patch("2099-01-01", { ...HEALTH, to: 260 })] },
      { ...tougher, patches: [patch("2099-01-01", HEALTH)] },
      [HEALTH],
    ],
  ])("are %s", async (_what, old, now, values) => {
    expect((await compare(old, now)).values).toEqual(values);
  });

  it("come with the patches of one side, and those whose record was edited", async () => {
    const was = [patch("2099-01-01", HEALTH), patch("2099-01-02")];
    const is = [patch("2099-01-03"), patch("2099-01-02", HEALTH)];
    const { patches, editedPatches } = await compare({ patches: was }, { patches: is });
    expect(patches).toEqual({
      added: [patch("2099-01-03")],
      removed: [patch("2099-01-01", HEALTH)],
    });
    expect(editedPatches).toEqual([
      { patch: "2099-01-02", changes: [{ target: HEALTH.target, was: null, is: HEALTH }] },
    ]);
  });

  it("are not read from a site of an unknown format", async () => {
    const { read, ...site } = siteOf();
    const strange = { ...site, read: (path: string) => (path.endsWith("maps") ? {} : read(path)) };
    await expect(compareSites(siteOf(), strange)).rejects.toThrow(
      "a site: /v1/overwatch/maps has a format that this version does not read",
    );
  });
});

it.each<[what: string, old: Edit, now: Edit, breaking: string[]]>([
  ["nothing of what is new", {}, { kit: [SLEEP, NANO, PERK], roles: ["tank", "support", "x"] }, []],
  ["a path", { documents: ["/seasons.json"] }, {}, ["/seasons.json is gone"]],
  [
    "a spelling",
    { aliases: ["/v1/overwatch/heroes/Grandma"] },
    {},
    ['"Grandma" no longer resolves to /v1/overwatch/heroes/ana'],
  ],
  ["an id", {}, { kit: [SLEEP] }, ["the id heroes/ana/abilities/nano is gone"]],
  [
    "the id of a perk that a patch removed",
    { perks: [PERK] },
    { patches: [patch("2099-01-01", { target: "heroes/ana/perks/tea", from: true })] },
    ["the id heroes/ana/perks/tea is gone"],
  ],
  ["an enum value", {}, { roles: ["support"] }, ['HeroRole no longer has "tank"']],
  ["no value that changed", {}, tougher, []],
])("what is gone and may break a client is %s", async (_what, old, now, breaking) => {
  expect((await compare(old, now)).breaking).toEqual(breaking);
});

describe("a difference in words", () => {
  const all = () =>
    compare(
      { aliases: ["/v1/overwatch/heroes/a``b"], patches: [patch("2099-01-02")] },
      {
        kit: [{ ...SLEEP, cooldown: 13 }, NANO],
        patches: [{ ...patch("2099-01-03", HEALTH), name: "A|B `c`" }, patch("2099-01-02", HEALTH)],
      },
    );

  it("is plain on a terminal", async () => {
    expect(diffAsText(await all())).toMatchInlineSnapshot(`
      "a site (patch 2099-01-01) -> a site (patch 2099-01-01)

      Breaking
        "a\`\`b" no longer resolves to /v1/overwatch/heroes/ana

      Patch 2099-01-03, hotfix: A|B \`c\`
        heroes/ana
          health/standard  250  ->  275

      Values that differ without a new patch
        heroes/ana
          abilities/sleep/cooldown  14  ->  13

      The record of patch 2099-01-02, before and after the edit
        heroes/ana
          health/standard  (not recorded)  ->  250 to 275

      Spellings lost
        a\`\`b of /v1/overwatch/heroes/ana

      Documents changed: 2
        /v1/overwatch/heroes
        /v1/overwatch/patches"
    `);
  });

  it("is escaped in Markdown", async () => {
    const text = diffAsMarkdown(await all());
    expect(text).toContain("### Patch 2099-01-03, hotfix: A\\|B \\`c\\`\n");
    expect(text).toContain("| **heroes/ana** | health/standard | 250 | 275 |");
    expect(text).toContain("- ``` a``b ``` of /v1/overwatch/heroes/ana");
  });

  it("says that nothing differs, and cuts long lists", async () => {
    expect(diffAsText(await compare({}, {}))).toMatch(/\n\nNothing differs\.$/);
    const documents = Array.from({ length: 30 }, (_, at) => `/d${at}`);
    const text = diffAsText(await compare({}, { documents }));
    expect(text).toContain("\nDocuments added: 30\n  /d0\n");
    expect(text).toContain("  /d19\n  and 10 more");
  });
});
