import { isDeepStrictEqual } from "node:util";
import { newestFirst } from "../../core/game/day.ts";
import type { DataLists } from "../../core/schema/collections.ts";
import { PERK_TIERS } from "../../core/schema/hero.ts";
import type { PatchChange, PatchFile, RecordedChange } from "../../core/schema/patch.ts";
import { nearest } from "../../core/spelling/lookup.ts";
import { mayChange } from "../../generator/data/checks/sources.ts";
import { allThings, type LoadedData, listsOf } from "../../generator/data/load-data.ts";
import { type Slot, slotIn, slotOf } from "../../generator/history/address.ts";
import { resolveTarget } from "../../generator/history/resolve-target.ts";
import { stepsOf } from "../../generator/history/rewind.ts";
import { stateOf } from "../../generator/history/timeline.ts";
import { InputError } from "../terminal/terminal.ts";

/**
 * The data with the values of rows that the files model. A value that the files have already is
 * left as it is. Throws `InputError` where a `from` is not our value.
 */
export function applyRows(loaded: LoadedData, rows: readonly PatchChange[]): LoadedData {
  const data = structuredClone(loaded);
  const problems = rows.flatMap(({ target, from, to }) => {
    if (resolveTarget(target).kind !== "modelled") return [];
    const slot = slotOf(stateOf(listsOf(data)), target);
    const value = slot?.get();
    if (slot !== undefined && isDeepStrictEqual(value, to)) return [];
    // A row has the state of a perk, and of one that goes perhaps only that it was there.
    const isPerk = /^heroes\/[^/]+\/perks\/[^/]+$/.test(target);
    const areBoth = (value === undefined) === (from === undefined);
    if (slot !== undefined && (isPerk ? areBoth : isDeepStrictEqual(value, from))) {
      setInFile(data, target, to);
      return [];
    }
    const hint = value === undefined ? suggestTarget(target, listsOf(data)) : "";
    return [
      `${target} is ${JSON.stringify(value) ?? "not in the data"}, not ` +
        `${JSON.stringify(from) ?? "new"}${hint || "; correct the row, or our value first"}`,
    ];
  });
  if (problems.length > 0) throw new InputError(problems.join("\n"));
  return data;
}

/** Sets a value, or a whole perk, in its file, or removes it where it is undefined. */
function setInFile(data: LoadedData, target: string, value: unknown): void {
  const [, hero, perk] = /^(heroes\/[^/]+)\/perks\/([^/]+)$/.exec(target) ?? [];
  const file = data.heroes.find((one) => `heroes/${one.value.id}` === hero)?.value;
  if (file === undefined) {
    fileSlot(data, target)?.set(value);
    return;
  }
  file.perks ??= [];
  slotIn(file.perks, [perk ?? ""])?.set(value && { id: perk, ...Object(value) });
  file.perks.sort((a, b) => PERK_TIERS.indexOf(a.tier) - PERK_TIERS.indexOf(b.tier));
}

/** The slot of a value in its file; undefined where the thing around it does not exist. */
function fileSlot(data: LoadedData, target: string): Slot | undefined {
  const [collection, id, ...rest] = target.split("/");
  const thing = allThings(data).find((one) => one.target === `${collection}/${id}`);
  return slotIn(thing?.value, rest);
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
  return [...places, { since: "today", slot: fileSlot(data, target) ?? NOWHERE }];
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
