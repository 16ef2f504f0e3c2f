import { isDeepStrictEqual } from "node:util";
import { newestFirst } from "../../core/game/day.ts";
import type { DataLists } from "../../core/schema/collections.ts";
import { PERK_TIERS } from "../../core/schema/hero.ts";
import type { PatchChange, PatchFile, RecordedChange } from "../../core/schema/patch.ts";
import { nearest } from "../../core/spelling/lookup.ts";
import { mayChange } from "../../generator/data/checks/sources.ts";
import { type LoadedData, listsOf } from "../../generator/data/load-data.ts";
import { type Slot, slotIn, slotOf as slotOfTarget } from "../../generator/history/address.ts";
import { resolveTarget } from "../../generator/history/resolve-target.ts";
import { applyRows, stepsOf } from "../../generator/history/rewind.ts";
import { InputError } from "../terminal/terminal.ts";

/** How many rows that do not fit are printed. The others are only counted. */
const MOST_PRINTED = 100;

/**
 * The data with the values of rows that the files model. A value that the files have already is
 * left as it is. Throws `InputError` where a `from` is not our value.
 */
export function withRows(loaded: LoadedData, rows: readonly PatchChange[]): LoadedData {
  const data = structuredClone(loaded);
  const lists = listsOf(data);
  const slotOf = (target: string) => slotOfTarget(lists, target);
  const missing = rows.flatMap((row) => {
    const [, perk] = /^heroes\/[^/]+\/perks\/([^/]+)$/.exec(row.target) ?? [];
    if (isDeepStrictEqual(slotOf(row.target)?.get(), row.to)) return [];
    return [perk && row.to ? { ...row, to: { id: perk, ...Object(row.to) } } : row];
  });
  const unlike = applyRows(slotOf, missing);
  for (const { perks } of lists.heroes)
    perks?.sort((a, b) => PERK_TIERS.indexOf(a.tier) - PERK_TIERS.indexOf(b.tier));
  if (unlike.length === 0) return data;
  const ours = listsOf(loaded);
  const lines = unlike.slice(0, MOST_PRINTED).map(({ target, from, to }) => {
    const hint = from === undefined ? suggestTarget(target, ours) : "";
    return (
      `${target} is ${JSON.stringify(from) ?? "not in the data"}, not ` +
      `${JSON.stringify(to) ?? "new"}${hint || "; correct the row, or our value first"}`
    );
  });
  const more = unlike.length - lines.length;
  throw new InputError([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"));
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
    path: (string | number)[];
    side: "from" | "to";
    /** Where the value is in the side; empty for a change of the value itself. */
    inner: string[];
  };
};

const NOWHERE: Slot = { get: () => undefined, set: () => {} };

/**
 * Every place that has a value, oldest first: the sides of changes of the value and of whole things
 * around it, the oldest state, and today's file. A value that is not there yet, or no longer, is
 * undefined. A whole thing may leave a figure to changes of its own.
 */
export function placesOf(data: LoadedData, target: string): Place[] {
  const patches = newestFirst(
    data.patches.map(({ file, value }) => ({ id: value.id, file, value })),
  );
  const places = patches.reverse().flatMap(({ id, file, value: patch }) =>
    stepsOf(patch).flatMap(({ change, path }): Place[] => {
      if (!`${target}/`.startsWith(`${change.target}/`)) return [];
      const inner = target.split("/").slice(change.target.split("/").length);
      const sides = (["from", "to"] as const).map((side) => ({
        since: id,
        slot: slotIn(change, [side, ...inner]) ?? NOWHERE,
        row: { patch, file, change, path, side, inner },
      }));
      return inner.length > 0 && sides.every(({ slot }) => slot.get() === undefined) ? [] : sides;
    }),
  );
  const since = data.game?.value.historyFrom ?? "";
  const { values = {} } = data.oldest?.value ?? {};
  const later = places.findIndex((place) => place.since > since);
  if (target in values)
    places.splice(later === -1 ? places.length : later, 0, {
      since,
      slot: slotIn(values, [target]) ?? NOWHERE,
    });
  return [...places, { since: "today", slot: slotOfTarget(listsOf(data), target) ?? NOWHERE }];
}

/** Lists a source of a change in its patch, with the day it was read, where the page may change. */
export function citeSource(patch: PatchFile, url: string, day: string): void {
  const { sources = [] } = patch;
  if (!mayChange(url) || sources.some((source) => source.url === url)) return;
  patch.sources = [...sources, { url, date: day }];
}

/** `; did you mean heroes/ana/role?`, or an empty text where no value has a similar name. */
export function suggestTarget(target: string, lists: DataLists): string {
  let value: unknown = lists;
  const path: string[] = [];
  for (const segment of target.split("/")) {
    const keys: string[] = Array.isArray(value)
      ? value.map(({ id }: { id: string }) => id)
      : Object.keys({ ...Object(value), ...Object(value).figures });
    const key = keys.includes(segment) ? segment : nearest(segment, keys)[0];
    if (key === undefined) return "";
    path.push(key);
    value = slotIn(value, [key])?.get();
  }
  const near = path.join("/");
  const isTarget = near !== target && resolveTarget(near).kind === "modelled";
  return isTarget ? `; did you mean ${near}?` : "";
}
