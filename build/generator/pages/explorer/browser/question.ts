import { capital } from "../format.ts";
import { LANGUAGE_NAMES } from "../languages.ts";
import type { SearchIndex } from "./data.ts";
import { IGNORED, termOf, wordsOf } from "./words.ts";

/** A result. `spelling` is the spelling that matched, if it is not the name itself. */
export type Found = { path: string; name: string; what: string; spelling: string | undefined };

/**
 * A question for a value of a hero. `place` is that of an ability or perk in the kit, perks last;
 * undefined if it is not about one. `words` name the figure.
 */
export type Question = { hero: string; place: number | undefined; words: readonly string[] };

/** What a query asks: a page that answers it, or a value. */
export type Reading = { lead?: Found; question?: Question };

/** What people write instead of the words of the site. Two words are read as two. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ...{ cd: "cooldown", cds: "cooldown", dmg: "damage", hp: "health", ammo: "ammunition" },
  ...{ buffs: "buff", buffed: "buff", nerfs: "nerf", nerfed: "nerf", vs: "versus" },
  ...{ tanks: "tank", supports: "support", dps: "damage hero", heroes: "hero" },
  ...{ shortest: "lowest", least: "lowest", longest: "highest", most: "highest" },
};

/** Words that change nothing about what is asked. */
const FILLERS = new Set(
  "hero name highest lowest versus compare current ultimate ability perk".split(" "),
);

type Part = { name: string; hero: number; skill: number };

/** Creates the reader of queries, such as `sleep dart cooldown`, `tank nerfs` or `ana vs mercy`. */
export function createQuestions(index: SearchIndex): (query: string) => Reading {
  const [heroes, skills] = namesOf(index);
  const languages = new Map(
    Object.entries(LANGUAGE_NAMES).map((language) => [keyOf(language[1]), language]),
  );
  const roles = new Map(index.heroes.map(([, , role]) => [keyOf(role), role.toLowerCase()]));
  const listed = index.pages.flatMap(([path, name, what]) =>
    path.startsWith("seasons/") ? { path, name, what } : [],
  );
  const [newest] = listed;
  const seasons = new Map(
    listed.map((season) => [keyOf(season.name), season] as const).toReversed(),
  );
  if (newest !== undefined) seasons.set("this season", newest);
  return (query) => {
    const words = keyOf(query)
      .split(" ")
      .flatMap((word) => (SYNONYMS[word] ?? word).split(" "));
    const season = takeName(words, seasons);
    const language = takeName(words, languages);
    const parts = takeName(words, skills);
    const named = takeName(words, heroes);
    const skill = parts?.find((part, _, { length }) =>
      named === undefined ? length === 1 : part.hero === named,
    );
    if (parts !== undefined && skill === undefined) return {};
    const hero = named ?? skill?.hero;
    const other = takeName(words, heroes);
    const isOf = (at: number | undefined) => index.heroes[at ?? -1];
    const [id = "", name = ""] = isOf(hero) ?? [];
    const isAlone = () => words.every((word) => FILLERS.has(word) || IGNORED.has(word));
    if (hero !== undefined && other !== undefined && isAlone()) {
      const [second = "", title = ""] = isOf(other) ?? [];
      return leadTo(`compare/heroes?h=${id},${second}`, `${name} and ${title}`, "Comparison");
    }
    if (language !== undefined && hero !== undefined && isAlone())
      return leadTo(
        `heroes/${id}?names=${language[0]}`,
        `${skill?.name ?? name} in ${language[1]}`,
        `Names of ${name}`,
      );
    const side = ["buff", "nerf"].find((one) => words.includes(one));
    const rest = words.filter((word) => word !== side);
    words.splice(0, words.length, ...rest);
    if (hero !== undefined && season !== undefined && isAlone()) {
      const filter = side === undefined ? "" : `&side=${side}ed`;
      return leadTo(`${season.path}?hero=${id}${filter}`, `${name} in ${season.name}`, season.what);
    }
    if (hero !== undefined && side === undefined && season === undefined)
      return questionOf(index, hero, skill?.skill, words);
    const isWeapon = words.includes("damage") && !words.includes("hero");
    const role = side === undefined && isWeapon ? undefined : takeName(words, roles);
    const when = season ?? (role === undefined || side === undefined ? undefined : newest);
    if (hero === undefined && when !== undefined && isAlone()) {
      const title = capital(`${role ?? ""} ${side === undefined ? "" : `${side}s`}`.trim());
      const query = [...(side ? [`side=${side}ed`] : []), ...(role ? [`role=${role}`] : [])];
      return leadTo(
        [when.path, ...(query.length === 0 ? [] : [query.join("&")])].join("?"),
        title === "" ? when.name : `${title} of ${when.name}`,
        when.what,
      );
    }
    return hero === undefined && side === undefined ? allValues(index, role, words) : {};
  };
}

function leadTo(path: string, name: string, what: string): Reading {
  return { lead: { path, name, what, spelling: undefined } };
}

/** A text as it is compared: its words, folded. */
function keyOf(text: string): string {
  return wordsOf(text).map(termOf).join(" ");
}

/** Takes the longest name that the words contain out of them. */
function takeName<T>(words: string[], names: ReadonlyMap<string, T>): T | undefined {
  for (let length = words.length; length > 0; length -= 1)
    for (let at = 0; at + length <= words.length; at += 1) {
      const found = names.get(words.slice(at, at + length).join(" "));
      if (found === undefined) continue;
      words.splice(at, length);
      return found;
    }
  return undefined;
}

/** Every spelling of the heroes, and of the abilities and perks. Heroes may share those. */
function namesOf({ heroes, skills, names }: SearchIndex) {
  const ofHeroes = new Map(
    heroes.flatMap(([id, name, , , , others], at) =>
      [id, name, ...others].map((spelling) => [keyOf(spelling), at] as const),
    ),
  );
  const ofSkills = new Map<string, Part[]>();
  const languages = Object.values(names).map((all) => all.split("\n"));
  for (const [skill, [hero, , name]] of skills.entries())
    for (const key of new Set([name, ...languages.map((all) => all[skill] ?? "")].map(keyOf)))
      if (key !== "" && !ofHeroes.has(key))
        ofSkills.set(key, [...(ofSkills.get(key) ?? []), { name, hero, skill }]);
  return [ofHeroes, ofSkills] as const;
}

/** Whether the words are those of a value: all of them are in its name. */
export function isNamedBy(value: string, words: readonly string[]): boolean {
  const own = keyOf(value).split(" ");
  return words.every((word) => own.some((one) => one === word || `${one}s` === word));
}

/** The question for a value. Words of a hero's ability that are not of a value choose it. */
function questionOf(
  { heroes, skills, values }: SearchIndex,
  hero: number,
  named: number | undefined,
  words: readonly string[],
): Reading {
  const own = words.filter((word) => !FILLERS.has(word) && !IGNORED.has(word));
  const isPart = (word: string, name: string) => keyOf(name).split(" ").includes(word);
  const skill =
    named ??
    skills.findIndex(([of, , name]) => of === hero && own.some((word) => isPart(word, name)));
  const name = skills[skill]?.[2] ?? "";
  const figure = named === undefined ? own.filter((word) => !isPart(word, name)) : own;
  if (figure.length === 0 || !values.some((value) => isNamedBy(value, figure))) return {};
  const place = skill === -1 ? undefined : skill - skills.findIndex(([of]) => of === hero);
  return { question: { hero: heroes[hero]?.[0] ?? "", place, words: figure } };
}

/** The page of all values, where the words name one of them: `longest support cooldown`. */
function allValues({ values }: SearchIndex, role: string | undefined, words: readonly string[]) {
  const own = words.filter((word) => !FILLERS.has(word) && !IGNORED.has(word));
  const [value] = values
    .filter((one) => own.length > 0 && isNamedBy(one, own))
    .sort((a, b) => a.length - b.length);
  if (value === undefined) return {};
  const query = new URLSearchParams({
    value,
    ...(role === undefined ? {} : { role }),
    ...(words.includes("lowest") ? { sort: "least" } : {}),
  });
  const whose = role === undefined ? "all heroes" : `${role} heroes`;
  return leadTo(`values?${query}`, `${value.split(",")[0]} of ${whose}`, "All values");
}
