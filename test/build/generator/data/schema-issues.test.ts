import { describe, expect, it } from "vitest";
import { HeroFileSchema } from "../../../../build/core/schema/hero.ts";
import { edit, problemsOf } from "../../../helpers/data.ts";
import { addPatch, NEW_PATCH, NEW_PATCH_FILE, smallData } from "../../data-copies.ts";

/**
 * What the checks say of the small data, a line each without the file's name, with another value at
 * a place of a file. `undefined` removes what is there. The file is Ana's by default.
 */
function problemsWith(place: string, value: unknown, file = "heroes/ana.json") {
  const folder = smallData();
  edit(folder, file, (whole) => {
    const keys = place.split(/[.[\]]+/).filter((key) => key !== "");
    const last = keys.pop() ?? "";
    const owner = keys.reduce((at, key) => at[key], whole);
    if (value === undefined) delete owner[last];
    else owner[last] = value;
  });
  return problemsOf(folder).map((line) => line.replace(`${file} `, ""));
}

/** What the checks say of the small data with another value in its patch. */
function problemsOfPatch(about: object) {
  const folder = smallData();
  addPatch(folder, NEW_PATCH, [], about);
  return problemsOf(folder).map((line) => line.replace(`${NEW_PATCH_FILE} `, ""));
}

const MAP = "maps/ilios.json";
const KEYS_OF_A_HERO = Object.keys(HeroFileSchema.shape).join(", ");

describe("an unknown key", () => {
  it.each([
    ["aliasses", 'did you mean "aliases"?'],
    ["subRole", 'did you mean "subrole"?'],
    ["ultimateCharge", `expected only ${KEYS_OF_A_HERO}`],
    ["abilities[1].cooldwon", 'did you mean "cooldown"?'],
    ["health.total", "remove it, the sum is computed"],
  ])("is reported with what is near it, else with all that is known: %s", (place, hint) => {
    const key = place.split(".").at(-1);
    expect(problemsWith(place, [])).toEqual([`${place}: unknown key "${key}"; ${hint}`]);
  });

  it("is reported beside the missing one that it was meant to be", () => {
    const folder = smallData();
    edit(folder, MAP, (map) => {
      map.nme = map.name;
      delete map.name;
    });
    expect(problemsOf(folder)).toEqual([
      `${MAP} name: missing; expected a string`,
      `${MAP} nme: unknown key "nme"; did you mean "name"?`,
    ]);
  });
});

it.each([
  ["heroes/ana.json", "names", "an object"],
  ["heroes/ana.json", "role", "one of tank, damage, support"],
  ["heroes/ana.json", "abilities[2].description", "a string or null"],
  ["modes.json", "modes", "an array"],
  ["roles.json", "roles[1].subroles[0].passive", "a string"],
])("a missing key is reported with what was expected: %s %s", (file, place, expected) => {
  expect(problemsWith(place, undefined, file)).toEqual([`${place}: missing; expected ${expected}`]);
});

it.each([
  ["names", [], "[] is an array; expected an object"],
  ["health.standard", "250", '"250" is a string; expected a number'],
  ["health.armor", 0.5, "0.5 is a number; expected a whole number"],
  ["aliases[0]", 76, "76 is a number; expected a string"],
  ["abilities[0].cooldown", "14", '"14" is a string; expected a number or null'],
  [
    "role",
    ["support", "a long list of words that nobody wants to read in a message"],
    '["support","a long list of words that nobody wants to rea... ' +
      "is not one of tank, damage, support",
  ],
  ["health.standard", -1, "-1; expected at least 0"],
  ["abilities[0].cooldown", 0, "0; expected more than 0"], // null means that there is none
  ["sources", [], "expected at least 1 here"],
])(
  "a value of the wrong type or out of range is reported with what is there: %s %j",
  (place, value, message) => {
    expect(problemsWith(place, value)).toEqual([`${place}: ${message}`]);
  },
);

describe("a value outside of a closed list", () => {
  const roles = "tank, damage, support";
  const subroles =
    "bruiser, initiator, stalwart, flanker, recon, sharpshooter, specialist, medic, " +
    "survivor, tactician";

  it.each([
    ["role", "suport", `${roles}; did you mean "support"?`],
    ["role", "Support", `${roles}; did you mean "support"?`],
    ["role", null, roles],
    ["subrole", "tactican", `${subroles}; did you mean "tactician"?`],
  ])("is reported with the list and what is near it: %s %j", (place, value, list) => {
    expect(problemsWith(place, value)).toEqual([
      `${place}: ${JSON.stringify(value)} is not one of ${list}`,
    ]);
  });
});

describe("a text of the wrong form", () => {
  const id = "an id: lower-case ASCII words joined by hyphens, such as soldier-76";
  const line = "one line of text without space at either end";

  it.each([
    ["heroes/ana.json", "id", "Ana", id],
    ["heroes/ana.json", "id", "ana-", id],
    [MAP, "name", " Ilios", line],
    [MAP, "name", "", line],
  ])("is reported with the form: %s %s %j", (file, key, value, form) => {
    expect(problemsWith(key, value, file)).toEqual([
      `${key}: ${JSON.stringify(value)}; expected ${form}`,
    ]);
  });

  it("is reported with the field that says it: a rate in a note", () => {
    const about = { target: "heroes/ana/6v6/health/standard", to: 300, note: "5 per second" };
    expect(problemsOfPatch({ changes: [about] })).toEqual([
      'changes[0].note: "5 per second": has "per second"; set "per" to "second" instead',
    ]);
  });
});

describe("an address", () => {
  const expected = "expected an absolute http or https address, such as https://example.org/notes";

  it.each(["/notes", "example.org/notes", "javascript:alert(1)", "https://"])(
    "is refused where it is relative or not of the web: %j",
    (url) => {
      expect(problemsOfPatch({ sourceUrl: url, sources: [{ url }] })).toEqual([
        `sourceUrl: ${JSON.stringify(url)}; ${expected}`,
        `sources[0].url: ${JSON.stringify(url)}; ${expected}`,
      ]);
    },
  );

  it("of the web is taken, with a day or a month beside it and no other date", () => {
    const sources = [
      { url: "http://example.org", date: "2026" },
      { url: "https://example.org/notes?page=2#top", date: "2026-08" },
      { url: "https://[2001:db8::1]:8080/", date: "2026-08-11" },
    ];
    expect(problemsWith("sources", sources, "modes.json")).toEqual([
      'sources[0].date: "2026"; expected a day or a month, such as 2026-08-11 or 2026-08',
    ]);
  });
});
