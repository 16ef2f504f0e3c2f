/*! MiniSearch (c) Luca Ongaro, MIT licence */
import { distance } from "fastest-levenshtein";
import MiniSearch from "minisearch";
import { fold } from "../../../../core/spelling/fold.ts";
import { createLookup } from "../../../../core/spelling/lookup.ts";
import { capital } from "../format.ts";
import type { SearchIndex, SearchKind } from "./data.ts";

/**
 * A result. `spelling` is the spelling that matched, if it is not the name itself; `hero` is the
 * hero that it is about.
 */
export type Found = {
  path: string;
  name: string;
  what: string;
  spelling: string | undefined;
  hero?: { role: string; monogram: string } | undefined;
};

/**
 * The results of a query. `isGuess` if only similar spellings, or some of the words, were found.
 * `understood` are the words that were searched, where others of the query have no result.
 */
export type Finding = { found: Found[]; isGuess: boolean; understood?: string | undefined };

export type Find = (query: string, most?: number) => Finding;

/** Words that are ignored if the query has others. */
const IGNORED: ReadonlySet<string> = new Set([
  "a",
  "an",
  "and",
  "are",
  "do",
  "does",
  "for",
  "has",
  "have",
  "how",
  "i",
  "in",
  "is",
  "much",
  "of",
  "on",
  "the",
  "to",
  "vs",
  "was",
  "what",
  "when",
  "where",
  "who",
]);

/** What people write instead of the words of the site. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["changed", "changes"],
  ["cd", "cooldown"],
  ["dmg", "damage"],
  ["hp", "health"],
  ["ammo", "ammunition"],
  ["ult", "ultimate"],
  ["dps", "damage"],
  ["tanks", "tank"],
  ["supports", "support"],
]);

/** A term as it is compared: folded, without Latin accents. */
function termOf(term: string): string {
  return fold(term.normalize("NFD").replace(/[\u0300-\u036f]/g, ""));
}

/** The words of a text. An apostrophe does not end a word. */
function wordsOf(text: string): string[] {
  return text.replace(/['’]/g, "").match(/[\p{L}\p{N}\p{M}ー]+/gu) ?? [];
}

type Entry = {
  id: number;
  path: string;
  name: string;
  what: string;
  /** Other spellings of the name. */
  others: readonly string[];
  /** What it belongs to, and other words that people use for it. */
  words: string;
  kind: SearchKind | "ability" | "hero" | "map" | "part of a hero" | "perk";
  /** The place of a page among the pages. Seasons and patches are newest first. */
  at?: number;
  /** The hero of an ability or perk. */
  of?: string;
  /** Its values after their labels. The one that the query names is the result. */
  values?: readonly (readonly [label: string, shown: string])[];
};

/** What comes first, of entries that match as well as others. The rest weighs 1. */
const WEIGHTS: Partial<Record<Entry["kind"], number>> = {
  season: 8,
  hero: 5,
  value: 3,
  answer: 4,
  "balance now": 2.5,
  mode: 2.5,
  page: 2.5,
  role: 2.5,
  map: 2.2,
  ability: 2.15,
  perk: 2.1,
  operation: 2,
  patch: 2,
  "sub-role": 2,
  "season of a hero": 2.2,
  names: 0.1,
  "part of a hero": 0.5,
};

/** Words in scripts without spaces. A word may begin anywhere in them. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+$/u;

/** The most words of a query that are searched. */
const MOST_TERMS = 12;

/** So many letters of a misspelt text have at most one slip. */
const LETTERS_OF_SLIP = 4;

/** What helps although it has not all the words of a query. */
const HELPFUL: ReadonlySet<Entry["kind"]> = new Set(["answer", "guide", "operation", "page"]);

/** What weighs as much comes first if its name begins with the query, heaviest first. */
const HEAVY = 1.9;

/** A day and its month, or a season. They are one word, so that no other number matches. */
const DAY =
  /\b(?:(\d+) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|season)[a-z]* (\d\d?)\b)[a-z]*/gi;

/** The words of a text. In scripts without spaces, also the rest of a word from each letter on. */
function tokensOf(text: string): string[] {
  return wordsOf(text.replace(DAY, "$1$4$2$3 $2$3")).flatMap((word) => {
    if (!UNSPACED.test(word)) return [word];
    const letters = [...word];
    return letters.map((_, at) => letters.slice(at).join(""));
  });
}

/** The words of a query that are searched. */
function termsOf(query: string): string[] {
  const words = wordsOf(query.replace(DAY, "$1$4$2$3")).slice(0, MOST_TERMS).map(termOf);
  const others = words.filter((word) => !IGNORED.has(word));
  return (others.length > 0 ? others : words).map((word) => SYNONYMS.get(word) ?? word);
}

/** The id of the hero that a path is about. */
function heroIn(path: string): string | undefined {
  return /\bhero(?:es)?[/=]([\w-]+)/.exec(path)?.[1];
}

/** The number of entries that are indexed before the page may paint again. */
const CHUNK = 60;

/**
 * Creates a search over the index. Exact spellings come first, then heroes and maps that begin with
 * the query.
 */
export async function createFind(index: SearchIndex): Promise<Find> {
  const entries = entriesOf(index).map((entry, id) => ({
    ...entry,
    id,
    weight: weightOf(entry),
    spellings: [entry.path.replace(/.*\//, ""), entry.name, ...entry.others].map(termOf),
  }));
  const search = new MiniSearch<Entry>({
    fields: ["name", "others", "words"],
    tokenize: tokensOf,
    processTerm: termOf,
    extractField: (entry, field) => [entry[field as keyof Entry]].flat().join("\n"),
  });
  await search.addAllAsync(entries, { chunkSize: CHUNK });
  // Each word is a spelling, too, so that a slip in one of several is found.
  const lookup = createLookup(
    entries.map((entry) => ({ ...entry, id: `${entry.id}` })),
    ({ spellings }) => spellings.flatMap((own) => [own, ...tokensOf(own)]),
  );

  const ask = (query: string, combineWith: "AND" | "OR") =>
    search.search(query, {
      tokenize: termsOf,
      combineWith,
      prefix: (term, at, { length }) =>
        !/^\d{1,3}$/.test(term) && !(at < length - 1 && /^[a-z]$/.test(term)),
      boost: { name: 4, others: 3 },
      weights: { prefix: 0.6, fuzzy: 0 },
      boostDocument: (id) => entries[id]?.weight ?? 1,
    });
  const signs = new Map(
    index.heroes.map(([id, , role, , , monogram]) => [id, { role: termOf(role), monogram }]),
  );
  const found = (entry: EntryWithoutId, terms: readonly string[] = []) => ({
    ...foundOf(entry, terms),
    hero: signs.get(heroIn(entry.path) ?? ""),
  });
  const findWords = (query: string, most: number): Finding => {
    const plain = ask(query, "AND");
    const isGuess = plain.length === 0;
    const wanted = termOf(query.trim());
    const mostSlips = Math.max(1, wanted.length / LETTERS_OF_SLIP);
    const named = entries.filter(isNamedIn(query));
    const similar = isGuess
      ? lookup
          .nearest(wanted, most)
          .filter(({ spelling }) => distance(wanted, termOf(spelling)) <= mostSlips)
          .map(({ spelling, id }) => ({ id: Number(id), terms: tokensOf(spelling) }))
      : plain;
    const partly = ask(query, "OR").filter(({ id, queryTerms }) => {
      const entry = entries[id];
      const isMost = queryTerms.length > termsOf(query).length / 2;
      return entry && (named.includes(entry) || (isMost && HELPFUL.has(entry.kind)));
    });
    const results = similar.length > 0 ? similar : partly;
    const [hero] = entries.filter(
      ({ kind, spellings }) => kind === "hero" && spellings.includes(wanted),
    );
    const tierOf = ({ spellings, weight, kind, path, id }: (typeof entries)[number]) => {
      if (spellings.includes(wanted)) return hero && kind === "value" ? 1 : 0;
      // The kit of a hero who is named, in its order.
      if (hero && ["ability", "perk"].includes(kind) && path.startsWith(`${hero.path}#`))
        return id / entries.length;
      if (weight < HEAVY || !spellings.some((own) => own.startsWith(wanted)))
        return named.some((one) => one.kind === "hero" && heroIn(path) === heroIn(one.path))
          ? 8.5
          : 9;
      return spellings[1]?.startsWith(wanted) ? 8 - weight : 8;
    };
    const all = results
      .flatMap(({ id, terms }) => {
        const entry = entries[id];
        return entry === undefined ? [] : [{ entry, terms, tier: tierOf(entry) }];
      })
      .sort((one, other) => one.tier - other.tier)
      .slice(0, most)
      .map(({ entry, terms }) => found(entry, terms));
    return { found: all, isGuess: isGuess && all.length > 0 };
  };
  return (typed, most = 8) => {
    const query = fold(typed);
    const finding = findWords(query, most);
    const understood = finding.isGuess ? understand(query, entries) : undefined;
    if (understood?.page === undefined) return finding;
    const { page, words } = understood;
    const others = findWords(words, most - 1).found;
    return { found: [found(page), ...others], isGuess: false, understood: words };
  };
}

/** What has a page of its own, and is named in full among the words of a query. */
function isNamedIn(query: string): (entry: EntryWithoutId) => boolean {
  const text = ` ${termsOf(query).join(" ")} `;
  return ({ kind, name, others }) =>
    ["hero", "map", "role", "season"].includes(kind) &&
    [name, ...others].some((own) => text.includes(` ${termsOf(own).join(" ")} `));
}

/** The words of sides, as they begin. */
const SIDES = { buff: "buffed", nerf: "nerfed" };

/**
 * What of a query is a hero or a role, a side and a season, if it has two of them: these words, and
 * the page of the season, or of the hero, that has all of them.
 */
function understand(query: string, entries: readonly EntryWithoutId[]) {
  const named = entries.filter(isNamedIn(query));
  const [hero] = named.filter(({ kind }) => kind === "hero");
  const [role] = named.filter(({ kind }) => kind === "role");
  const who = hero ?? role;
  const [side] = Object.entries(SIDES).filter(([word]) =>
    wordsOf(query).some((one) => one.startsWith(word)),
  );
  const [season] = (/\bthis season\b/.test(query) ? entries : named).filter(
    ({ kind }) => kind === "season",
  );
  const parts = [who?.name, side && `${side[0]}s`, season?.name].flatMap((part) => part ?? []);
  if (parts.length < 2) return undefined;
  const asked = new URLSearchParams(side && { side: side[1] });
  if (who !== undefined) asked.set(who.kind, who.path.replace(/.*[/#]/, ""));
  const what = [who?.name, side ? `${side[0]}s` : "changes"].filter(Boolean).join(" ");
  const page: EntryWithoutId | undefined = season
    ? { ...season, path: `${season.path}?${asked}`, name: `${capital(what)} in ${season.name}` }
    : hero && { ...hero, path: `${hero.path}?side=${side?.[1]}#history`, name: capital(what) };
  return { page, words: parts.join(", ") };
}

/**
 * An entry as a result: with the value that the terms name, or with the spelling that has most of
 * them.
 */
function foundOf(
  { path, name, what, others, of, values = [] }: EntryWithoutId,
  terms: readonly string[],
): Found {
  const countIn = (text: string) => {
    const tokens = tokensOf(text).map(termOf);
    return terms.filter((term) => tokens.includes(term)).length;
  };
  const isNamed = (term: string) =>
    [name, ...others].some((one) => wordsOf(termOf(one)).includes(term));
  const named = terms.filter((term) => !isNamed(term));
  const inLabel = ([label]: readonly [label: string, shown: string]) => {
    const words = wordsOf(label).map(termOf);
    return named.filter((term) => words.includes(term)).length / Math.sqrt(words.length);
  };
  const [value] = values.toSorted((a, b) => inLabel(b) - inLabel(a));
  if (value !== undefined && inLabel(value) > 0)
    return {
      path,
      name: `${of} ${name} ${value.join(": ")}`,
      what: "Value",
      spelling: undefined,
    };
  const [best] = [name, ...others].sort((a, b) => countIn(b) - countIn(a));
  return { path, name, what, spelling: best === name ? undefined : best };
}

type EntryWithoutId = Omit<Entry, "id">;

/** All entries. The index has each name once, so most entries are made here. */
function entriesOf({ heroes, maps, skills, names, pages }: SearchIndex): EntryWithoutId[] {
  const languages = Object.values(names).map((all) => all.split("\n"));
  return [
    ...heroes.flatMap(([id, name, role, subrole, others]): EntryWithoutId[] => {
      const own = `${name} ${others.join(" ")}`;
      const part = (path: string, title: string, words: string): EntryWithoutId => ({
        path,
        name: `${name}: ${title}`,
        what: "Hero",
        others: [],
        words: `${own} ${words}`,
        kind: "part of a hero",
      });
      return [
        {
          path: `heroes/${id}`,
          name,
          what: `${role} hero`,
          others,
          words: `hero heroes role ${id} ${role} ${subrole}`,
          kind: "hero",
        },
        part(`heroes/${id}#kit`, "kit and cooldowns", "abilities cooldown damage healing figures"),
        part(
          `heroes/${id}#history`,
          "history",
          "changes patches buffs nerfs buffed nerfed balance",
        ),
        part(`compare/heroes?h=${id}`, "compare with another hero", "versus side by side"),
        part(`feeds/heroes/${id}.atom`, "feed", "subscribe follow rss atom"),
      ];
    }),
    ...maps.map(
      ([id, name, mode, others]): EntryWithoutId => ({
        path: `maps/${id}`,
        name,
        what: `${mode} map`,
        others,
        words: `map maps ${id} ${mode}`,
        kind: "map",
      }),
    ),
    ...skills.map(([at, anchor, name, what, labels, values, nicknames], skill): EntryWithoutId => {
      const [id = "", hero = "", , , others = []] = heroes[at] ?? [];
      const spellings = new Set(languages.map((all) => all[skill] ?? ""));
      spellings.delete("");
      const shown = values === "" ? [] : values.split("\n");
      const names = labels.split("\n");
      const isPerk = anchor === "perks";
      return {
        path: `heroes/${id}#${anchor}`,
        name,
        others: [...spellings],
        of: hero,
        values: shown.map((value, at) => [names[at] ?? "", value]),
        what: [
          `${what} of ${hero}`,
          ...shown.slice(0, 3).map((value, at) => `${names[at]} ${value}`),
        ].join(" · "),
        words: [
          `${what} ${isPerk ? "perks" : "ability abilities"} ${nicknames} ${hero}`,
          ...others,
          ...new Set(wordsOf(labels)),
        ].join(" "),
        kind: isPerk ? "perk" : "ability",
      };
    }),
    ...pages.map(
      ([kind, path, name, what, words], at): EntryWithoutId => ({
        path,
        name,
        what,
        others: [],
        // In what changed, it is not the role of a hero.
        words: `${what.replaceAll("damage", "")} ${words}`,
        kind,
        at,
      }),
    ),
  ];
}

function weightOf({ kind, at = 0 }: EntryWithoutId): number {
  return (WEIGHTS[kind] ?? 1) - at / (kind === "season" ? 100 : 10_000);
}
