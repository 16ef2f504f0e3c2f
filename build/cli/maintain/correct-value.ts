import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { type GameState, isCollection } from "../../core/schema/collections.ts";
import type { Correction } from "../../core/schema/game.ts";
import { unwrap } from "../../core/schema/inspect-schema.ts";
import type { PatchChange } from "../../core/schema/patch.ts";
import { DateSchema, TextSchema, UrlSchema } from "../../core/schema/values.ts";
import { nearest } from "../../core/spelling/nearest.ts";
import { wholeData } from "../../generator/data/check-data.ts";
import { formatPath } from "../../generator/data/issue.ts";
import type { LoadedData } from "../../generator/data/load-data.ts";
import { stateOf } from "../../generator/data/reference.ts";
import { explain } from "../../generator/data/schema-issues.ts";
import { listsOf, thingsOf } from "../../generator/data/things.ts";
import {
  type FigureTarget,
  figureTarget,
  hasOwner,
  pathInFile,
  pathOfFigure,
} from "../../generator/history/figure-target.ts";
import { resolveTarget, slotIn, slotOf } from "../../generator/history/resolve-target.ts";
import { newestFirst, type Step, stepsOf, walkBack } from "../../generator/history/rewind.ts";
import { InputError } from "../terminal/terminal.ts";

/** The data with a correction. `repeated` lists the places of patches that were corrected too. */
export type Corrected = {
  data: LoadedData;
  correction: Correction;
  files: string[];
  repeated: string[];
};

type CorrectionOptions = {
  target: string;
  value: unknown;
  reason: string;
  date: string;
  source?: string;
  /** The patch after which the value was wrong, where today's value is another. */
  asOf?: string;
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
  checkAbout(about);
  const data = structuredClone(loaded);
  const state = asOf === undefined ? stateOf(wholeData(data)) : stateAfter(data, asOf);
  if (state === undefined) throw new InputError(`--as-of: no patch "${asOf}" is recorded`);
  const wrong = slotOf(state, target)?.get();
  if (wrong === undefined && asOf === undefined) return addFigure(data, about);
  if (wrong === undefined) throw new InputError(`${target} did not exist after patch ${asOf}`);
  if (isDeepStrictEqual(wrong, value)) {
    const when = asOf === undefined ? "; there is nothing to correct" : ` after patch ${asOf}`;
    throw new InputError(`${target} is already ${JSON.stringify(value)}${when}`);
  }

  const patches = newestFirst(stepsOfPatches(data));
  const newer = asOf === undefined ? [] : patches.filter(({ id }) => id > asOf).reverse();
  const forward = correctRecord(newer, target, wrong, value, ["from", "to"]);
  if (asOf !== undefined && forward.end === undefined)
    throw new InputError(
      `${target}: no patch after ${asOf} changes it, so today's value is wrong, too; leave out ` +
        "--as-of",
    );
  const upTo = patches.filter(({ id }) => asOf === undefined || id <= asOf);
  const older = correctRecord(upTo, target, wrong, value);
  const files = correctOldest(data, { target, wrong, value, origin: older.end });
  if (asOf === undefined) files.push(setInFile(data, target, value));
  const repeated = [...forward.corrected, ...older.corrected];
  return withCorrection(data, about, { wrong, repeated, files });
}

function withCorrection(
  data: LoadedData,
  about: CorrectionOptions,
  { wrong, repeated, files }: { wrong: unknown; repeated: Repeated[]; files: string[] },
): Corrected {
  const correction = addCorrection(data, about, wrong);
  const patchFiles = repeated.map(({ file }) => file);
  return {
    data,
    correction,
    files: [...new Set([...patchFiles, ...files, data.corrections?.file ?? ""])],
    repeated: repeated.map(({ file, path }) => `${file} ${formatPath(path)}`),
  };
}

/** The steps of a patch, and its file. */
type RecordedSteps = { id: string; file: string; steps: Step[] };

export function stepsOfPatches({ patches }: LoadedData): RecordedSteps[] {
  return patches.map(({ file, value }) => ({ id: value.id, file, steps: stepsOf(value) }));
}

/**
 * The data before an edit that is not recorded, so that the edit can become a correction. Undefined
 * where there is no such edit. `unrecorded` lists all edits that are not recorded.
 */
export function beforeEdit(
  loaded: LoadedData,
  { target, value }: Pick<CorrectionOptions, "target" | "value">,
  unrecorded: readonly PatchChange[],
): LoadedData | undefined {
  const edit = unrecorded.find((change) => change.target === target);
  if (edit === undefined || !("to" in edit) || !isDeepStrictEqual(edit.to, value)) return undefined;
  const data = structuredClone(loaded);
  setInFile(data, target, edit.from);
  return data;
}

/**
 * Writes down that a whole thing was missing, was there by mistake, or was another one. The files
 * are edited already. The value is `true` for a thing that is there, and null for none.
 */
export function correctWhole(
  loaded: LoadedData,
  about: CorrectionOptions,
  unrecorded: readonly PatchChange[],
): Corrected {
  checkAbout(about);
  const { target, value } = about;
  const edit = unrecorded.find((change) => change.target === target);
  if (edit === undefined) {
    throw new InputError(
      `${target} has not been edited, or its change is already recorded; edit the files ` +
        `first, or pass a single value in it, such as ${target}/...`,
    );
  }
  const side = (key: "from" | "to") => (edit[key] === undefined ? null : true);
  if (value !== side("to")) {
    throw new InputError(
      `${target} is ${edit.to === undefined ? "no longer in" : "in"} the data; pass ` +
        `${target}=${side("to")}`,
    );
  }
  const data = structuredClone(loaded);
  const correction = addCorrection(data, about, side("from"));
  return { data, correction, files: [data.corrections?.file ?? ""], repeated: [] };
}

/** `; did you mean heroes/ana/role?`, or an empty text where no value has a similar name. */
function suggestTarget(target: string, data: LoadedData): string {
  let value: unknown = stateOf(listsOf(data));
  const path: string[] = [];
  for (const segment of target.split("/")) {
    const keys: string[] = Array.isArray(value)
      ? value.map(({ id }: { id: string }) => id)
      : Object.keys(Object(value));
    const key = keys.includes(segment) ? segment : nearest(segment, keys)[0];
    if (key === undefined) return "";
    path.push(key);
    value = slotIn(value, [key])?.get();
  }
  return path.join("/") === target ? "" : `; did you mean ${path.join("/")}?`;
}

function addCorrection(
  { corrections }: LoadedData,
  { target, value, reason, date, source, asOf }: CorrectionOptions,
  wrong: unknown,
): Correction {
  const correction: Correction = {
    date,
    target,
    from: wrong,
    to: value,
    ...(asOf === undefined ? {} : { asOf }),
    reason,
    ...(source === undefined ? {} : { source }),
  };
  corrections?.value.corrections.push(correction);
  return correction;
}

/**
 * Adds a figure that was not written down, today and in every older state that has its ability or
 * perk. A patch that brought the perk or hero whole gets it, too. Of a kit that a patch brought,
 * figures are changes of their own, and no patch gains a change here.
 */
function addFigure(data: LoadedData, about: CorrectionOptions): Corrected {
  const { target, value } = about;
  const figure = figureTarget(target);
  const today = stateOf(wholeData(data)).heroes.find(({ id }) => id === figure?.hero);
  if (figure === undefined || today === undefined || !hasOwner(today, figure))
    throw new InputError(`${target} does not exist in the data${suggestTarget(target, data)}`);
  const lostIn = endLoss(data, target, value);
  if (lostIn !== undefined) {
    const files = [lostIn, setInFile(data, target, value)];
    return withCorrection(data, about, { wrong: null, repeated: [], files });
  }
  const historyFrom = data.game?.value.historyFrom ?? "";
  const oldest = stateAfter(data, historyFrom)?.heroes.find(({ id }) => id === figure.hero);
  const { corrected: repeated, end } = addToWholes(
    newestFirst(stepsOfPatches(data)),
    figure,
    value,
  );
  const isOld = end === undefined || end <= historyFrom;
  const wasThere = data.oldest !== undefined && oldest !== undefined && hasOwner(oldest, figure);
  if (isOld ? !wasThere : repeated.at(-1)?.id !== end)
    throw new InputError(
      `${target}: ${figure.id} was added after the record begins; add the figure by hand, ` +
        `and to the ` +
        `patch that brought ${figure.id} a change of it with "to" alone`,
    );
  const files: string[] = [];
  if (isOld && data.oldest !== undefined) {
    setDeep(data.oldest.value, pathOfFigure(figure).split("/"), value);
    files.push(data.oldest.file);
  }
  return withCorrection(data, about, {
    wrong: null,
    repeated,
    files: [...files, setInFile(data, target, value)],
  });
}

/**
 * Where a patch says that a figure, which older states have, is unknown from there on: says what it
 * is. Returns the file of the patch.
 */
function endLoss(data: LoadedData, target: string, value: unknown): string | undefined {
  for (const { file, value: patch } of data.patches.toSorted((a, b) =>
    b.value.id < a.value.id ? -1 : 1,
  )) {
    if (patch.changes.some((change) => change.target === target)) return undefined;
    for (const group of patch.unexplained ?? []) {
      const lost = group.changes.find((change) => change.target === target);
      if (lost === undefined) continue;
      if (lost.to !== undefined) return undefined;
      if (!isDeepStrictEqual(lost.from, value)) lost.to = value;
      else group.changes = group.changes.filter((change) => change !== lost);
      patch.unexplained = patch.unexplained?.filter(({ changes }) => changes.length > 0);
      return file;
    }
  }
  return undefined;
}

/**
 * Adds a figure to its ability or perk wherever a patch records that whole, newest first. `end` is
 * the patch that brought it.
 */
function addToWholes(
  patches: readonly RecordedSteps[],
  figure: FigureTarget,
  value: unknown,
): { corrected: (Repeated & { id: string })[]; end: string | undefined } {
  const corrected: (Repeated & { id: string })[] = [];
  const owner = `heroes/${figure.hero}/${figure.list}/${figure.id}`;
  const place = pathOfFigure(figure);
  for (const { id, file, steps } of patches) {
    for (const { change, path } of steps.toReversed()) {
      if (!`${owner}/`.startsWith(`${change.target}/`)) continue;
      const depth = change.target.split("/").length;
      for (const side of ["to", "from"] as const) {
        const whole = slotIn(change, [side, ...owner.split("/").slice(depth)]);
        if (typeof whole?.get() !== "object") return { corrected, end: id };
        if (!place.startsWith(`${change.target}/`)) continue;
        const inner = place.split("/").slice(depth);
        setDeep(change, [side, ...inner], value);
        corrected.push({ id, file, path: [...path, side, ...inner] });
      }
    }
  }
  return { corrected, end: undefined };
}

/** The state after a patch; undefined where the record does not lead to it. */
function stateAfter(data: LoadedData, id: string): GameState | undefined {
  const whole = wholeData(data);
  return [...walkBack(stateOf(whole), whole.patches)].find(({ patch }) => patch.id === id)?.state;
}

/** Sets a value below an object, and makes the missing objects on the way to it. */
function setDeep(root: unknown, path: readonly string[], value: unknown): void {
  for (let end = 1; end < path.length; end += 1) {
    const slot = slotIn(root, path.slice(0, end));
    if (slot?.get() === undefined) slot?.set({});
  }
  slotIn(root, path)?.set(value);
}

function checkAbout({
  reason,
  date,
  source,
}: {
  reason: string;
  date: string;
  source?: string;
}): void {
  const problems: string[] = [];
  if (!TextSchema.safeParse(reason).success) problems.push("--reason: expected one line of text");
  if (!DateSchema.safeParse(date).success)
    problems.push(`--date: "${date}" is not a calendar date; expected YYYY-MM-DD`);
  if (source !== undefined && !UrlSchema.safeParse(source).success) {
    problems.push(
      `--source: "${source}" is not an address; expected an absolute http or https address`,
    );
  }
  if (problems.length > 0) throw new InputError(problems.join("\n"));
}

function checkTarget(target: string, value: unknown, data: LoadedData): void {
  const resolved = resolveTarget(target);
  if (resolved.kind !== "modelled") {
    throw new InputError(
      `${target} is not a value of the data ` +
        `files${suggestTarget(target, data) || "; correct it by hand where it is written"}`,
    );
  }
  if (target.endsWith("/id"))
    throw new InputError(`${target}: an id must not change, because others have stored it`);
  const inner = unwrap(resolved.schema);
  if (inner instanceof z.ZodObject || inner instanceof z.ZodArray) {
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

/** Sets the value in its file, or removes it where it is undefined. Returns the file. */
export function setInFile(data: LoadedData, target: string, value: unknown): string {
  const [collection, id, ...rest] = target.split("/");
  const things = isCollection(collection) ? thingsOf(data, collection) : [];
  const thing = things.find((one) => one.value.id === id);
  const figure = figureTarget(target);
  const path = figure === undefined ? rest : pathInFile(figure);
  if (value === undefined) slotIn(thing?.value, path)?.remove();
  else setDeep(thing?.value, path, value);
  return thing?.file ?? "";
}

/**
 * Corrects the oldest state, which has the wrong value too unless a newer patch brought it. Returns
 * the files that changed.
 */
function correctOldest(
  { oldest, game }: LoadedData,
  about: { target: string; wrong: unknown; value: unknown; origin: string | undefined },
): string[] {
  const { target, wrong, value, origin } = about;
  const isNewer = origin !== undefined && game !== undefined && origin > game.value.historyFrom;
  if (oldest === undefined || isNewer) return [];
  const path = pathInState(target).replace(/\/abilities\/([^/]+)\/cooldown$/, "/cooldowns/$1");
  const slot = slotIn(oldest.value, path.split("/"));
  if (!isDeepStrictEqual(slot?.get(), wrong)) return [];
  slot?.set(value);
  return [oldest.file];
}

/** The path of a value in a state, where figures of abilities stand beside the kit. */
function pathInState(target: string): string {
  const figure = figureTarget(target);
  return figure === undefined ? target : pathOfFigure(figure);
}

/** A place of a patch that repeats a value. */
type Repeated = { file: string; path: (string | number)[] };

/**
 * Corrects a wrong value wherever patches repeat it, newest first, or with `sides` reversed oldest
 * first. `end` is the patch that brought the value, or the one that changed it.
 */
export function correctRecord(
  patches: readonly RecordedSteps[],
  target: string,
  wrong: unknown,
  value: unknown,
  sides: readonly ["to" | "from", "to" | "from"] = ["to", "from"],
): { corrected: Repeated[]; end: string | undefined } {
  const corrected: Repeated[] = [];
  const place = pathInState(target);
  for (const { id, file, steps } of patches) {
    for (const { change, path } of sides[0] === "to" ? steps.toReversed() : steps) {
      const isItself = target === change.target;
      if (!isItself && !place.startsWith(`${change.target}/`)) continue;
      const inner = isItself ? [] : place.split("/").slice(change.target.split("/").length);
      for (const side of sides) {
        const slot = slotIn(change, [side, ...inner]);
        if (!isDeepStrictEqual(slot?.get(), wrong)) {
          if (isItself || side === sides[1] || slot?.get() !== undefined)
            return { corrected, end: id };
          break; // a whole thing that left the figure to a change of its own
        }
        slot?.set(value);
        if (inner.length === 0 && isDeepStrictEqual(change.from, change.to)) {
          throw new InputError(
            `${target}: patch ${id} would change it from ${JSON.stringify(value)} to the ` +
              "same; remove that change from its file first",
          );
        }
        corrected.push({ file, path: [...path, side, ...inner] });
      }
    }
  }
  return { corrected, end: undefined };
}
