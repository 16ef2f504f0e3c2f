import type { GameState } from "../../core/schema/collections.ts";
import type { Correction } from "../../core/schema/game.ts";
import { wholeData } from "../../generator/data/check-data.ts";
import type { GameData } from "../../generator/data/game-data.ts";
import { type LoadedData, loadData } from "../../generator/data/load-data.ts";
import { createDraft, figureTarget } from "../../generator/history/address.ts";
import { changesBetween } from "../../generator/history/changes-between.ts";
import type { WalkedPatch } from "../../generator/history/rewind.ts";
import { stateOf } from "../../generator/history/timeline.ts";
import { InputError, note } from "../terminal/terminal.ts";
import { placesOf } from "./apply-rows.ts";
import { commitOf, isCommitted, isRevision, withRevision } from "./git.ts";

/** The game at one moment, with the patches and corrections that led to it. */
export type RecordedState = {
  state: GameState;
  patches: readonly WalkedPatch[];
  corrections: readonly Correction[];
};

/** The data as it was committed, before it was edited. */
export type Baseline = RecordedState & { label: string; loaded: LoadedData };

/** The help of `--base`. */
export const BASE_HELP = "the git revision before the edits (default: the last commit)";

/** The committed data cannot be read by this version. The message says why. */
export class BaselineError extends InputError {}

/**
 * Reads the data of a git revision, which need not pass today's checks, and may have things that
 * nobody has filled in since `gamedata new` wrote them; that of the last commit is `now`, the data
 * of the folder, where nothing was edited since. It is undefined where git does not track the
 * folder. The record itself cannot be the baseline: names and texts are in it only once they have
 * changed.
 */
export function readBaseline(
  dataDir: string,
  revision = "HEAD",
  now?: LoadedData,
): Baseline | undefined {
  const label = `git revision ${revision}`;
  if (now !== undefined && revision === "HEAD" && isCommitted(dataDir))
    return { label, loaded: now, ...recordedState(wholeData(now)) };
  if (commitOf(dataDir) === undefined) return undefined;
  if (!isRevision(dataDir, revision))
    throw new InputError(`--base: "${revision}" is not a git revision of ${dataDir}`);
  const { data, issues, texts } = withRevision(dataDir, revision, loadData);
  const isUnfinished = (file: string) => file.includes("/") && /: ""/.test(texts.get(file) ?? "");
  for (const file of new Set(issues.map((issue) => issue.file).filter(isUnfinished)))
    note(`note: ${file} was not finished in ${label}, so it counts as new`);
  const first = issues.find(({ file }) => !isUnfinished(file));
  if (first !== undefined) {
    throw new BaselineError(
      `${label} cannot be read by this version: ${first.file}: ${first.message}`,
    );
  }
  return { label, loaded: data, ...recordedState(wholeData(data)) };
}

/** What is compared of two versions of the data. */
export function recordedState({ patches, corrections, ...lists }: GameData): RecordedState {
  return { state: stateOf(lists), patches, corrections };
}

/**
 * The baseline with the figures that nobody had written down then, and to which the record leads
 * now. They are not changes of the game.
 */
export function withNewFigures(baseline: Baseline, data: LoadedData): Baseline {
  const draft = createDraft(baseline.state);
  const known = new Set(baseline.patches.map(({ id }) => id));
  const patches = data.patches.filter(({ value }) => known.has(value.id));
  const { state } = recordedState(wholeData(data));
  for (const { target, from } of changesBetween(baseline.state, state)) {
    if (from !== undefined || figureTarget(target) === undefined) continue;
    const value = placesOf({ ...data, patches }, target)
      .at(-2)
      ?.slot.get();
    if (value !== undefined) draft.slotOf(target)?.set(value);
  }
  return { ...baseline, state: draft.state };
}
