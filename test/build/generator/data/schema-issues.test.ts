import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, problemsOf } from "../../../helpers/data.ts";
import { addPatch, NEW_PATCH, NEW_PATCH_FILE, smallData } from "../../data-copies.ts";

const HERO = "heroes/ana.json";

/** What the checks say of the small data after edits, by file. */
function problemsAfter(edits: Record<string, Parameters<typeof edit>[2]>): string[] {
  const folder = smallData();
  for (const [file, change] of Object.entries(edits)) edit(folder, file, change);
  return problemsOf(folder);
}

describe("a value of the wrong type", () => {
  it("is reported with a hint if null is allowed", () => {
    const problems = problemsAfter({
      [HERO]: (hero) => {
        hero.abilities[1].cooldown = "12";
        delete hero.abilities[2].description;
        hero.health.armor = "0";
      },
    });
    expect(problems).toEqual([
      'heroes/ana.json health.armor: "0" is a string; expected a number',
      'heroes/ana.json abilities[1].cooldown: "12" is a string; expected a number or null',
      "heroes/ana.json abilities[2].description: missing; expected a string or null",
    ]);
  });
});

describe("an unknown key", () => {
  it.each([
    ["aliasses", 'did you mean "aliases"?'],
    ["subRole", 'did you mean "subrole"?'],
    [
      "ultimateCharge",
      "expected only $schema, id, names, monogram, role, subrole, health, release, aliases, " +
        "abilities, perks, sources",
    ],
  ])("is reported with what is near it, else with all that is known: %s", (key, hint) => {
    const problems = problemsAfter({
      [HERO]: (hero) => {
        hero[key] = [];
      },
    });
    expect(problems).toEqual([`heroes/ana.json ${key}: unknown key "${key}"; ${hint}`]);
  });

  it("is reported with its place", () => {
    const problems = problemsAfter({
      [HERO]: (hero) => {
        hero.abilities[1].cooldwon = 12;
      },
    });
    expect(problems).toEqual([
      'heroes/ana.json abilities[1].cooldwon: unknown key "cooldwon"; did you mean "cooldown"?',
    ]);
  });

  it("is named among others in one object", () => {
    const [problem, ...more] = problemsAfter({
      [HERO]: (hero) => {
        hero.names.jp = "アナ";
        hero.names.ja = "アナ";
      },
    });
    expect([problem, ...more].join("\n")).toContain('unknown key "jp"');
    expect([problem, ...more].join("\n")).toContain('unknown key "ja"');
  });

  it("says of a health total that it is computed", () => {
    const problems = problemsAfter({
      [HERO]: (hero) => {
        hero.health.total = 250;
      },
    });
    expect(problems).toEqual([
      'heroes/ana.json health.total: unknown key "total"; remove it, the sum is computed',
    ]);
  });

  it("is reported beside the missing one that it was meant to be", () => {
    const problems = problemsAfter({
      "maps/ilios.json": (map) => {
        map.nme = map.name;
        delete map.name;
      },
    });
    expect(problems).toEqual([
      "maps/ilios.json name: missing; expected a string",
      'maps/ilios.json nme: unknown key "nme"; did you mean "name"?',
    ]);
  });
});

describe("a missing key", () => {
  it.each([
    [HERO, "names", "missing; expected an object"],
    [HERO, "role", "missing; expected one of tank, damage, support"],
    [HERO, "aliases", "missing; expected an array"],
    ["maps/ilios.json", "name", "missing; expected a string"],
    [
      "maps/ilios.json",
      "mode",
      "missing; expected one of control, escort, hybrid, push, flashpoint",
    ],
    ["maps/ilios.json", "variants", "missing; expected an array"],
    ["game.json", "historyFrom", "missing; expected a string"],
    ["modes.json", "modes", "missing; expected an array"],
    ["roles.json", "sources", "missing; expected an array"],
    ["gaps.json", "gaps", "missing; expected an array"],
  ])("is reported with what was expected: %s %s", (file, key, message) => {
    const problems = problemsAfter({
      [file]: (value) => {
        delete value[key];
      },
    });
    expect(problems).toEqual([`${file} ${key}: ${message}`]);
  });

  it("is reported inside the element of a list", () => {
    const problems = problemsAfter({
      "roles.json": (file) => {
        delete file.roles[1].subroles[0].passive;
      },
    });
    expect(problems).toEqual([
      "roles.json roles[1].subroles[0].passive: missing; expected a string",
    ]);
  });

  it("of a patch is reported, null being a value", () => {
    const folder = smallData();
    addPatch(folder, NEW_PATCH, [], { summary: undefined, sourceUrl: null });
    expect(problemsOf(folder)).toEqual([
      `${NEW_PATCH_FILE} summary: missing; expected a string or null`,
    ]);
  });
});

describe("a value of the wrong type", () => {
  it.each<[string, string, unknown, string]>([
    ["names", "names", [], "[] is an array; expected an object"],
    ["health.standard", "standard", "250", '"250" is a string; expected a number'],
    ["health.armor", "armor", 0.5, "0.5 is a number; expected a whole number"],
    ["health.shields", "shields", true, "true is a boolean; expected a number"],
    ["aliases", "aliases", "Grandma", '"Grandma" is a string; expected an array'],
    ["aliases[0]", "alias", 76, "76 is a number; expected a string"],
    ["abilities[0]", "ability", "sleep-dart", '"sleep-dart" is a string; expected an object'],
    ["abilities[0].cooldown", "cooldown", "14", '"14" is a string; expected a number or null'],
    [
      "abilities[0].description",
      "description",
      { en: "Dart" },
      '{"en":"Dart"} is an object; expected a string or null',
    ],
  ])("is reported with what is there: %s", (path, place, value, message) => {
    const problems = problemsAfter({
      [HERO]: (hero) => {
        if (place === "names" || place === "aliases") hero[place] = value;
        else if (place === "alias") hero.aliases = [value];
        else if (place === "ability") hero.abilities[0] = value;
        else if (place === "cooldown" || place === "description") hero.abilities[0][place] = value;
        else hero.health[place] = value;
      },
    });
    expect(problems).toEqual([`heroes/ana.json ${path}: ${message}`]);
  });

  it("is shown shortened where it is long", () => {
    const problems = problemsAfter({
      [HERO]: (hero) => {
        hero.role = ["support", "a long list of words that nobody wants to read in a message"];
      },
    });
    expect(problems).toEqual([
      'heroes/ana.json role: ["support","a long list of words that nobody wants to rea... ' +
        "is none of tank, damage, support",
    ]);
  });

  it.each([
    ["[]\n", "[] is an array"],
    ['"ana"\n', '"ana" is a string'],
  ])("may be the whole file: %s", (text, words) => {
    const folder = smallData();
    writeFileSync(join(folder, HERO), text);
    expect(problemsOf(folder)).toEqual([`heroes/ana.json : ${words}; expected an object`]);
  });
});

describe("a value outside of a closed list", () => {
  const subroles =
    "bruiser, initiator, stalwart, flanker, recon, sharpshooter, specialist, medic, " +
    "survivor, tactician";

  it.each<[string, unknown, string]>([
    ["role", "suport", '"suport" is none of tank, damage, support; did you mean "support"?'],
    ["role", "Support", '"Support" is none of tank, damage, support; did you mean "support"?'],
    ["role", "healer", '"healer" is none of tank, damage, support'],
    ["role", 5, "5 is none of tank, damage, support"],
    ["role", null, "null is none of tank, damage, support"],
    ["subrole", "tactican", `"tactican" is none of ${subroles}; did you mean "tactician"?`],
  ])("is reported with the list and what is near it: %s %j", (key, value, message) => {
    const problems = problemsAfter({
      [HERO]: (hero) => {
        hero[key] = value;
      },
    });
    expect(problems).toEqual([`heroes/ana.json ${key}: ${message}`]);
  });

  it("is reported for the kind of an ability", () => {
    const problems = problemsAfter({
      [HERO]: (hero) => {
        hero.abilities[0].kind = "abilty";
      },
    });
    expect(problems).toEqual([
      'heroes/ana.json abilities[0].kind: "abilty" is none of primary, secondary, ability, ' +
        'ultimate, passive; did you mean "ability"?',
    ]);
  });

  it("is reported for the mode of a map", () => {
    const problems = problemsAfter({
      "maps/ilios.json": (map) => {
        map.mode = "controll";
      },
    });
    expect(problems).toEqual([
      'maps/ilios.json mode: "controll" is none of control, escort, hybrid, push, ' +
        'flashpoint; did you mean "control"?',
    ]);
  });

  it("is reported for the kind of a patch", () => {
    const folder = smallData();
    addPatch(folder, NEW_PATCH, [], { kind: "midseason" });
    expect(problemsOf(folder)).toEqual([
      `${NEW_PATCH_FILE} kind: "midseason" is none of season, mid-season, hotfix; did you ` +
        'mean "mid-season"?',
    ]);
  });
});

describe("a number out of range", () => {
  it.each<[string, number, string]>([
    ["standard", -1, "-1; expected at least 0"],
    ["armor", -25, "-25; expected at least 0"],
  ])("is reported for health: %s %d", (key, value, message) => {
    const problems = problemsAfter({
      [HERO]: (hero) => {
        hero.health[key] = value;
      },
    });
    expect(problems).toEqual([`heroes/ana.json health.${key}: ${message}`]);
  });

  it("is a cooldown of 0, which means none and must be null", () => {
    const problems = problemsAfter({
      [HERO]: (hero) => {
        hero.abilities[0].cooldown = 0;
      },
    });
    expect(problems).toEqual(["heroes/ana.json abilities[0].cooldown: 0; expected more than 0"]);
  });
});

describe("a text of the wrong form", () => {
  const id = "an id: lower-case ASCII words joined by hyphens, such as soldier-76";
  const line = "one line of text without space at either end";

  it.each([
    ["heroes/ana.json", "id", "Ana", id],
    ["heroes/ana.json", "id", "ana-", id],
    ["heroes/ana.json", "id", "ana_2", id],
    ["maps/ilios.json", "name", " Ilios", line],
    ["maps/ilios.json", "name", "Ilios ", line],
    ["maps/ilios.json", "name", "", line],
    ["maps/ilios.json", "name", "Ili\nos", line],
  ])("is reported with the form: %s %s %j", (file, key, value, form) => {
    const problems = problemsAfter({
      [file]: (about) => {
        about[key] = value;
      },
    });
    expect(problems).toEqual([`${file} ${key}: ${JSON.stringify(value)}; expected ${form}`]);
  });
});

describe("an address", () => {
  const expected = "expected an absolute http or https address, such as https://example.org/notes";

  it.each([
    "/notes",
    "notes/2026",
    "//example.org/notes",
    "example.org/notes",
    "ftp://example.org/notes",
    "file:///etc/hosts",
    "javascript:alert(1)",
    "mailto:notes@example.org",
    "https://",
    "",
  ])("is refused where it is relative or not of the web: %j", (url) => {
    const folder = smallData();
    addPatch(folder, NEW_PATCH, [], { sourceUrl: url, sources: [{ url }] });
    expect(problemsOf(folder)).toEqual([
      `${NEW_PATCH_FILE} sourceUrl: ${JSON.stringify(url)}; ${expected}`,
      `${NEW_PATCH_FILE} sources[0].url: ${JSON.stringify(url)}; ${expected}`,
    ]);
  });

  it.each([
    "http://example.org",
    "https://example.org/notes?page=2#top",
    "https://[2001:db8::1]:8080/",
  ])("of the web is taken: %s", (url) => {
    const problems = problemsAfter({
      "modes.json": (file) => {
        file.sources = [{ url, date: "2026-09-01" }];
      },
    });
    expect(problems).toEqual([]);
  });

  it("has at least one source per file", () => {
    const problems = problemsAfter({
      [HERO]: (hero) => {
        hero.sources = [];
      },
    });
    expect(problems).toEqual(["heroes/ana.json sources: expected at least 1 here"]);
  });

  it("has a day or a month beside it, no other date", () => {
    const problems = problemsAfter({
      "modes.json": (file) => {
        file.sources = [
          { url: "https://example.org", date: "2026" },
          { url: "https://example.org", date: "2026-08" },
          { url: "https://example.org", date: "2026-08-11" },
        ];
      },
    });
    expect(problems).toEqual([
      'modes.json sources[0].date: "2026"; expected a day or a month, such as 2026-08-11 ' +
        "or 2026-08",
    ]);
  });
});
