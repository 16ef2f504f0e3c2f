import type * as z from "zod";
import { newestFirst, PATCH_KINDS } from "../../core/game/day.ts";
import type { DataLists } from "../../core/schema/collections.ts";
import { type PatchFile, PatchKindSchema, type RecordedChange } from "../../core/schema/patch.ts";
import { DateSchema, TextSchema, UrlSchema } from "../../core/schema/values.ts";
import { nearest } from "../../core/spelling/lookup.ts";
import { mayChange } from "../../generator/data/checks/sources.ts";
import type { LoadedData } from "../../generator/data/load-data.ts";
import { slotIn } from "../../generator/history/address.ts";
import { resolveTarget } from "../../generator/history/resolve-target.ts";
import { stepsOf } from "../../generator/history/rewind.ts";

/** A recorded change that holds a value, itself or in a whole thing around it. */
type ChangeAround = {
  patch: PatchFile;
  file: string;
  change: RecordedChange;
  /** Where the change is in its file. */
  path: (string | number)[];
  /** Where the value is in each side of the change; empty for a change of the value itself. */
  inner: string[];
};

/**
 * The recorded changes of a value and of the whole things around it. On the way back, where the
 * side `to` is met first, the newest comes first; else the oldest.
 */
export function* changesAround(
  patches: LoadedData["patches"],
  target: string,
  first: "from" | "to",
): Generator<ChangeAround> {
  const inOrder = <T>(list: T[]) => (first === "to" ? list : list.toReversed());
  const named = newestFirst(patches.map(({ file, value }) => ({ id: value.id, file, value })));
  for (const { file, value: patch } of inOrder(named)) {
    for (const { change, path } of inOrder(stepsOf(patch).toReversed())) {
      const isItself = target === change.target;
      if (!isItself && !target.startsWith(`${change.target}/`)) continue;
      const inner = isItself ? [] : target.split("/").slice(change.target.split("/").length);
      yield { patch, file, change, path, inner };
    }
  }
}

/** The value of a figure to which the record leads; undefined where it has none. */
export function recordedFigure(
  patches: LoadedData["patches"],
  oldest: LoadedData["oldest"],
  target: string,
): unknown {
  for (const { change, inner } of changesAround(patches, target, "to")) {
    const value = slotIn(change, ["to", ...inner])?.get();
    if (inner.length === 0 || value !== undefined) return value;
  }
  return oldest?.value.values[target];
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

/** A schema, and what is wrong with a value that it refuses. */
type Form = { schema: z.ZodType; fault: (value: string) => string };

const LINE: Form = { schema: TextSchema, fault: () => "expected one line of text" };

/** What the options of `record` and `correct` must be. */
const FORMS: Readonly<Record<string, Form>> = {
  kind: {
    schema: PatchKindSchema,
    fault: (kind) => `"${kind}" is not one of ${PATCH_KINDS.join(", ")}`,
  },
  name: LINE,
  summary: LINE,
  missing: LINE,
  reason: LINE,
  date: {
    schema: DateSchema,
    fault: (date) => `"${date}" is not a calendar date; expected YYYY-MM-DD`,
  },
  source: {
    schema: UrlSchema,
    fault: (url) => `"${url}" is not an address; expected an absolute http or https address`,
  },
};

/** What is wrong with the options of a command, a line each. */
export function optionProblems(options: object): string[] {
  return Object.entries(FORMS).flatMap(([name, { schema, fault }]) => {
    const value: unknown = Reflect.get(options, name);
    const isRight = value === undefined || schema.safeParse(value).success;
    return isRight ? [] : [`--${name}: ${fault(String(value))}`];
  });
}
