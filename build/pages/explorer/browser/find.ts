/*! MiniSearch (c) Luca Ongaro, MIT licence */

import MiniSearch from "minisearch";
import { SLOTS } from "../../../data/slots.ts";
import { fold } from "../../../spelling/fold.ts";
import type { SearchIndex, SearchPage } from "./data.ts";

/** What was found. `spelling` is the one that matched, where it is not the name itself. */
export type Found = { path: string; name: string; what: string; spelling: string | undefined };

/** What a query gives; a guess where it took typing errors to find something. */
export type Finding = { found: Found[]; isGuess: boolean };

export type Find = (query: string, most?: number) => Finding;

type Entry = {
  id: number;
  path: string;
  name: string;
  what: string;
  /** Other spellings of the name. */
  others: readonly string[];
  /** What it belongs to, and words that people use for it. */
  words: string;
  /** How much it weighs against others. */
  weight: number;
};

/** Words that say nothing where others stand beside them. */
const UNSAID = new Set("a an and are does for how i in is of on the to what when where".split(" "));

/** Scripts that write words without spaces between them; a word may begin anywhere. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+$/u;

const MOST_TERMS = 12;

/** What heroes, maps and patches weigh at least. */
const THING = 1.9;

const HERO = 5;

/** A term in the form that is compared: folded, Latin accents dropped. */
function termOf(term: string): string {
  return fold(term.normalize("NFD").replace(/[\u0300-\u036f]/g, ""));
}

/** The words of a text; an apostrophe parts none. */
function wordsOf(text: string): string[] {
  return text.replace(/['’]/g, "").match(/[\p{L}\p{N}\p{M}ー]+/gu) ?? [];
}

/** Words, and where a script has no spaces also everything that begins inside of one. */
function tokensOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    if (!UNSPACED.test(word)) return [word];
    const letters = [...word];
    return letters.map((_, at) => letters.slice(at).join(""));
  });
}

/** How many entries are prepared before the page may paint again. */
const CHUNK = 60;

/**
 * A search over everything in the index. What is spelled exactly so comes first, then heroes and
 * maps that begin so.
 */
export async function createFind(index: SearchIndex): Promise<Find> {
  const entries = entriesOf(index).map((entry, id) => ({ ...entry, id }));
  const search = new MiniSearch<Entry>({
    fields: ["name", "others", "words"],
    tokenize: tokensOf,
    processTerm: termOf,
    extractField: (entry, field) => {
      const value = entry[field as keyof Entry];
      return Array.isArray(value) ? value.join("\n") : `${value}`;
    },
  });
  await search.addAllAsync(entries, { chunkSize: CHUNK });
  const spellings = entries.map(({ path, name, others }) => {
    const [, id = ""] = /^(?:heroes|maps|patches)\/([^#?]+)/.exec(path) ?? [];
    return [name, id, ...others].map(termOf);
  });

  const ask = (query: string, fuzzy: boolean) =>
    search.search(query, {
      tokenize: (text) => {
        const words = wordsOf(text).slice(0, MOST_TERMS);
        const said = words.filter((word) => !UNSAID.has(word.toLowerCase()));
        return said.length > 0 ? said : words;
      },
      combineWith: "AND",
      prefix: (term) => !/^\d{1,3}$/.test(term),
      fuzzy: (term) => (fuzzy && term.length > 3 && !/\d/.test(term) ? 0.25 : false),
      boost: { name: 4, others: 3 },
      weights: { prefix: 0.6, fuzzy: 0.3 },
      boostDocument: (id) => entries[Number(id)]?.weight ?? 1,
    });

  return (query, most = 8) => {
    const plain = ask(query, false);
    const isGuess = plain.length === 0;
    const results = isGuess ? ask(query, true) : plain;
    const wanted = termOf(query.trim());
    const tierOf = (id: number) => {
      const own = spellings[id] ?? [];
      if (own.includes(wanted)) return 0;
      const weight = entries[id]?.weight ?? 0;
      if (weight < THING) return 4;
      if (own[0]?.startsWith(wanted)) return weight === HERO ? 1 : 2;
      return own.some((spelling) => spelling.startsWith(wanted)) ? 3 : 4;
    };
    const ranked = results
      .map(({ id }) => ({ id: Number(id), tier: tierOf(Number(id)) }))
      .sort((one, other) => one.tier - other.tier);
    const terms = new Map(results.map(({ id, terms: own }) => [Number(id), own] as const));
    return {
      found: ranked.slice(0, most).flatMap(({ id }) => {
        const entry = entries[id];
        return entry === undefined ? [] : [foundOf(entry, terms.get(id) ?? [])];
      }),
      isGuess: isGuess && results.length > 0,
    };
  };
}

/** Says by which spelling an entry was found: the one that has most of the terms. */
function foundOf({ path, name, what, others }: Entry, terms: readonly string[]): Found {
  const countIn = (text: string) => {
    const tokens = tokensOf(text).map(termOf);
    return terms.filter((term) => tokens.includes(term)).length;
  };
  let best: { spelling: string | undefined; count: number } = {
    spelling: undefined,
    count: countIn(name),
  };
  for (const spelling of others) {
    const own = countIn(spelling);
    if (own > best.count) best = { spelling, count: own };
  }
  return { path, name, what, spelling: best.spelling };
}

type Described = Omit<Entry, "id">;

/** Every entry, most of them made here: the index says each name once. */
function entriesOf({ heroes, maps, skills, names, pages }: SearchIndex): Described[] {
  const languages = names.map((all) => all.split("\n"));
  return [
    ...heroes.flatMap(([id, name, role, subrole, hasHistory, others]): Described[] => {
      const own = `${name} ${others.join(" ")}`;
      const part = (path: string, title: string, words: string): Described => ({
        ...{ path, name: `${name}: ${title}`, what: "Hero", others: [] },
        ...{ words: `${own} ${words}`, weight: 0.5 },
      });
      return [
        {
          ...{ path: `heroes/${id}`, name, what: `${role} hero`, others },
          ...{ words: `hero heroes ${id} ${role} ${subrole}`, weight: HERO },
        },
        part(`heroes/${id}#kit`, "kit and cooldowns", "abilities cooldown damage healing figures"),
        part(
          `heroes/${id}#history`,
          "history",
          "changes patches buffs nerfs buffed nerfed balance",
        ),
        ...(hasHistory ? [part(`subscribe#${id}`, "feed", "subscribe rss atom")] : []),
      ];
    }),
    ...maps.map(
      ([id, name, mode, others]): Described => ({
        ...{ path: `maps/${id}`, name, what: `${mode} map`, others },
        ...{ words: `map maps ${id} ${mode}`, weight: 2.2 },
      }),
    ),
    ...skills.map(([at, anchor, name, kind], skill): Described => {
      const [id = "", hero = "", , , , others = []] = heroes[at] ?? [];
      const spellings = new Set(languages.map((all) => all[skill] ?? ""));
      spellings.delete("");
      const place = skill - skills.findIndex(([own]) => own === at);
      const what = kind === 0 ? (SLOTS[place] ?? "Ability") : "Perk";
      return {
        ...{ path: `heroes/${id}#${anchor}`, name, others: [...spellings] },
        what: `${what} of ${hero}`,
        words: `${what} ${kind === 0 ? "ability abilities" : "perks"} ${hero} ${others.join(" ")}`,
        weight: kind === 0 ? 1.4 : 1.2,
      };
    }),
    ...pages.map(
      ([path, name, what, words]: SearchPage, at): Described => ({
        ...{ path, name, what, others: [] },
        // newest patches first
        ...{ words: `${what} ${words}`, weight: weightOf(what) - at / 10_000 },
      }),
    ),
  ];
}

function weightOf(what: string): number {
  if (/^(Role|Mode|Page)$/.test(what)) return 2.5;
  if (/^(Patch of|.* sub-role)/.test(what)) return 2;
  return 1;
}
