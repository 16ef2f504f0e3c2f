import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { wholeData } from "../../generator/data/check-data.ts";
import { formatPath } from "../../generator/data/issue.ts";
import { type LoadedData, listsOf } from "../../generator/data/load-data.ts";
import { explain } from "../../generator/data/schema-issues.ts";
import { slotIn } from "../../generator/history/address.ts";
import { isWhole, resolveTarget } from "../../generator/history/resolve-target.ts";
import { InputError } from "../terminal/terminal.ts";
import { citeSource, type Place, placesOf, suggestTarget } from "./apply-rows.ts";
import { type Baseline, onlyIn, sidesOf, unrecordedChanges } from "./compare-data.ts";
import { optionProblems } from "./options.ts";

/** A correction: what was wrong, what is right, and why. */
export type CorrectionOptions = {
  target: string;
  value: unknown;
  reason: string;
  date: string;
  source?: string | undefined;
  /** The patch after which the value was wrong, where today's value is another. */
  asOf?: string | undefined;
};

/**
 * Corrects a value that was simply wrong, wherever the record has it in one piece: today and in
 * every older state that had it, or, with `asOf`, from the patch that brought it to the next one
 * that changed it. No patch gains or loses a change. Where the data differs from what is
 * `committed`, an edit that nobody recorded becomes the correction, two corrections become one, and
 * a change that is as it was gets its evidence back. Nothing is written.
 */
export function correctValue(loaded: LoadedData, about: CorrectionOptions, committed?: Baseline) {
  const { target, value, asOf, reason, date, source } = about;
  checkTarget(target, value, loaded);
  const problems = optionProblems(about);
  if (problems.length > 0) throw new InputError(problems.join("\n"));
  const data = structuredClone(loaded);
  const places = placesOf(data, target);
  const edits =
    committed && asOf === undefined ? unrecordedChanges(committed, wholeData(data)) : [];
  for (const { target: edited, from, to } of edits)
    if (edited === target && from !== undefined && isDeepStrictEqual(to, value))
      places.at(-1)?.slot.set(from);
  const at = places.findLastIndex(({ since }) => asOf === undefined || since <= asOf);
  const wrong = places[at]?.slot.get();
  checkWrong(wrong, about, data);

  const isRight = (place: Place) => !isDeepStrictEqual(place.slot.get(), wrong);
  const end = places.findIndex((place, index) => index > at && isRight(place));
  if (asOf !== undefined && end === -1) {
    throw new InputError(
      `${target}: no patch after ${asOf} changes it, so today's value is wrong, too; leave out ` +
        "--as-of",
    );
  }
  const upTo = places.slice(0, end === -1 ? places.length : end);
  const found = upTo.slice(upTo.findLastIndex(isRight) + 1).reverse();
  for (const { slot } of found) slot.set(value);
  const rows = found.flatMap(({ row }) => (row === undefined ? [] : [row]));
  const unsupported = rows.filter((row) => reviseEvidence(row, about, committed?.loaded));
  const corrections = data.corrections?.value.corrections ?? [];
  const earlier = onlyIn(corrections, committed?.corrections ?? corrections).find(
    (one) => one.target === target && one.asOf === asOf,
  );
  if (earlier !== undefined) corrections.splice(corrections.indexOf(earlier), 1);
  const from = earlier === undefined ? wrong : earlier.from;
  if (!isDeepStrictEqual(from, value))
    corrections.push({ date, target, from, to: value, asOf, reason, source });
  return {
    data,
    wrong,
    /** The places of patches that repeated the wrong value. */
    repeated: rows.map(({ file, path }) => `${file} ${formatPath(path)}`),
    /** The recorded changes whose sources printed the wrong value. */
    unsupported: unsupported.map(({ file, path }) => `${file} ${formatPath(path.slice(0, -1))}`),
  };
}

/** Throws `InputError` where a value of today, or after an older patch, is not wrong. */
function checkWrong(wrong: unknown, { target, value, asOf }: CorrectionOptions, data: LoadedData) {
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
}

/**
 * Replaces the sources of a change that led to the wrong value, or restores those of a change that
 * is as committed again. Returns whether it had some that are not right.
 */
function reviseEvidence(
  { patch, file, change, side }: NonNullable<Place["row"]>,
  { source, date }: CorrectionOptions,
  committed: LoadedData | undefined,
) {
  const { target, from, to } = change;
  if (side !== undefined && isDeepStrictEqual(from, to)) {
    throw new InputError(
      `${target}: patch ${patch.id} would change it from ${JSON.stringify(from)} to the same; ` +
        "remove that change from its file first",
    );
  }
  if (side !== "to") return false;
  const before = committed?.patches.find((one) => one.file === file)?.value;
  const known = before?.changes.find((one) => isDeepStrictEqual(sidesOf(one), sidesOf(change)));
  if (known === undefined && change.source === undefined) return false;
  const evidence = known === undefined ? source : known.source;
  slotIn(change, ["source"])?.set(evidence);
  if (isDeepStrictEqual(patch.changes, before?.changes))
    slotIn(patch, ["sources"])?.set(before?.sources);
  else if (evidence !== undefined) citeSource(patch, evidence, date);
  return known === undefined;
}

function checkTarget(target: string, value: unknown, data: LoadedData) {
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
  if (isWhole(target)) {
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
