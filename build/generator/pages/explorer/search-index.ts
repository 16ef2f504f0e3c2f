import { KEY_LABELS, SLOTS } from "../../../client/match-log/keys.ts";
import { isOverwatch1 } from "../../../core/game/eras.ts";
import { CHARTED_SEASONS } from "../../../core/game/seasons.ts";
import { healthOf } from "../../../core/game/state-as-of.ts";
import { showValue } from "../../../core/game/words.ts";
import type { HeroDetails, HeroEffect } from "../../../core/schema/details.ts";
import type { AbilityKey } from "../../../core/schema/hero.ts";
import type { Side } from "../../../core/schema/patch.ts";
import { PROBLEM_TYPES } from "../../../core/schema/problems.ts";
import { heroSpellings, mapSpellings } from "../../../core/spelling/spellings.ts";
import { type Facts, subroleOf } from "../facts.ts";
import type { Outline } from "../layout.tsx";
import type { SearchIndex, SearchKind, SearchPage } from "./browser/data.ts";
import { COMMON_VALUES, capital, shortDate } from "./format.ts";
import { filtersOf, SIDES } from "./tally.ts";

/** A page that the search finds by its title and description. */
type ListedPage = { path: string; title: string; description: string };

/**
 * Everything that the search finds. `pages` are not about a single hero, map or patch. `outlines`
 * are those of guides and operations.
 */
export function searchIndexOf(
  facts: Facts,
  pages: readonly ListedPage[],
  outlines: readonly Outline[],
): SearchIndex {
  return {
    heroes: facts.heroes.map((hero) => [
      hero.id,
      hero.name,
      facts.nameOf(`roles/${hero.role}`),
      subroleOf(hero, facts)?.name ?? "",
      otherSpellings(heroSpellings(hero), hero.name),
      hero.monogram,
    ]),
    maps: facts.maps.map((map) => [
      map.id,
      map.name,
      facts.nameOf(`modes/${map.mode}`),
      otherSpellings(mapSpellings(map), map.name),
    ]),
    ...skillsOf(facts),
    pages: [
      ...ANSWERS,
      ...facts.patches
        .slice(0, 1)
        .map(
          ({ id, name, date }): SearchPage => [
            "answer",
            `patches/${id}`,
            `Changes of the newest patch: ${name}`,
            shortDate(date),
            `${NEWEST} notes changes`,
          ],
        ),
      ...facts.patches
        .flatMap(({ heroes }) => heroes)
        .filter(({ side }) => side === "new")
        .slice(0, 1)
        .map(
          ({ id, name }): SearchPage => [
            "answer",
            `heroes/${id}`,
            `New hero: ${name}`,
            "Newest hero",
            "latest last heroes",
          ],
        ),
      ...facts.heroes.flatMap((hero) => heroAnswers(hero, facts)),
      ...valuePages(facts),
      ...thingPages(facts),
      ...patchPages(facts),
      ...outlines.flatMap(outlinePages),
      ...pages.map(
        ({ path, title, description }): SearchPage => [
          "page",
          path.slice(1),
          path === "/" ? "Start page" : title,
          "Page",
          description,
        ],
      ),
      ...Object.entries(PROBLEM_TYPES).map(
        ([type, { status, title, meaning }]): SearchPage => [
          "problem",
          `problems/${type}`,
          `${status} ${title}`,
          "Problem",
          `problem error ${meaning}`,
        ],
      ),
      ["page", "details/figures.csv", "All values as CSV", "Page", "csv spreadsheet excel table"],
      ["feed", "feeds/patches.atom", "Patches as a feed", "Feed", "atom rss subscribe"],
    ],
  };
}

function otherSpellings(spellings: readonly string[], name: string): string[] {
  return [...new Set(spellings.slice(1))].filter((spelling) => spelling !== name);
}

/** The slot that match logs number. Other abilities have a key that says little of them. */
function slotOf(key: AbilityKey | null | undefined): string {
  const label = key ? KEY_LABELS[key] : "";
  return SLOTS.find((slot) => slot === label) ?? "Ability";
}

/** Abilities and perks. Their names are stored by language, which is a quarter smaller. */
function skillsOf(facts: Facts): Pick<SearchIndex, "skills" | "names"> {
  const skills: SearchIndex["skills"][number][] = [];
  const names = new Map<string, string[]>();
  for (const [hero, details] of facts.heroes.entries()) {
    const parts = [
      ...details.abilities.map((ability) => ({
        ...ability,
        anchor: ability.id,
        what: slotOf(ability.key),
      })),
      ...details.perks.map((perk) => ({ ...perk, anchor: "perks", what: "Perk" })),
    ];
    for (const part of parts) {
      for (const [language, spelling] of Object.entries(part.names)) {
        if (spelling === part.name) continue;
        const all = names.get(language) ?? [];
        all[skills.length] = spelling;
        names.set(language, all);
      }
      const numbers = part.figures.filter(({ value }) => typeof value === "number");
      const labels = numbers.map(({ label }) => label).join("\n");
      const values = numbers.map(({ field, value, unit }) =>
        showValue(value, { target: field, unit }),
      );
      const nicknames = "nicknames" in part ? part.nicknames?.join(" ") : "";
      const { anchor, name, what } = part;
      skills.push([hero, anchor, name, what, labels, values.join("\n"), nicknames ?? ""]);
    }
  }
  return {
    skills,
    names: Object.fromEntries(
      [...names].map(([language, all]) => [
        language,
        Array.from(skills, (_, at) => all[at] ?? "").join("\n"),
      ]),
    ),
  };
}

/** Questions about the service that many ask. */
const ANSWERS: readonly SearchPage[] = [
  ["answer", "docs#start", "No key needed", "Answer", "api key how get token account register"],
];

/** What people ask for and the guide's own description does not say. */
const ASKED = new Map([
  ["guides/first-call", "curl python example code quick start"],
  ["guides/patches", "post patch discord webhook bot notify"],
  ["guides/generated-clients", "python go rust java swagger sdk"],
  ["guides/match-logs", "match log format workshop scrimtime"],
  ["guides/keys-and-tokens", "api key"],
  ["guides/limits", "rate limits 429 quota"],
  ["guides/caching", "etag"],
  ["guides/static-hosts", "cors self host"],
  ["guides/operating", "docker self host"],
  ["guides/javascript", "npm install"],
]);

/** A hero's health, its names in other languages, and what this season changed. */
function heroAnswers(hero: HeroDetails, facts: Facts): SearchPage[] {
  const { id, name, names, health, abilities } = hero;
  const spelled = heroSpellings(hero).join(" ");
  const inLanguage = (language: string, code: "ko" | "zh"): SearchPage => {
    const ultimate = abilities[2]?.names[code];
    return [
      "names",
      `heroes/${id}#names`,
      `${name} in ${language}: ${names[code]}${ultimate === undefined ? "" : `, ${ultimate}`}`,
      "Hero and ultimate",
      `${spelled} ultimate ${abilities[2]?.name}`,
    ];
  };
  const { total, armor } = healthOf(health);
  const season = facts.seasons.at(-1);
  return [
    [
      "value",
      `heroes/${id}`,
      `${name} health: ${total}${armor > 0 ? `, including ${armor} armor` : ""}`,
      "Value",
      `${spelled} hp`,
    ],
    inLanguage("Korean", "ko"),
    inLanguage("Chinese", "zh"),
    ...(season === undefined ? [] : [seasonAnswer(hero, spelled, season)]),
  ];
}

function seasonAnswer(
  { id, name, role }: HeroDetails,
  spelled: string,
  season: Facts["seasons"][number],
): SearchPage {
  const changed = season.heroes.find((hero) => hero.id === id);
  const said = SIDES.find(({ side }) => side === changed?.side)?.said;
  // What a hero has of its own weighs more.
  const own = changed && { ...changed, shared: {} };
  const sides = [changed, own, own, own].flatMap((one) => (one ? filtersOf(one) : []));
  return [
    "season of a hero",
    changed === undefined ? `heroes/${id}#history` : `${season.path}?hero=${id}`,
    `${name}, ${said ?? "unchanged"} in ${season.name}`,
    changed?.summary ?? "Season",
    `${spelled} this season changes ${role} heroes ${sides.map((side) => `${role} ${side} ${PLURALS.get(side) ?? ""}`).join(" ")}`,
  ];
}

/** The common values of all heroes, and of each role. */
function valuePages({ roles, fields }: Facts): SearchPage[] {
  const words = "all values highest lowest longest shortest most least average compare";
  const common = fields.filter(({ name }) => COMMON_VALUES.includes(name));
  return common.flatMap(({ name: value, label }) =>
    [undefined, ...roles].map((role): SearchPage => {
      const whose = role === undefined ? "all heroes" : `${role.name.toLowerCase()} heroes`;
      const query = new URLSearchParams(role === undefined ? { value } : { value, role: role.id });
      return ["list", `values?${query}`, `${capital(label)} of ${whose}`, "Values", words];
    }),
  );
}

/** Roles, sub-roles and modes. */
function thingPages({ roles, modes }: Facts): SearchPage[] {
  return [
    ...roles.flatMap(({ id, name, subroles }): SearchPage[] => [
      ["role", `roles#${id}`, name, "Role", "role heroes"],
      ["list", `heroes?role=${id}`, `${name} heroes`, "Filter", "role list"],
      ...subroles.map(
        (subrole): SearchPage => [
          "sub-role",
          `roles#${subrole.id}`,
          subrole.name,
          `${name} sub-role`,
          `subrole passive ${subrole.passive}`,
        ],
      ),
    ]),
    ...modes.map(
      ({ id, name }): SearchPage => ["mode", `maps#${id}`, `${name} maps`, "Mode", "mode"],
    ),
  ];
}

/** So many characters of a summary are searched, but all of the newest. */
const MOST_OF_SUMMARY = 60;

/** What the changes of these sides are called. */
const PLURALS: ReadonlyMap<Side, string> = new Map([
  ["buffed", "buffs"],
  ["nerfed", "nerfs"],
]);

/** What the newest patch is called. */
const NEWEST = "newest latest last current patch";

/** The heroes with own buffs or nerfs, as a page that shows them: `Season 5: 10 with nerfs`. */
function sidePages(
  kind: SearchKind,
  path: string,
  name: string,
  heroes: readonly HeroEffect[],
  isNewest: boolean,
): SearchPage[] {
  return [...PLURALS].flatMap(([side, plural]): SearchPage[] => {
    const { length } = heroes.filter((one) => filtersOf(one).includes(side));
    if (length === 0) return [];
    const words = `${side} heroes ${plural} balance ${isNewest ? NEWEST : ""}`;
    const what = kind === "balance now" ? "This season" : capital(plural);
    return [[kind, `${path}?side=${side}`, `${name}: ${length} with ${plural}`, what, words]];
  });
}

/**
 * Seasons and patches, newest first, and for those of late their buffed and nerfed heroes. The
 * names of patches of Overwatch 1 say what their summaries do.
 */
function patchPages(facts: Facts): SearchPage[] {
  const { patches, seasons } = facts;
  const late = seasons.at(-CHARTED_SEASONS / 2)?.from ?? "";
  const ofSeasons = seasons.toReversed().flatMap((season, at): SearchPage[] => {
    const path = season.path;
    const words = `season changes ${season.title}`;
    const isYear = isOverwatch1(season.from);
    const what = isYear ? season.title : `Season of ${season.from.slice(0, 4)}`;
    return [
      [isYear ? "year" : "season", path, season.name, what, words],
      ...(season.from < late
        ? []
        : sidePages(
            at === 0 ? "balance now" : "balance",
            path,
            season.name,
            season.heroes,
            at === 0,
          )),
    ];
  });
  const ofPatches = patches.flatMap(({ id, name, date, kind, summary, heroes }, at) => {
    const path = `patches/${id}`;
    const words = isOverwatch1(date)
      ? id
      : `patch ${id} ${capital(kind)} ${at === 0 ? `${NEWEST} ${summary}` : summary?.slice(0, MOST_OF_SUMMARY).replaceAll("damage", "")}`;
    return [
      ["patch", path, name, `Patch of ${shortDate(date)}`, words] as SearchPage,
      ...(date < late ? [] : sidePages("balance", path, name, heroes, at === 0)),
    ];
  });
  return [...ofSeasons, ...ofPatches];
}

/** A guide or an operation, and each of its headings. */
function outlinePages({ path, title, about, headings }: Outline): SearchPage[] {
  const page = path.slice(1);
  const [collection, operation] = page.split("/");
  if (operation === undefined) return [["page", page, title, "Page", about]];
  if (collection !== "guides")
    return [["operation", page, title, "API", `api endpoint call ${operation} ${about}`]];
  return [
    ["guide", page, title, "Guide", `guide ${ASKED.get(page) ?? ""} ${about}`],
    ...headings.map(
      ({ id, title: heading }): SearchPage => [
        "guide",
        `${page}#${id}`,
        heading,
        `Guide: ${title}`,
        "",
      ],
    ),
  ];
}
