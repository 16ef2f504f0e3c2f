import { lastOf, ownerOf } from "../../../core/game/targets.ts";
import { grouped } from "../../../core/grouped.ts";
import type { RecordedChange } from "../../../core/schema/patch.ts";
import { figureTarget, quantityOf } from "../../history/address.ts";
import { figuresOf } from "../hero-numbers.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData } from "../load-data.ts";

/** As much of the data as these rules read. */
type FigureData = Pick<LoadedData, "figures" | "gaps" | "heroes" | "oldest" | "patches">;

/** What is wrong with one change, and the key of the change that it is about. */
type Finding = { code: string; key: keyof RecordedChange; message: string };

/**
 * A figure moves with the one that it follows, such as a minimum with its maximum, or the change
 * says why not. A step that the notes print in percent is recorded with both values, which fit it.
 */
export function checkTiedFigures(data: FigureData): Issue[] {
  const known = knownFigures(data);
  const gaps = new Set(data.gaps?.value.gaps.flatMap((gap) => (gap.differs ? [] : gap.path)));
  // Gaps that cannot be read may explain any of them.
  const wanting = new Set(data.gaps && [...known].filter((target) => !gaps.has(target)));
  const figures = data.figures?.value.figures ?? [];
  const followers = grouped(figures.map(({ name, follows }) => [follows, name]));
  const beginnings = beginningsOf(data);
  return data.patches.flatMap(({ file, value: { id, changes } }) => {
    const targets = new Set(changes.map(({ target }) => target));
    const isKnown = (target: string) => !targets.has(target) && (beginnings.get(target) ?? "") < id;
    return changes.flatMap((change, at) => {
      const left = leftBehind(change, followers, known).filter(isKnown);
      const findings = [
        ...aloneFindings(change, left),
        ...percentFindings(change),
        ...(gaps.has(`patches/${id}/changes/${change.target}`)
          ? []
          : stepFindings(change, wanting)),
      ];
      return findings.map(({ code, key, message }) => ({
        code,
        file,
        path: ["changes", at, key],
        message,
      }));
    });
  });
}

/** The patch since which a figure is on record, where no change gave it its first value. */
function beginningsOf({ patches }: FigureData): ReadonlyMap<string, string> {
  return new Map(
    patches.flatMap(({ value: { id, unexplained = [] } }) =>
      unexplained.flatMap(({ changes }) =>
        changes.flatMap(({ target, from }) => (from === undefined ? [[target, id] as const] : [])),
      ),
    ),
  );
}

/** The targets of all figures of heroes, today and in the oldest state. */
function knownFigures(data: FigureData): ReadonlySet<string> {
  const oldest = Object.keys(data.oldest?.value.values ?? {});
  return new Set([...figuresOf(data).map(({ target }) => target), ...oldest]);
}

/** The figures that should move with this change. The first value of a figure moves nothing. */
function leftBehind(
  { target, from, to }: RecordedChange,
  followers: ReadonlyMap<string | undefined, readonly string[]>,
  known: ReadonlySet<string>,
): string[] {
  const figure = figureTarget(target);
  if (figure === undefined || from === undefined || to === undefined) return [];
  const owner = ownerOf(target);
  return (followers.get(figure.field) ?? [])
    .map((field) => `${owner}/${field}`)
    .filter((other) => known.has(other));
}

function aloneFindings({ target, alone }: RecordedChange, left: readonly string[]): Finding[] {
  if (left.length > 0 && alone === undefined) {
    const message =
      `${target} changes, but ${left.join(" and ")} stays behind; record its step, or say in ` +
      '"alone" why it stays';
    return [{ code: "left-behind", key: "target", message }];
  }
  if (left.length > 0 || alone === undefined) return [];
  const message = `${target}: every figure that follows it changes too; remove "alone"`;
  return [{ code: "needless-reason", key: "alone", message }];
}

/** The notes round to whole percents, so a step may be half a percent off. */
function percentFindings({ target, from, to, percent }: RecordedChange): Finding[] {
  if (percent === undefined) return [];
  const expected = typeof from === "number" ? from * (1 + percent / 100) : Number.NaN;
  if (typeof from === "number" && Math.abs(Number(to) - expected) <= Math.abs(from) / 200)
    return [];
  const message =
    `${target}: ${from} changed by ${percent} % is ${expected}, but "to" is ${to}; correct ` +
    "the one that is wrong";
  return [{ code: "percent-step", key: "percent", message }];
}

function stepFindings({ target }: RecordedChange, wanting: ReadonlySet<string>): Finding[] {
  const field = lastOf(target);
  const figure = `${ownerOf(target)}/${quantityOf(field)}`;
  if (!field.endsWith("ChangePercent") || !wanting.has(figure)) return [];
  const message =
    `${target}: the data has ${figure}, so older states keep today's value; record that figure ` +
    'with "from", "to" and "percent", or add a gap';
  return [{ code: "step-without-values", key: "target", message }];
}
