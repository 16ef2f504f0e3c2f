import { isDeepStrictEqual } from "node:util";
import type { DataLists } from "../../core/schema/collections.ts";
import { PERK_TIERS } from "../../core/schema/hero.ts";
import type { PatchChange, PatchFile, RecordedChange } from "../../core/schema/patch.ts";
import { nearest } from "../../core/spelling/lookup.ts";
import { mayChange } from "../../generator/data/checks/sources.ts";
import { type LoadedData, listsOf } from "../../generator/data/load-data.ts";
import {
  partsOf,
  type Slot,
  slotIn,
  slotOf as slotOfTarget,
  valueAt,
} from "../../generator/history/address.ts";
import { resolveTarget } from "../../generator/history/resolve-target.ts";
import { applyRows, isWithin, stepsOf } from "../../generator/history/rewind.ts";
import { InputError } from "../terminal/terminal.ts";

/**
 * The data with the values of rows that the files model. A value that the files have already is
 * left as it is. Throws `InputError` where a `from` is not our value.
 */
export function withRows(loaded: LoadedData, rows: readonly PatchChange[]): LoadedData {
  const data = structuredClone(loaded);
  const lists = listsOf(data);
  const slotOf = (target: string) => slotOfTarget(lists, target);
  const missing = rows.filter(({ target, to }) => !isDeepStrictEqual(slotOf(target)?.get(), to));
  const unlike = applyRows(
    slotOf,
    missing.map((row) => {
      const [, perk] = /^heroes\/[^/]+\/perks\/([^/]+)$/.exec(row.target) ?? [];
      return perk && row.to ? { ...row, to: { id: perk, ...Object(row.to) } } : row;
    }),
  );
  for (const { perks } of lists.heroes)
    perks?.sort((a, b) => PERK_TIERS.indexOf(a.tier) - PERK_TIERS.indexOf(b.tier));
  if (unlike.length === 0) return data;
  const lines = unlike.map(({ target, from, to }) => {
    const hint = from === undefined ? suggestTarget(target, listsOf(loaded)) : "";
    return (
      `${target} is ${JSON.stringify(from) ?? "not in the data"}, not ` +
      `${JSON.stringify(to) ?? "new"}${hint || "; correct the row, or our value first"}`
    );
  });
  throw new InputError(lines.join("\n"));
}

/** A place where the data has a value of some time: a side of a recorded change, or a file. */
export type Place = {
  /** The patch of the change, or of the oldest state. */
  since: string;
  slot: Slot;
  /** The recorded change; absent in other files. */
  row?: {
    patch: PatchFile;
    file: string;
    change: RecordedChange;
    /** The path of the value in the file of the patch. */
    path: (string | number)[];
    /** The side that is the value; undefined where the value is a part of it. */
    side: "from" | "to" | undefined;
  };
};

const NOWHERE: Slot = { get: () => undefined, set: () => {} };

/**
 * Every place that has a value, oldest first: the sides of changes of the value and of whole things
 * around it, the oldest state, and today's file. A value that is not there yet, or no longer, is
 * undefined. A whole thing may leave a figure to changes of its own.
 */
export function placesOf(data: LoadedData, target: string): Place[] {
  const places = data.patches.flatMap(({ file, value: patch }) =>
    stepsOf(patch).flatMap(({ change, path }): Place[] => {
      if (!isWithin(target, change.target)) return [];
      const inner = target.split("/").slice(change.target.split("/").length);
      const sides = (["from", "to"] as const).map((side) => ({
        since: patch.id,
        slot: slotIn(change, [side, ...inner]) ?? NOWHERE,
        row: {
          patch,
          file,
          change,
          path: [...path, side, ...inner],
          side: inner.length === 0 ? side : undefined,
        },
      }));
      return inner.length > 0 && sides.every(({ slot }) => slot.get() === undefined) ? [] : sides;
    }),
  );
  const { values = {} } = data.oldest?.value ?? {};
  if (target in values)
    places.push({
      since: data.game?.value.historyFrom ?? "",
      slot: slotIn(values, [target]) ?? NOWHERE,
    });
  places.push({ since: "today", slot: slotOfTarget(listsOf(data), target) ?? NOWHERE });
  return places.sort((a, b) => Number(a.since > b.since) - Number(a.since < b.since));
}

/** Lists a source of a change in its patch, with the day it was read, where the page may change. */
export function citeSource(patch: PatchFile, url: string, day: string): void {
  const { sources = [] } = patch;
  if (!mayChange(url) || sources.some((source) => source.url === url)) return;
  patch.sources = [...sources, { url, date: day }];
}

/** `; did you mean heroes/ana/role?`, or an empty text where no value has a similar name. */
export function suggestTarget(target: string, lists: DataLists): string {
  const path: string[] = [];
  for (const segment of target.split("/")) {
    const keys = [...(partsOf(valueAt(lists, path))?.keys() ?? [])];
    const key = keys.includes(segment) ? segment : nearest(segment, keys)[0];
    if (key === undefined) return "";
    path.push(key);
  }
  const near = path.join("/");
  const isTarget = near !== target && resolveTarget(near).kind === "modelled";
  return isTarget ? `; did you mean ${near}?` : "";
}
