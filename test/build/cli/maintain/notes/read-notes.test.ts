import { describe, expect, it } from "vitest";
import { readNotes } from "../../../../../build/cli/maintain/notes/read-notes.ts";
import { readPage } from "../../../../../build/cli/maintain/notes/read-page.ts";
import { parseRows, rowsFile } from "../../../../../build/cli/maintain/notes/rows-file.ts";
import type { HeroState } from "../../../../../build/core/schema/hero.ts";
import { REAL_DATA as REAL } from "../../../../helpers/real-data.ts";

const CHARGES = {
  damage: 80,
  damageMin: 20,
  charges: 3,
  radius: 2,
  slowPercent: 20,
  cleanse: true,
};

/** A made-up hero, whose figures no patch changes. */
const HERO: HeroState = {
  id: "nova",
  names: { en: "Nóva", ko: "노바", zh: "诺" },
  role: "damage",
  health: { standard: 200, armor: 50, shields: 0 },
  abilities: [
    { id: "dash", kind: "ability", name: "Star Dash", description: null, cooldown: 8 },
    { id: "burst", kind: "ability", name: "Burst", description: null, cooldown: 12 },
    { id: "eclipse", kind: "ultimate", name: "Eclipse", description: null, cooldown: null },
  ],
  figures: {
    dash: { range: 15, movementSpeedPercent: 30 },
    burst: CHARGES,
    eclipse: { ultimateCost: 2000, duration: 5 },
  },
  perks: [
    { id: "afterglow", tier: "minor", name: "Afterglow", figures: { healing: 40, duration: 2 } },
    { id: "comet", tier: "major", name: "Comet", figures: { additionalCharges: 1 } },
  ],
};

const KNOWN = {
  state: { heroes: [HERO] },
  figures: new Map(REAL.figures.figures.map((field) => [field.name, field])),
  aliases: new Map([["nova", ["Supernova"]]]),
};

function read(text: string) {
  return readNotes(readPage(`Patch Notes for the day\n\n${text}`, "notes.txt"), KNOWN);
}

/** What one line below a heading is read as, as in the file of rows. */
function rowOf(heading: string, line: string): string[] {
  const { rows } = read(`Nova\n${heading}\n- ${line}`);
  return rows.map(({ target, from, to, scope }) =>
    [target.replace("heroes/nova/", ""), JSON.stringify(from), JSON.stringify(to), scope]
      .filter((part) => part !== undefined)
      .join(" "),
  );
}

describe("a line of notes is read as a row:", () => {
  it.each<[heading: string, line: string, ...rows: string[]]>([
    [
      "Burst",
      "Damage increased from 80 to 85.",
      "abilities/burst/damage 80 85",
      "abilities/burst/damageMin 20 21.25",
    ],
    ["Burst", "Minimum damage reduced from 20 to 15.", "abilities/burst/damageMin 20 15"],
    ["Burst", "Reduced cooldown from 12 to 10 seconds.", "abilities/burst/cooldown 12 10"],
    ["Burst", "Radius is now 2.5 meters.", "abilities/burst/radius 2 2.5"],
    ["Burst", "Radius increased to 3 meters (up from 2).", "abilities/burst/radius 2 3"],
    ["Burst", "Damage and radius increased from 2 to 3.", "abilities/burst/radius 2 3"],
    ["Burst", "No longer cleanses.", "abilities/burst/cleanse true false"],
    ["Star Dash", "Distance reduced from 15 to 14m.", "abilities/dash/range 15 14"],
    ["Star Dash", "Cooldown raised from 8 to 9 s. (5v5)", "abilities/dash/cooldown 8 9 5v5"],
    ["Star Dash", "(6v6) Cooldown raised from 10 to 11 s.", "abilities/dash/6v6/cooldown 10 11"],
    [
      "StarDash",
      "Movement speed reduced from 30% to 25%.",
      "abilities/dash/movementSpeedPercent 30 25",
    ],
    ["General", "Base health increased from 200 to 225.", "health/standard 200 225"],
    ["General", "Ultimate cost increased by 10%.", "abilities/eclipse/ultimateCost 2000 2200"],
    ["Ultimate", "Duration increased from 5 to 6 seconds.", "abilities/eclipse/duration 5 6"],
    ["General", "Minor Perk cost reduced by 6%.", "perkCosts/minorChangePercent -6"],
    [
      "Meteor - Major Perk",
      "New Perk",
      'perks/meteor {"id":"meteor","tier":"major","name":"Meteor"}',
    ],
    ["Afterglow - Minor Perk", "Healing lowered from 40 to 35.", "perks/afterglow/healing 40 35"],
    ["Minor Perk - Afterglow", "Moved to Major Perk.", 'perks/afterglow/tier "minor" "major"'],
    ["Afterglow (Perk)", "Healing now 30 (down from 40).", "perks/afterglow/healing 40 30"],
    ["Burst", "Sparkle increased from 3 to 4.", "abilities/burst/sparkle 3 4"],
    ["Burst", "Sparks fly in another direction."],
    ["Burst", "Fixed an issue that reduced damage from 80 to 70."],
  ])("%s: %s", (heading, line, ...rows) => {
    expect(rowOf(heading, line)).toEqual(rows);
  });

  it("a perk that goes, and a new one with the figures of its description", () => {
    const { rows } = read(
      "Nova\nComet - Perk\nRemoved.\nMeteor - Perk\nNew\nGains 25% movement speed for 3 seconds.",
    );
    const comet = HERO.perks?.[1];
    expect(rows.map(({ target, from, to }) => [target.slice(18), from, to])).toEqual([
      ["comet", comet, undefined],
      ["meteor", undefined, { id: "meteor", tier: "unknown", name: "Meteor" }],
      ["meteor/duration", undefined, 3],
      ["meteor/movementSpeedPercent", undefined, 25],
    ]);
  });
});

describe("the rest of the notes", () => {
  it("counts lines of other modes, lists what it does not read, and marks what is odd", () => {
    const proposal = read(
      [
        ...["## Hero Updates", "### Supernova", "*Developer Comments: from 1 to 2*", "#### Burst"],
        ...["- Damage increased from 70 to 300.", "- Glows more."],
        ...["## Stadium Updates", "### Nova", "#### Burst", "- Damage increased from 1 to 2."],
        ...["## Bug Fixes", "### Nova", "#### Burst", "- Damage reduced from 80 to 79."],
      ].join("\n"),
    );
    expect(proposal).toMatchObject({ unread: ["Glows more."], leftOut: 3 });
    expect(proposal.rows).toMatchObject([
      {
        target: "heroes/nova/abilities/burst/damage",
        odd: ["our value is 80", "changes from 70 to 300, a factor of more than 2.5"],
        unit: "hp",
        line: "Damage increased from 70 to 300.",
      },
      { target: "heroes/nova/abilities/burst/damageMin", odd: [expect.stringMatching("follows")] },
    ]);
  });

  it("is another mode where a sentence says so of the page, with all headings that follow", () => {
    const { rows, leftOut } = read(
      [
        ...["## Experiment", "The numbers apply only in this mode.", "## Hero Updates", "### Nova"],
        ...["#### Burst", "- Damage increased from 80 to 90."],
      ].join("\n"),
    );
    expect({ rows, leftOut }).toEqual({ rows: [], leftOut: 4 });
  });

  it("of HTML is the same as of text", () => {
    const html =
      "<html><script>1</script><h2>Hero Updates</h2><h5>N&#243;va</h5><div>Star&nbsp;Dash</div>" +
      "<ul><li>Cooldown reduced from 8 to 7&nbsp;seconds.</li></ul></html>";
    expect(read(html).rows).toMatchObject([
      { target: "heroes/nova/abilities/dash/cooldown", to: 7 },
    ]);
  });

  it.each([
    ["", "notes.txt is empty; "],
    ["Abklingzeit von 8 auf 7 Sekunden verringert. Patchhinweise für Helden.", "is not in English"],
    ["재사용 대기시간이 8초에서 7초로 감소", "is not in English"],
    [
      "How to cook rice with the lid of a pot, and for how long it is to be kept.",
      "no patch notes",
    ],
  ])("is refused: %j", (text, message) => {
    expect(() => readPage(text, "notes.txt")).toThrow(message);
  });
});

describe("the file of rows", () => {
  it("is read as it was written, without its comments", () => {
    const proposal = read(
      "Nova\nUltimate cost increased by 10%.\nBurst\nCooldown reduced from 12 to 10 s. (5v5)\n" +
        "Comet - Perk\nRemoved.\nMeteor - Major Perk\nNew",
    );
    const path = "heroes/nova";
    expect(parseRows(rowsFile(proposal, "notes.txt"), "rows.txt")).toEqual([
      { target: `${path}/abilities/eclipse/ultimateCost`, from: 2000, to: 2200, percent: 10 },
      { target: `${path}/abilities/burst/cooldown`, from: 12, to: 10, scope: "5v5" },
      { target: `${path}/perks/comet`, from: true },
      { target: `${path}/perks/meteor`, to: { tier: "major", name: "Meteor", effect: "" } },
    ]);
  });

  it("is refused where a line is not a row", () => {
    expect(() => parseRows("# x\nheroes/nova 3", "rows.txt")).toThrow(
      'rows.txt:2: "heroes/nova 3" is not a row; expected TARGET  FROM -> TO',
    );
    expect(() => parseRows("# x", "rows.txt")).toThrow("rows.txt has no rows");
  });
});
