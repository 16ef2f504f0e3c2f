import { isDeepStrictEqual } from "node:util";
import type { GameState } from "../../core/schema/collections.ts";
import type { HeroState } from "../../core/schema/hero.ts";
import type { OldestFile } from "../../core/schema/oldest.ts";
import type { PatchFile, RecordedChange } from "../../core/schema/patch.ts";
import { wholeData } from "../../generator/data/check-data.ts";
import type { Issue } from "../../generator/data/issue.ts";
import type { LoadedData } from "../../generator/data/load-data.ts";
import { newestPatch, stateOf } from "../../generator/data/reference.ts";
import { sortFigures } from "../../generator/history/draft.ts";
import {
  type FigureTarget,
  figureTarget,
  hasOwner,
} from "../../generator/history/figure-target.ts";
import { slotOf } from "../../generator/history/resolve-target.ts";
import { newestFirst, walkBack } from "../../generator/history/rewind.ts";
import { correctRecord, stepsOfPatches } from "./correct-value.ts";
import type { Sheet } from "./read-sheet.ts";

type OlderOptions = {
  /** The oldest patch whose state is offered from now on. Default: as before. */
  historyFrom?: string;
  /** Whether figures that newer states lack are added to them. Default: false. */
  addFigures?: boolean;
};

/** The data with older patches. The checks have not run over it. */
export type OlderRecording = {
  data: LoadedData;
  /** What is wrong with the sheet by itself. */
  issues: Issue[];
  /** Files that differ, by name. */
  files: Map<string, unknown>;
  patches: PatchFile[];
  /** Targets of the figures that newer states gained. */
  figures: string[];
};

/**
 * Adds the patches of a sheet where they belong, moves `historyFrom`, and takes the oldest state
 * back to it. A patch that is recorded in the same words is left out. Nothing is written.
 */
export function recordOlder(
  loaded: LoadedData,
  sheet: Sheet,
  { historyFrom, addFigures = false }: OlderOptions,
): OlderRecording {
  const data = structuredClone(loaded);
  const recording: OlderRecording = {
    data,
    issues: [],
    files: new Map(),
    patches: addPatches(data, sheet.patches),
    figures: [],
  };
  recording.issues.push(
    ...faultsOfPatches(loaded, sheet.patches),
    ...addFields(data, sheet),
    ...addHistoryFrom(data, historyFrom),
  );
  addGaps(data, sheet.gaps);
  carryBack(data, recording.patches);
  if (addFigures) recording.figures.push(...addMissingFigures(data, recording.patches));
  addOldest(data);
  recording.files = changedFiles(loaded, data);
  return recording;
}

function addPatches(data: LoadedData, patches: readonly PatchFile[]): PatchFile[] {
  const known = new Set(data.patches.map(({ value }) => value.id));
  const fresh = patches
    .filter(({ id }) => !known.has(id))
    .map((patch) => ({ $schema: "../schemas/patch.json", ...structuredClone(patch) }));
  data.patches.push(...fresh.map((value) => ({ file: `patches/${value.id}.json`, value })));
  data.patches.sort((a, b) => (a.file < b.file ? -1 : 1));
  return fresh;
}

function faultsOfPatches(loaded: LoadedData, patches: readonly PatchFile[]): Issue[] {
  const newest = newestPatch(wholeData(loaded));
  return patches.flatMap((patch) => {
    const file = `patches/${patch.id}.json`;
    const old = loaded.patches.find(({ value }) => value.id === patch.id)?.value;
    const report = (code: string, message: string): Issue[] => [{ code, file, path: [], message }];
    if (old === undefined && patch.id > newest) {
      return report(
        "not-older",
        `${patch.id} is newer than ${newest}, the newest recorded patch; edit the values and ` +
          "record it without --from",
      );
    }
    const { $schema: _, ...own } = patch;
    const { $schema: __, ...recorded } = old ?? patch;
    if (isDeepStrictEqual(own, recorded)) return [];
    return report("recorded-patch", `patch ${patch.id} is recorded already, with other changes`);
  });
}

/** Adds the fields that are new, in their order. */
function addFields({ figures }: LoadedData, sheet: Sheet): Issue[] {
  const vocabulary = figures?.value;
  if (vocabulary === undefined) return [];
  const known = new Map(vocabulary.figures.map((field) => [field.name, field]));
  const fresh = sheet.figures.filter(({ name }) => !known.has(name));
  vocabulary.figures.push(...fresh);
  vocabulary.figures.sort((a, b) => (a.name < b.name ? -1 : 1));
  vocabulary.exceptions.push(
    ...sheet.exceptions.filter(
      (one) => !vocabulary.exceptions.some((other) => isDeepStrictEqual(one, other)),
    ),
  );
  return sheet.figures.flatMap((field): Issue[] => {
    const old = known.get(field.name);
    if (old === undefined || (old.unit === field.unit && old.more === field.more)) return [];
    const message =
      `"${field.name}" is ${field.unit} and ${field.more} in the sheet, but ${old.unit} and ` +
      `${old.more} here; give one of the two another name`;
    return [{ code: "other-field", file: "figures.json", path: [], message }];
  });
}

function addGaps({ gaps }: LoadedData, fresh: Sheet["gaps"]): void {
  const list = gaps?.value.gaps ?? [];
  list.push(...fresh.filter((gap) => !list.some((other) => isDeepStrictEqual(gap, other))));
}

function addHistoryFrom(
  { game, oldest, patches }: LoadedData,
  historyFrom: string | undefined,
): Issue[] {
  if (game === undefined || historyFrom === undefined) return [];
  const { historyFrom: was } = game.value;
  const isKnown = patches.some(({ value }) => value.id === historyFrom);
  if (historyFrom > was || !isKnown) {
    const message = isKnown
      ? `--history-from: ${historyFrom} is newer than ${was}; states are never dropped`
      : `--history-from: there is no patch ${historyFrom}, neither on record nor in the sheet`;
    return [{ code: "history-from", file: game.file, path: ["historyFrom"], message }];
  }
  game.value.historyFrom = historyFrom;
  if (oldest !== undefined) oldest.value.patch = historyFrom;
  return [];
}

/**
 * Takes values back to before the patches where an older patch brought them in a whole thing: a
 * hero, a perk or a kit. A value with an older change of its own stays, and must join.
 */
function carryBack(data: LoadedData, patches: readonly PatchFile[]): void {
  const recorded = newestFirst(stepsOfPatches(data));
  const values = new Map<string, { before: string; from: unknown; to: unknown }>();
  for (const { id, changes } of newestFirst(patches))
    for (const { target, from, to } of changes.toReversed())
      values.set(target, { to, ...values.get(target), before: id, from });
  for (const [target, { before, from, to }] of values) {
    if (from === undefined || to === undefined) continue;
    const older = recorded.filter(({ id }) => id < before);
    const own = older.findIndex(({ steps }) => steps.some((one) => one.change.target === target));
    correctRecord(own === -1 ? older : older.slice(0, own), target, to, from);
  }
}

/** Takes the oldest state from the record, which the checks prove to join. */
function addOldest({ oldest, game, ...data }: LoadedData): void {
  const from = game?.value.historyFrom;
  if (oldest === undefined || from === undefined) return;
  const states = statesOf({ oldest, game, ...data });
  oldest.value.heroes = Object.fromEntries(
    (states.get(from)?.heroes ?? [])
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((hero) => [hero.id, oldestHero(hero)]),
  );
}

function oldestHero({
  health,
  abilities,
  figures,
  perks,
}: HeroState): OldestFile["heroes"][string] {
  const cooldowns = abilities.flatMap(({ id, cooldown }) =>
    cooldown === null ? [] : [[id, cooldown] as const],
  );
  return {
    health,
    cooldowns: Object.fromEntries(cooldowns),
    ...(figures && { figures }),
    ...(perks && { perks }),
  };
}

function statesOf(data: LoadedData): Map<string, GameState> {
  const whole = wholeData(data);
  const states = new Map<string, GameState>();
  for (const { patch, state } of walkBack(stateOf(whole), whole.patches))
    if (!states.has(patch.id)) states.set(patch.id, state); // the oldest may be there twice
  return states;
}

/** Adds the figures that the newest of the patches set and that the states since then lack. */
function addMissingFigures(data: LoadedData, patches: readonly PatchFile[]): string[] {
  const states = statesOf(data);
  const seen = new Set<string>();
  const added: string[] = [];
  for (const { id, changes } of newestFirst(patches)) {
    const state = states.get(id);
    for (const { target, value } of changes.toReversed().flatMap(figuresOf)) {
      const figure = figureTarget(target);
      if (figure === undefined || state === undefined || seen.has(target)) continue;
      seen.add(target);
      const hero = state.heroes.find((one) => one.id === figure.hero);
      const isThere = slotOf(state, target)?.get() !== undefined;
      if (value === undefined || isThere || hero === undefined || !hasOwner(hero, figure)) continue;
      carryForward(data, figure, { target, value, after: id });
      added.push(target);
    }
  }
  return added;
}

/** The figures that a change sets: one, or all of the hero or perk that it brings. */
function figuresOf({ target, to }: RecordedChange): { target: string; value: unknown }[] {
  if (figureTarget(target) !== undefined) return [{ target, value: to }];
  const below = (path: string, figures: unknown) =>
    Object.entries(Object(figures)).map(([field, value]) => ({
      target: `${path}/${field}`,
      value,
    }));
  if (/^heroes\/[^/]+\/perks\/[^/]+$/.test(target)) return below(target, Object(to).figures);
  if (!/^heroes\/[^/]+$/.test(target)) return [];
  const { figures = {}, perks = [] }: Partial<HeroState> = Object(to);
  return [
    ...Object.entries(figures).flatMap(([id, own]) => below(`${target}/abilities/${id}`, own)),
    ...perks.flatMap(({ id, figures: own }) => below(`${target}/perks/${id}`, own)),
  ];
}

/**
 * Adds a figure to every record of its ability or perk after a patch, until one of the two goes.
 * Where both are there today, the hero's file gets it.
 */
function carryForward(
  data: LoadedData,
  { hero, list, id, field }: FigureTarget,
  { target, value, after }: { target: string; value: unknown; after: string },
): void {
  const owner = `heroes/${hero}/${list}/${id}`;
  const newer = data.patches.filter((patch) => patch.value.id > after);
  for (const { changes } of newer.map((patch) => patch.value)) {
    for (const [at, change] of changes.entries()) {
      if (change.target === owner && "from" in change) {
        if (change.from !== true) setFigure(change.from, field, value);
        return;
      }
      const isKit = change.target === `heroes/${hero}/abilities` && Array.isArray(change.to);
      if (isKit && list === "abilities" && findById(change.to, id) === undefined) {
        changes.splice(at, 0, { target, from: value });
        return;
      }
    }
  }
  const file = data.heroes.find((one) => one.value.id === hero)?.value;
  setFigure(findById(file?.[list], id), field, value);
}

function findById(list: unknown, id: string): unknown {
  return Array.isArray(list) ? list.find((one) => Object(one).id === id) : undefined;
}

function setFigure(owner: unknown, field: string, value: unknown): void {
  const figures = { ...Object(Object(owner).figures), [field]: value };
  Reflect.set(Object(owner), "figures", sortFigures(figures));
}

/** The files whose values differ from those before. */
export function changedFiles(before: LoadedData, after: LoadedData): Map<string, unknown> {
  const was = new Map(filesOf(before));
  return new Map(
    filesOf(after).filter(([file, value]) => !isDeepStrictEqual(value, was.get(file))),
  );
}

function filesOf(data: LoadedData): [string, unknown][] {
  const { game, figures, gaps, oldest, corrections, heroes, patches } = data;
  return [game, figures, gaps, oldest, corrections, ...heroes, ...patches].flatMap((one) =>
    one === undefined ? [] : [[one.file, one.value]],
  );
}
