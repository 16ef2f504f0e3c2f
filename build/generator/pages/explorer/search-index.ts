import { PROBLEM_TYPES } from "../../../core/schema/problem-types.ts";
import { heroSpellings, mapSpellings } from "../../../core/spelling/spellings.ts";
import { heroDetails } from "../../data/details.ts";
import { isOverwatch1 } from "../../data/eras.ts";
import type { SearchIndex, SearchPage } from "./browser/data.ts";
import type { Facts } from "./facts.ts";
import { capital, quantityOf, shortDate } from "./format.ts";
import type { Outline } from "./outline.ts";
import { changesByThing } from "./recorded.ts";
import { CHARTED_SEASONS, seasonPath } from "./seasons.ts";
import { sidesOf } from "./tally.ts";
import { showUnit } from "./units.ts";

/** A page that the search finds by its title and description. */
export type ListedPage = { path: string; title: string; description: string };

/**
 * Everything that the search finds. `pages` are not about a single hero, map or patch. `outlines`
 * are those of guides and operations.
 */
export function searchIndexOf(
  facts: Facts,
  pages: readonly ListedPage[],
  outlines: readonly Outline[],
): SearchIndex {
  const roleName = new Map(facts.roles.map(({ id, name }) => [id, name] as const));
  const modeName = new Map(facts.modes.map(({ id, name }) => [id, name] as const));
  const subroleName = new Map(
    facts.roles.flatMap(({ subroles }) => subroles.map(({ id, name }) => [id, name] as const)),
  );
  return {
    heroes: facts.heroes.map((hero) => [
      hero.id,
      hero.name,
      roleName.get(hero.role) ?? hero.role,
      hero.subrole === null ? "" : (subroleName.get(hero.subrole) ?? hero.subrole),
      facts.historyOf(`heroes/${hero.id}`).length > 0,
      otherSpellings(heroSpellings(hero), hero.name),
    ]),
    maps: facts.maps.map((map) => [
      map.id,
      map.name,
      modeName.get(map.mode) ?? map.mode,
      otherSpellings(mapSpellings(map), map.name),
    ]),
    ...skillsOf(facts),
    values: valuesOf(facts),
    pages: [
      ...thingPages(facts),
      ...patchPages(facts),
      ...outlines.flatMap(outlinePages),
      ...pages.map(
        ({ path, title, description }): SearchPage => [
          path.slice(1),
          path === "/" ? "Start page" : title,
          "Page",
          description,
        ],
      ),
      ...Object.entries(PROBLEM_TYPES).map(
        ([type, { status, title, meaning }]): SearchPage => [
          `problems/${type}`,
          `${status} ${title}`,
          "Problem",
          `problem error ${meaning}`,
        ],
      ),
      ["details/figures.csv", "All values as CSV", "Page", "csv download spreadsheet excel table"],
      ["feeds/patches.atom", "Patches as a feed", "Feed", "atom rss subscribe"],
    ],
  };
}

function otherSpellings(spellings: readonly string[], name: string): string[] {
  return [...new Set(spellings.slice(1))].filter((spelling) => spelling !== name);
}

/** Abilities and perks. Their names are stored by language, which is a quarter smaller. */
function skillsOf({ background, heroes }: Facts): Pick<SearchIndex, "skills" | "names"> {
  const skills: SearchIndex["skills"][number][] = [];
  const names = new Map<string, string[]>();
  for (const { id, abilities, perks = [] } of background.state.heroes) {
    const hero = heroes.findIndex((one) => one.id === id);
    const file = background.files.get(id);
    const add = (
      anchor: string,
      name: string,
      kind: 0 | 1,
      own: Readonly<Record<string, string>> = {},
    ) => {
      for (const [language, spelling] of Object.entries(own)) {
        if (spelling === name) continue;
        const all = names.get(language) ?? [];
        all[skills.length] = spelling;
        names.set(language, all);
      }
      skills.push([hero, anchor, name, kind]);
    };
    for (const ability of abilities)
      add(ability.id, ability.name, 0, file?.abilities.find((one) => one.id === ability.id)?.names);
    for (const perk of perks)
      add("perks", perk.name, 1, file?.perks?.find((one) => one.id === perk.id)?.names);
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

/** The quantities of all figures, which `/values` shows. */
function valuesOf(facts: Facts): string[] {
  const figures = facts.heroes.flatMap(({ id }) => {
    const { abilities, perks } = heroDetails(facts, id);
    return [...abilities, ...perks].flatMap((part) => part.figures);
  });
  const found = figures.flatMap(({ field, value, unit }) =>
    typeof value === "number" ? [quantityOf(facts.labelOf(field), showUnit(unit))] : [],
  );
  return [...new Set(["health", ...found])].sort();
}

/** Roles, sub-roles and modes. */
function thingPages({ roles, modes }: Facts): SearchPage[] {
  return [
    ...roles.flatMap(({ id, name, subroles }): SearchPage[] => [
      [`roles#${id}`, name, "Role", "role heroes"],
      [`heroes?role=${id}`, `${name} heroes`, "Filter", "role list"],
      ...subroles.map(
        (subrole): SearchPage => [
          `roles#${subrole.id}`,
          subrole.name,
          `${name} sub-role`,
          `subrole passive ${subrole.passive}`,
        ],
      ),
    ]),
    ...modes.map(({ id, name }): SearchPage => [`maps#${id}`, `${name} maps`, "Mode", "mode"]),
  ];
}

/** So many characters of a summary are searched. */
const MOST_OF_SUMMARY = 70;

/**
 * Seasons and patches, newest first, and for patches of late their buffed and nerfed heroes. The
 * names of patches of Overwatch 1 say what their summaries do.
 */
function patchPages({ entries, seasons }: Facts): SearchPage[] {
  const ofSeasons = seasons.toReversed().map((season): SearchPage => {
    const words = `season balance changes buffs nerfs ${season.title}`;
    const what = isOverwatch1(season.from) ? season.title : `Season of ${season.from.slice(0, 4)}`;
    return [seasonPath(season, seasons), season.name, what, words];
  });
  const late = seasons.at(-CHARTED_SEASONS / 2)?.from ?? "";
  const ofPatches = entries.flatMap(({ patch: { id, name, date, kind, summary }, changes }) => {
    const sides = [...changesByThing(changes)]
      .filter(([thing]) => thing.startsWith("heroes/") && date >= late)
      .flatMap(([thing, own]) => sidesOf(thing, own));
    const when = shortDate(date);
    const words = isOverwatch1(date) ? id : `patch ${id} ${capital(kind)}`;
    const side = (word: string, value: string): SearchPage => [
      `patches/${id}?side=${value}`,
      `${name}: ${word}`,
      when,
      `${words} ${value}`,
    ];
    return [
      [
        `patches/${id}`,
        name,
        `Patch of ${when}`,
        isOverwatch1(date) ? words : `${words} ${summary?.slice(0, MOST_OF_SUMMARY) ?? ""}`,
      ] as SearchPage,
      ...(sides.includes("buffed") ? [side("buffs", "buffed")] : []),
      ...(sides.includes("nerfed") ? [side("nerfs", "nerfed")] : []),
    ];
  });
  return [...ofSeasons, ...ofPatches];
}

/** A guide or an operation, and each of its headings. */
function outlinePages({ path, title, about, headings }: Outline): SearchPage[] {
  const isGuide = path.startsWith("/guides/");
  const what = isGuide ? "Guide" : "API";
  const page = path.slice(1);
  if (!page.includes("/")) return [[page, title, "Page", about]];
  return [
    [
      page,
      title,
      what,
      `${isGuide ? "guide" : `api endpoint call ${page.split("/")[1]}`} ${about}`,
    ],
    ...(isGuide ? headings : []).map(
      ({ id, title: heading }): SearchPage => [`${page}#${id}`, heading, `Guide: ${title}`, ""],
    ),
  ];
}
