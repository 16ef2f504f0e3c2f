import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Correction } from "../../core/schema/game.ts";
import type { RecordedChange } from "../../core/schema/patch.ts";
import { wholeData } from "../../generator/data/check-data.ts";
import { formatPath } from "../../generator/data/issue.ts";
import type { LoadedData } from "../../generator/data/load-data.ts";
import { allThings, listsOf } from "../../generator/data/load-data.ts";
import { explain } from "../../generator/data/schema-issues.ts";
import { type Slot, slotIn, slotOf } from "../../generator/history/address.ts";
import { resolveTarget } from "../../generator/history/resolve-target.ts";
import { stateOf, timelineOf } from "../../generator/history/timeline.ts";
import { InputError } from "../terminal/terminal.ts";
import { changesAround, citeSource, optionProblems, suggestTarget } from "./recorded-values.ts";
import { isOfWhole } from "./unrecorded-changes.ts";

/** A correction: what was wrong, what is right, and why. */
export type CorrectionOptions = {
  target: string;
  value: unknown;
  reason: string;
  date: string;
  source?: string;
  /** The patch after which the value was wrong, where today's value is another. */
  asOf?: string;
};

/** The data with a correction. */
export type Corrected = {
  data: LoadedData;
  correction: Correction;
  /** The places of patches that repeated the wrong value. */
  repeated: string[];
  /** The recorded changes whose sources printed the wrong value. */
  unsupported: string[];
};

/**
 * Corrects a value that was simply wrong, today and in every older state that had it; with `asOf`
 * after an older patch, back to the one that brought it and forward to the next one that changed
 * it. No patch gains or loses a change. Where a patch repeats the wrong value, in a `to` or in a
 * whole kit, it is corrected there. Nothing is written.
 */
export function correctValue(loaded: LoadedData, about: CorrectionOptions): Corrected {
  const { target, value, asOf } = about;
  checkTarget(target, value, loaded);
  const problems = optionProblems(about);
  if (problems.length > 0) throw new InputError(problems.join("\n"));
  const data = structuredClone(loaded);
  const wrong = wrongValue(data, about);
  const step: Replacement = { ...about, wrong };
  const { patches } = data;
  const later = patches.filter((patch) => asOf !== undefined && patch.value.id > asOf);
  const forward = replaceAlong(later, step, "from");
  if (asOf !== undefined && forward.end === undefined) {
    throw new InputError(
      `${target}: no patch after ${asOf} changes it, so today's value is wrong, too; leave out ` +
        "--as-of",
    );
  }
  const upTo = patches.filter((patch) => asOf === undefined || patch.value.id <= asOf);
  const back = replaceAlong(upTo, step, "to");

  const isOfOldest = back.end === undefined || back.end <= (data.game?.value.historyFrom ?? "");
  const oldest = isOfOldest ? data.oldest?.value.values : undefined;
  if (oldest?.[target] === wrong && oldest !== undefined) Reflect.set(oldest, target, value);
  if (asOf === undefined) setInFile(data, target, value);
  const { reason, date, source } = about;
  const correction: Correction = {
    date,
    target,
    from: wrong,
    to: value,
    ...(asOf === undefined ? {} : { asOf }),
    reason,
    ...(source === undefined ? {} : { source }),
  };
  data.corrections?.value.corrections.push(correction);
  return {
    data,
    correction,
    repeated: [...forward.places, ...back.places],
    unsupported: [...forward.unsupported, ...back.unsupported],
  };
}

/** The value of today, or after an older patch. Throws `InputError` where it is not wrong. */
function wrongValue(data: LoadedData, { target, value, asOf }: CorrectionOptions): unknown {
  const whole = wholeData(data);
  const moment = timelineOf(whole).find(({ patch }) => patch.id === asOf);
  const state = asOf === undefined ? stateOf(whole) : moment?.state;
  const wrong = state && slotOf(state, target)?.get();
  if (wrong === undefined) {
    throw new InputError(
      asOf === undefined
        ? `${target} does not exist in the data${suggestTarget(target, listsOf(data))}`
        : `${target} did not exist after patch ${asOf}`,
    );
  }
  if (isDeepStrictEqual(wrong, value)) {
    const when = asOf === undefined ? "; there is nothing to correct" : ` after patch ${asOf}`;
    throw new InputError(`${target} is already ${JSON.stringify(value)}${when}`);
  }
  return wrong;
}

type Replacement = Pick<CorrectionOptions, "target" | "value" | "source" | "date"> & {
  wrong: unknown;
};

/**
 * Replaces a wrong value along its chain of changes. On the way back `first` is `to`, on the way
 * forward `from`: the side of a change that is met first. `end` is the patch where the chain ends.
 */
function replaceAlong(
  patches: LoadedData["patches"],
  { target, value, source, date, wrong }: Replacement,
  first: "from" | "to",
) {
  const found = { places: [] as string[], unsupported: [] as string[] };
  const second = first === "to" ? "from" : "to";
  for (const { patch, file, change, path, inner } of changesAround(patches, target, first)) {
    const slotAt = (side: "from" | "to") => slotIn(change, [side, ...inner]);
    const isWrong = (slot: Slot | undefined) => isDeepStrictEqual(slot?.get(), wrong);
    const replace = (side: "from" | "to") => {
      slotAt(side)?.set(value);
      found.places.push(`${file} ${formatPath([...path, side, ...inner])}`);
    };
    const isItself = inner.length === 0;
    if (!isWrong(slotAt(first))) {
      // A whole thing may leave the figure to a change of its own.
      if (!isItself && slotAt(first)?.get() === undefined) continue;
      return { ...found, end: patch.id };
    }
    replace(first);
    if (isItself && isDeepStrictEqual(change.from, change.to)) {
      throw new InputError(
        `${target}: patch ${patch.id} would change it from ${JSON.stringify(value)} to the same; ` +
          "remove that change from its file first",
      );
    }
    if (isItself && first === "to" && dropSources(change, source)) {
      if (source !== undefined) citeSource(patch, source, date);
      found.unsupported.push(`${file} ${formatPath(path)}`);
    }
    if (!isWrong(slotAt(second))) return { ...found, end: patch.id };
    replace(second);
  }
  return { ...found, end: undefined };
}

/** Replaces the sources that printed the wrong value. Returns whether there were some. */
function dropSources(change: RecordedChange, source: string | undefined): boolean {
  if (change.source === undefined && change.confirmedBy === undefined) return false;
  delete change.confirmedBy;
  delete change.source;
  if (source !== undefined) change.source = source;
  return true;
}

function checkTarget(target: string, value: unknown, data: LoadedData): void {
  const resolved = resolveTarget(target);
  if (resolved.kind !== "modelled") {
    const hint = suggestTarget(target, listsOf(data));
    throw new InputError(
      `${target} is not a value of the data ` +
        `files${hint || "; correct it by hand where it is written"}`,
    );
  }
  if (target.endsWith("/id"))
    throw new InputError(`${target}: an id must not change, because others have stored it`);
  if (isOfWhole({ target })) {
    throw new InputError(
      `${target} is not a single value; pass one of its values, such as ${target}/...`,
    );
  }
  const parsed = z.safeParse(resolved.schema, value);
  if (parsed.success) return;
  const messages = parsed.error.issues.map(
    (issue) => explain(issue, resolved.schema, value).message,
  );
  throw new InputError(`${target}: ${messages.join("; ")}`);
}

/** Sets the value in its file, or removes it where it is undefined. */
export function setInFile(data: LoadedData, target: string, value: unknown): void {
  const [collection, id, ...rest] = target.split("/");
  const thing = allThings(data).find((one) => one.target === `${collection}/${id}`);
  slotIn(thing?.value, rest)?.set(value);
}
