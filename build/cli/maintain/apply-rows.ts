import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { PERK_TIERS } from "../../core/schema/hero.ts";
import { type RecordedChange, RecordedChangeSchema } from "../../core/schema/patch.ts";
import { wholeData } from "../../generator/data/check-data.ts";
import { formatPath } from "../../generator/data/issue.ts";
import { type LoadedData, listsOf } from "../../generator/data/load-data.ts";
import { explain } from "../../generator/data/schema-issues.ts";
import { slotOf } from "../../generator/history/address.ts";
import { resolveTarget } from "../../generator/history/resolve-target.ts";
import { stateOf } from "../../generator/history/timeline.ts";
import { InputError } from "../terminal/terminal.ts";
import { setInFile } from "./correct-value.ts";
import { suggestTarget } from "./recorded-values.ts";

const RowsSchema = z.array(RecordedChangeSchema).min(1);

/** Parses the rows of `--changes`. Throws `InputError` with a line for each fault. */
export function parseRows(list: unknown, file: string): RecordedChange[] {
  const parsed = RowsSchema.safeParse(list);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const { path, message } = explain(issue, RowsSchema, list);
    return `${file}: ${formatPath(path)}${path.length > 0 ? ": " : ""}${message}`;
  });
  throw new InputError(lines.join("\n"));
}

/**
 * The data with the values of rows that the files model. A value that the files have already is
 * left as it is. Throws `InputError` where a `from` is not our value.
 */
export function applyRows(loaded: LoadedData, rows: readonly RecordedChange[]): LoadedData {
  const data = structuredClone(loaded);
  const problems: string[] = [];
  for (const { target, from, to } of rows) {
    if (resolveTarget(target).kind !== "modelled") continue;
    const slot = slotOf(stateOf(wholeData(data)), target);
    const value = slot?.get();
    if (slot !== undefined && isDeepStrictEqual(value, to)) continue;
    const perk = /^heroes\/([^/]+)\/perks\/([^/]+)$/.exec(target);
    if (perk !== null && (value === undefined) === (from === undefined)) setPerk(data, perk, to);
    else if (slot !== undefined && isDeepStrictEqual(value, from)) setInFile(data, target, to);
    else {
      const hint = value === undefined ? suggestTarget(target, listsOf(data)) : "";
      problems.push(
        `${target} is ${JSON.stringify(value) ?? "not in the data"}, not ` +
          `${JSON.stringify(from) ?? "new"}${hint || "; correct the row, or our value first"}`,
      );
    }
  }
  if (problems.length > 0) throw new InputError(problems.join("\n"));
  return data;
}

/** Adds a perk to its hero's file, or removes it. */
function setPerk(data: LoadedData, [, hero, id]: readonly string[], to: unknown): void {
  const file = data.heroes.find(({ value }) => value.id === hero)?.value;
  if (file === undefined) return;
  const others = (file.perks ?? []).filter((perk) => perk.id !== id);
  const perks = to === undefined ? others : [...others, { id, ...Object(to) }];
  file.perks = perks.sort((a, b) => PERK_TIERS.indexOf(a.tier) - PERK_TIERS.indexOf(b.tier));
}

/** Makes the old names of renamed heroes and maps aliases, so that they resolve as before. */
export function keepOldNames(data: LoadedData, changes: readonly RecordedChange[]): void {
  for (const { target, from } of changes) {
    const [, collection, id] = /^(heroes|maps)\/([^/]+)\/(?:name|names\/\w+)$/.exec(target) ?? [];
    const files = collection === "heroes" ? data.heroes : data.maps;
    const aliases = files.find(({ value }) => value.id === id)?.value.aliases;
    if (typeof from === "string" && aliases?.includes(from) === false) aliases.push(from);
  }
}
