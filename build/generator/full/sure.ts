import { PUBLISHER } from "../../core/game/words.ts";
import type { Sure, WitnessList } from "../../core/schema/witness.ts";
import { createFamilies } from "../data/checks/sources.ts";
import { type GameData, newestPatch } from "../data/game-data.ts";
import { numbersOf } from "../data/hero-numbers.ts";
import { type Life, lifeAsOf, livesOf } from "../history/lives.ts";
import { comparedTables, countComparisons } from "../history/witnesses.ts";

/** How sure the value of a target after a patch is. */
export type Sureness = {
  /** What it rests on; undefined where no source has it. */
  sureOf: (target: string, patch: string) => Sure | undefined;
  /** Whether a table has another value while it holds. */
  isDisputed: (target: string, patch: string) => boolean;
};

/** A table that has a value, and the first day of the value on which it does. */
type Support = { id: string; day: string };

/**
 * Counts what values rest on: the families of the tables that have a value while it holds, and the
 * family of the source of the very change that set it. What a patch brings as a whole says nothing
 * of its parts, and the address of the official notes nothing of a number in them.
 */
export function createSureness(data: GameData, familyOf: (url: string) => string): Sureness {
  const lives = livesOf(data);
  const supports = supportsByLife(data);
  const patches = new Map(data.patches.map((patch) => [patch.id, patch]));
  const known = new Map<Life, Sure | undefined>();

  const ownFamily = (target: string, { since }: Life): string | undefined => {
    const patch = patches.get(since);
    const change = patch?.changes.find((one) => one.target === target && one.scope !== "6v6");
    if (patch === undefined || change === undefined) return undefined;
    if (change.source !== undefined) return familyOf(change.source);
    const family = patch.sourceUrl === null ? PUBLISHER : familyOf(patch.sourceUrl);
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

  const disputed = new Set(
    comparedTables(data).flatMap(({ comparisons }) =>
      comparisons.flatMap(({ is, life }) => (is === "different" ? [life] : [])),
    ),
  );
  return {
    sureOf: (target, patch) => {
      const life = lifeAsOf(lives, target, patch);
      if (life === undefined) return undefined;
      if (!known.has(life)) known.set(life, count(target, life));
      return known.get(life);
    },
    isDisputed: (target, patch) => {
      const life = lifeAsOf(lives, target, patch);
      return life !== undefined && disputed.has(life);
    },
  };
}

/** The tables that have a value while it holds: of each family the one that is the nearest. */
function supportsByLife(data: GameData): Map<Life, Map<string, Support>> {
  const supports = new Map<Life, Map<string, Support>>();
  for (const { table, comparisons } of comparedTables(data)) {
    for (const { is, life, from } of comparisons) {
      if (is !== "equal" || life === undefined) continue;
      const own = supports.get(life) ?? new Map<string, Support>();
      supports.set(life, own);
      const day = table.days[from]?.day ?? "";
      const nearest = own.get(table.family);
      if (nearest === undefined || day < nearest.day) own.set(table.family, { id: table.id, day });
    }
  }
  return supports;
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
  const { sureOf } = createSureness(data, createFamilies(data.families));
  const shares = { printed: 0, independent: 0, one: 0, none: 0 };
  const newest = newestPatch(data);
  for (const { target, value } of data.heroes.flatMap(numbersOf)) {
    if (value === 0 && target.split("/")[2] === "health") continue;
    const sure = sureOf(target, newest);
    if (sure === undefined) shares.none += 1;
    else if (sure.families[0] === PUBLISHER) shares.printed += 1;
    else if (sure.families.length > 1) shares.independent += 1;
    else shares.one += 1;
  }
  return shares;
}
