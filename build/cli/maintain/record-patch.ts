import { isDeepStrictEqual } from "node:util";
import { newestFirst } from "../../core/game/day.ts";
import {
  type Completeness,
  type PatchFile,
  PatchKindSchema,
  type RecordedChange,
} from "../../core/schema/patch.ts";
import { DateSchema, PatchIdSchema } from "../../core/schema/values.ts";
import type { GameData } from "../../generator/data/game-data.ts";
import type { LoadedData } from "../../generator/data/load-data.ts";
import { resolveTarget } from "../../generator/history/resolve-target.ts";
import { InputError, UsageError } from "../terminal/terminal.ts";
import { citeSource } from "./apply-rows.ts";
import { changesSince, onlyIn } from "./compare-data.ts";
import { optionProblems } from "./options.ts";

/** The options of `record`. */
export type RecordOptions = {
  patch: string;
  /** Default of kind and name: those of the recorded patch. A new patch needs both. */
  kind?: string;
  name?: string;
  source?: string | undefined;
  summary?: string;
  /** The rows of `--changes`. The data has the values of those that the resources model. */
  rows?: readonly RecordedChange[];
  /** Whether the official notes were read whole. Default: false. */
  complete?: boolean;
  /** What the record lacks, in a sentence. */
  missing?: string;
  /** The day on which the sources of the rows were read: today. */
  day: string;
  /** Whether a patch without changes is meant. Default: false. */
  empty?: boolean;
};

type Changes = readonly RecordedChange[];

/** The patch to write, with the changes that it gains and loses by that. */
export type Recording = ReturnType<typeof recordPatch>;

/** Computes the patch that leads from the recorded state to the edited data. Writes nothing. */
export function recordPatch(
  edited: GameData,
  baseline: GameData & { label: string },
  options: RecordOptions,
) {
  checkOptions(options);
  const existing = findRecorded(options, edited.patches);
  const id = existing?.id ?? nextId(options.patch, edited.patches);
  checkNewest(id, edited.patches);
  const { kind, name } = identityOf(options, existing);

  const others = edited.patches.filter((patch) => patch.id !== id);
  const modelled = changesSince(baseline, { ...edited, patches: others }).changes;
  const known = existing?.changes ?? [];
  const changes = merge(known, modelled, options.rows ?? []);
  const added = onlyIn(changes, known);
  const dropped = known.filter((old) => !changes.some(({ target }) => target === old.target));
  for (const change of added) if (options.source) change.source ??= options.source;

  const patch: PatchFile = {
    $schema: "../schemas/patch.json",
    ...existing,
    id,
    date: id.slice(0, 10),
    kind,
    name,
    sourceUrl: options.source ?? existing?.sourceUrl ?? null,
    summary: options.summary ?? existing?.summary ?? null,
    ...(existing === undefined && kind === "season" && seasonIn(name)),
    completeness: completenessOf(options, existing),
    changes,
  };
  for (const { source } of changes) if (source) citeSource(patch, source, options.day);
  if (isDeepStrictEqual(patch, existing)) {
    throw new InputError(
      `nothing to record: nothing has changed since patch ${id} was recorded (compared with ` +
        `${baseline.label})`,
    );
  }
  if (changes.length === 0 && dropped.length === 0 && !options.empty) {
    throw new InputError(
      "nothing to record: nothing differs from the recorded state (compared with " +
        `${baseline.label}); edit the values first, or use --empty for a patch that changes none ` +
        "of them",
    );
  }
  const isCommitted = baseline.patches.some((one) => one.id === id);
  const recorded = isCommitted ? withRevised(patch, options.day) : patch;
  return { patch: recorded, added, dropped, isNew: existing === undefined };
}

/** The data with a patch, instead of what was recorded of it before. */
export function withPatch(data: LoadedData, value: PatchFile): LoadedData {
  const file = `patches/${value.id}.json`;
  const others = data.patches.filter((other) => other.file !== file);
  return { ...data, patches: [...others, { file, value }] };
}

/** A patch that was added to on a day, which is in the place that the files have for it. */
function withRevised(patch: PatchFile, day: string): PatchFile {
  const entries = Object.entries(patch);
  entries.splice(Object.keys(patch).indexOf("completeness"), 0, ["revised", day]);
  return Object.fromEntries(entries) as PatchFile;
}

/** The kind and name of the patch. A recorded patch keeps its own. */
function identityOf(options: RecordOptions, existing?: PatchFile) {
  for (const field of ["kind", "name"] as const) {
    const value = options[field];
    const known = existing?.[field];
    if (value === undefined && known === undefined)
      throw new UsageError(`error: required option '--${field} <${field}>' not specified`);
    if (value === undefined || known === undefined || value === known) continue;
    throw new InputError(
      `--${field}: patch ${existing?.id} is recorded with the ${field} "${known}", not ` +
        `"${value}"; to change that, edit patches/${existing?.id}.json`,
    );
  }
  const kind = PatchKindSchema.parse(options.kind ?? existing?.kind);
  return { kind, name: options.name ?? existing?.name ?? "" };
}

/** The number and the title that the name of a new season has, `Season 6: Title`. */
function seasonIn(name: string) {
  const [, number, title] = /^Season (\d+)(?:: (.+))?$/.exec(name) ?? [];
  return number ? { season: { number: Number(number), ...(title && { title }) } } : {};
}

/** How much of the notes the record holds. A new patch is partial unless an option says more. */
function completenessOf({ complete, missing }: RecordOptions, existing?: PatchFile): Completeness {
  if (complete && missing !== undefined)
    throw new InputError("--complete and --missing contradict each other; keep one of the two");
  if (complete) return { state: "complete" };
  if (missing !== undefined) return { state: "partial", missing };
  return (
    existing?.completeness ?? {
      state: "partial",
      missing: "nobody has said yet that the official notes were read whole",
    }
  );
}

/** Throws `InputError` with a line for each option that cannot be used. */
export function checkOptions(options: RecordOptions): void {
  const { patch } = options;
  const problems = optionProblems(options);
  const isDay = DateSchema.safeParse(patch.slice(0, 10)).success;
  if (!isDay || !PatchIdSchema.safeParse(patch).success)
    problems.unshift(
      `PATCH: "${patch}" is not a patch id; expected its date, such as 2026-08-11, or 2026-08-11-b`,
    );
  if (problems.length > 0) throw new InputError(problems.join("\n"));
}

/**
 * The recorded patch that the options name. A plain date with another name means the next patch of
 * that day, which is not recorded yet.
 */
export function findRecorded(
  { patch, name }: Pick<RecordOptions, "patch" | "name">,
  patches: readonly PatchFile[],
): PatchFile | undefined {
  if (patch.length > 10) return patches.find(({ id }) => id === patch);
  const ofDay = newestFirst(patches.filter(({ date }) => date === patch));
  return name === undefined ? ofDay[0] : ofDay.find((one) => one.name === name);
}

/** Throws `InputError` where a newer patch is recorded. */
function checkNewest(id: string, patches: readonly PatchFile[]) {
  const [newest = { id }] = newestFirst(patches);
  if (id >= newest.id) return;
  const what = patches.some((one) => one.id === id) ? "is recorded, and not" : "is older than";
  throw new InputError(
    `PATCH: ${id} ${what} the newest recorded patch, ${newest.id}; only the newest can be ` +
      "recorded or added to, because the data describes it; a forgotten patch is a file that " +
      "you write by hand",
  );
}

/** The id of a new patch: its day, with the next suffix where others of that day are recorded. */
function nextId(wished: string, patches: readonly PatchFile[]) {
  const [last] = newestFirst(patches.filter(({ date }) => date === wished));
  if (last === undefined) return wished;
  const suffix = last.id.slice(11) || "a";
  if (suffix === "z")
    throw new InputError(`PATCH: ${last.id} already has the last possible suffix`);
  return `${wished}-${String.fromCharCode(suffix.charCodeAt(0) + 1)}`;
}

/**
 * Recorded changes keep their order, and their notes unless new ones are given. Their values come
 * from the edits, and those that the files do not have from the rows. New changes follow.
 */
function merge(...lists: [existing: Changes, modelled: Changes, rows: Changes]) {
  const [existing, modelled, rows] = lists.map(
    (list) => new Map(list.map((one) => [one.target, one])),
  );
  const targets = new Set(lists.flat().map(({ target }) => target));
  return [...targets].flatMap((target): RecordedChange[] => {
    const isModelled = resolveTarget(target).kind === "modelled";
    const [known, row] = [existing?.get(target), rows?.get(target)];
    const now = isModelled ? modelled?.get(target) : (row ?? known);
    if (now === undefined) return [];
    const change = { ...known, ...row, ...now };
    for (const side of ["from", "to"] as const) if (!(side in now)) delete change[side];
    return [change];
  });
}
