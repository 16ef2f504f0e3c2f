import type { FigureValue } from "../../../core/schema/figures.ts";
import { type Comparison, comparedTables, countComparisons } from "../../history/witnesses.ts";
import type { GameData } from "../game-data.ts";
import { alternatives } from "../gap-paths.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData } from "../load-data.ts";
import { createFamilies } from "./sources.ts";

/** The least part of the values that a table and the record both have that must be equal. */
const LEAST_EQUAL = 0.8;

/** A table has the family of its address. */
export function checkTables({ witnesses, sources }: LoadedData): Issue[] {
  const familyOf = createFamilies(sources?.value.families ?? []);
  return witnesses.flatMap(({ file, value: { family, url } }): Issue[] => {
    const own = familyOf(url);
    if (family === own) return [];
    const message = `"${family}"; expected "${own}", the family of its url in sources.json`;
    return [{ code: "witness", file, path: ["family"], message }];
  });
}

/** Most of a table agrees with the record, and a reason for a difference is of one that exists. */
export function checkAgreement(data: GameData, { gaps }: LoadedData): Issue[] {
  const different = new Set(
    comparedTables(data).flatMap(({ comparisons }) =>
      comparisons.flatMap(({ is, target }) => (is === "different" ? [target] : [])),
    ),
  );
  const lagging = comparedTables(data).flatMap(({ table: { id }, comparisons }): Issue[] => {
    const message = describeLag(comparisons);
    const file = `witnesses/${id}.json`;
    return message === undefined ? [] : [{ code: "witness-agreement", file, path: [], message }];
  });
  const needless = (gaps?.value.gaps ?? []).flatMap(({ path, differs }, at) =>
    alternatives(path).flatMap((target): Issue[] => {
      if (differs === undefined || different.has(target)) return [];
      const message = `no table differs from the record in ${target}; remove it from the entry`;
      const place = ["gaps", at, "path"];
      return [{ code: "needless-gap", file: gaps?.file ?? "", path: place, message }];
    }),
  );
  return [...lagging, ...needless];
}

/** What is wrong with a table that agrees too little; undefined where it agrees. */
export function describeLag(comparisons: readonly Comparison[]): string | undefined {
  const { equal, behind, different } = countComparisons(comparisons);
  const both = equal + behind + different;
  if (equal >= LEAST_EQUAL * both) return undefined;
  return (
    `${equal} of the ${both} values that the record has too are equal; expected at least ` +
    `${100 * LEAST_EQUAL} %: the source is older than its day, or its fields mean something else`
  );
}

/** A value that a table has otherwise than the record as of a day. */
export type Disagreement = {
  target: string;
  ours: FigureValue | undefined;
  theirs: FigureValue;
  /** The id of the table. */
  table: string;
  day: string;
};

/** Every value of a table that differs from the record and that gaps.json does not explain. */
export function disagreementsOf(data: GameData): Disagreement[] {
  const explained = new Set(data.gaps.flatMap(({ path, differs }) => (differs ? path : [])));
  return comparedTables(data).flatMap(({ table: { id, days }, comparisons }) =>
    comparisons.flatMap(({ is, target, value, ours, from }): Disagreement[] => {
      if (is !== "different" || explained.has(target)) return [];
      return [{ target, ours, theirs: value, table: id, day: days[from]?.day ?? "" }];
    }),
  );
}
