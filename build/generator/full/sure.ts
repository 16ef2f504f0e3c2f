import { PUBLISHER } from "../../core/game/words.ts";
import type { Sure, WitnessList } from "../../core/schema/witness.ts";
import { createFamilies } from "../data/checks/sources.ts";
import { type GameData, newestPatch } from "../data/game-data.ts";
import { numbersOf } from "../data/hero-numbers.ts";
import { type Life, lifeAsOf, livesOf } from "../history/lives.ts";
import { comparedTables, countComparisons } from "../history/witnesses.ts";

/**
 * Counts what values rest on: the families of the tables that have a value while it holds, and the
 * family of the source of the very change that set it. What a patch brings as a whole says nothing
 * of its parts, and the address of the official notes nothing of a number in them.
 */
export function createSureness(data: GameData) {
  const familyOf = createFamilies(data.families);
  const lives = livesOf(data);
  const { supports, disputed } = readingsByLife(data);
  const patches = new Map(data.patches.map((patch) => [patch.id, patch]));
  const known = new Map<Life, Sure | undefined>();

  const ownFamily = (target: string, { since }: Life): string | undefined => {
    const patch = patches.get(since);
    const change = patch?.changes.find((one) => one.target === target && one.scope !== "6v6");
    if (change?.source !== undefined) return familyOf(change.source);
    const family = change && patch?.sourceUrl ? familyOf(patch.sourceUrl) : PUBLISHER;
    return family === PUBLISHER ? undefined : family;
  };

  const count = (target: string, life: Life): Sure | undefined => {
    const tables = supports.get(life) ?? new Map<string, Support>();
    const own = ownFamily(target, life);
    const families = [...new Set([...tables.keys(), ...(own === undefined ? [] : [own])])]
      .sort()
      .sort((a, b) => Number(b === PUBLISHER) - Number(a === PUBLISHER));
    if (families.length === 0) return undefined;
    return {
      families,
      tables: families.flatMap((family) => {
        const read = tables.get(family);
        return read === undefined ? [] : [`${read.id}/${read.day}`];
      }),
    };
  };

  return {
    /** What the value of a target after a patch rests on; undefined where no source has it. */
    sureOf: (target: string, patch: string) => {
      const life = lifeAsOf(lives, target, patch);
      if (life === undefined) return undefined;
      if (!known.has(life)) known.set(life, count(target, life));
      return known.get(life);
    },
    /** Whether a table has another value while the one after a patch holds. */
    isDisputed: (target: string, patch: string) => disputed.has(lifeAsOf(lives, target, patch)),
  };
}

/** A table that has a value, and the first day of the value on which it does. */
type Support = { id: string; day: string };

/**
 * The tables that have a value while it holds, of each family the one that is the nearest; and the
 * values that a table has otherwise.
 */
function readingsByLife(data: GameData) {
  const supports = new Map<Life, Map<string, Support>>();
  const disputed = new Set<Life | undefined>();
  for (const { table, comparisons } of comparedTables(data)) {
    for (const { is, life, from } of comparisons) {
      if (life !== undefined && is === "different") disputed.add(life);
      if (life === undefined || is !== "equal") continue;
      const own = supports.get(life) ?? new Map<string, Support>();
      supports.set(life, own);
      const day = table.days[from]?.day ?? "";
      const nearest = own.get(table.family);
      if (nearest === undefined || day < nearest.day) own.set(table.family, { id: table.id, day });
    }
  }
  return { supports, disputed };
}

/** The tables of the data, by id, and how many of their values agree. */
export function witnessesOf(data: GameData): WitnessList["witnesses"] {
  return comparedTables(data).map(({ table, comparisons }) => {
    const { id, family, url, licence, note } = table;
    const { equal, behind, different } = countComparisons(comparisons);
    let last = url;
    const days = table.days.map(({ day, url: own = last }) => {
      last = own;
      return { day, url: own.replace("{day}", day) };
    });
    return {
      id,
      family,
      url: days[0]?.url ?? url,
      days,
      licence,
      note,
      equal,
      behind,
      different,
    };
  });
}

/** Of how many numbers of today each is true. Health that a hero does not have is not counted. */
export function sharesOf(data: GameData) {
  const { sureOf } = createSureness(data);
  const shares = { printed: 0, independent: 0, one: 0, none: 0 };
  for (const { target, value } of data.heroes.flatMap(numbersOf)) {
    if (value === 0 && target.split("/")[2] === "health") continue;
    const { families = [] } = sureOf(target, newestPatch(data)) ?? {};
    const isPrinted = families[0] === PUBLISHER;
    const more = families.length > 1 ? "independent" : "one";
    shares[isPrinted ? "printed" : families.length === 0 ? "none" : more] += 1;
  }
  return shares;
}
