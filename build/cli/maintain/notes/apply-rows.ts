import { isDeepStrictEqual } from "node:util";
import { HeroFileSchema, PERK_TIERS } from "../../../core/schema/hero.ts";
import type { RecordedChange } from "../../../core/schema/patch.ts";
import { wholeData } from "../../../generator/data/check-data.ts";
import type { Issue } from "../../../generator/data/issue.ts";
import type { LoadedData } from "../../../generator/data/load-data.ts";
import { stateOf } from "../../../generator/data/reference.ts";
import { explain } from "../../../generator/data/schema-issues.ts";
import { figureTarget } from "../../../generator/history/figure-target.ts";
import { resolveTarget, slotOf } from "../../../generator/history/resolve-target.ts";
import { InputError } from "../../terminal/terminal.ts";
import { correctValue, setInFile } from "../correct-value.ts";

/**
 * The data with the values of confirmed rows, and what is wrong with it. A figure that the data
 * lacked gets its `from` in the older states, as a correction. Throws `InputError` where a `from`
 * is not our value.
 */
export function applyRows(
  loaded: LoadedData,
  rows: readonly RecordedChange[],
  { patch, date }: { patch: string; date: string },
): { data: LoadedData; issues: Issue[] } {
  let data = structuredClone(loaded);
  const problems: string[] = [];
  for (const { target, from, to } of rows) {
    if (resolveTarget(target).kind !== "modelled") continue;
    const perk = /^heroes\/([^/]+)\/perks\/([^/]+)$/.exec(target);
    const slot = slotOf(stateOf(wholeData(data)), target);
    const value = slot?.get();
    const isMissing = value === undefined && from !== undefined && figureTarget(target);
    if (isDeepStrictEqual(value, to)) continue;
    if (perk !== null && (value === undefined) === (from === undefined)) setPerk(data, perk, to);
    else if (isMissing) {
      const reason = `the data lacked it; the notes of ${patch} print what it was before`;
      data = correctValue(data, { target, value: from, reason, date }).data;
      setInFile(data, target, to);
    } else if (slot !== undefined && isDeepStrictEqual(value, from)) setInFile(data, target, to);
    else
      problems.push(
        `${target} is ${JSON.stringify(value) ?? "not in the data"}, not ` +
          `${JSON.stringify(from) ?? "new"}; correct the row, or the value before the patch`,
      );
  }
  if (problems.length > 0) throw new InputError(problems.join("\n"));
  return { data, issues: heroIssues(data) };
}

/** Adds a perk to its hero's file, or removes it. */
function setPerk(data: LoadedData, [, hero, id]: readonly string[], to: unknown): void {
  const file = data.heroes.find(({ value }) => value.id === hero)?.value;
  if (file === undefined) return;
  const others = (file.perks ?? []).filter((perk) => perk.id !== id);
  const perks = to === undefined ? others : [...others, { id, ...Object(to) }];
  file.perks = perks.sort((a, b) => PERK_TIERS.indexOf(a.tier) - PERK_TIERS.indexOf(b.tier));
}

function heroIssues({ heroes }: LoadedData): Issue[] {
  return heroes.flatMap(({ file, value }) => {
    const issues = HeroFileSchema.safeParse(value).error?.issues ?? [];
    return issues.map((issue) => ({ file, ...explain(issue, HeroFileSchema, value) }));
  });
}
