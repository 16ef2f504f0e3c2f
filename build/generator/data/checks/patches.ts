import { isDeepStrictEqual } from "node:util";
import { newestFirst } from "../../../core/game/day.ts";
import type { PatchFile } from "../../../core/schema/patch.ts";
import { figureTarget } from "../../history/address.ts";
import { resolveTarget } from "../../history/resolve-target.ts";
import { stepsOf } from "../../history/rewind.ts";
import type { Issue } from "../issue.ts";
import { type LoadedData, type Sourced, unreadablePatches } from "../load-data.ts";

/**
 * A patch has the id of its day. Suffixes have no gaps. `historyFrom` is a recorded patch. A patch
 * changes each value once.
 */
export function checkPatches(data: LoadedData): Issue[] {
  const ids = new Set(data.patches.map(({ value }) => value.id));
  const issues = data.patches.flatMap((patch) => [
    ...checkId(patch, ids, data),
    ...checkChanges(patch),
    ...checkUnexplained(patch),
  ]);
  if (
    data.game &&
    !ids.has(data.game.value.historyFrom) &&
    !data.unreadable.has(`patches/${data.game.value.historyFrom}`)
  ) {
    const [newest] = newestFirst(data.patches.map(({ value }) => value));
    const hint = newest === undefined ? "" : `, such as ${newest.id}`;
    const message =
      `no patch "${data.game.value.historyFrom}" is recorded; expected the id of a recorded ` +
      `patch${hint}`;
    issues.push({ code: "unknown-patch", file: data.game.file, path: ["historyFrom"], message });
  }
  if (data.patches.length === 0 && unreadablePatches(data).length === 0) {
    issues.push({
      code: "no-patch",
      file: "patches",
      path: [],
      message: "no patch is recorded; the data describes the newest one",
    });
  }
  return issues;
}

function checkId(
  { file, value }: Sourced<PatchFile>,
  ids: ReadonlySet<string>,
  data: LoadedData,
): Issue[] {
  const issues: Issue[] = [];
  const day = value.id.slice(0, 10);
  const suffix = value.id.slice(11);
  if (day !== value.date) {
    const message = `the id has the date ${day}, but "date" is ${value.date}; make them agree`;
    issues.push({ code: "patch-date", file, path: ["date"], message });
  }
  if (suffix !== "") {
    const previous =
      suffix === "b" ? day : `${day}-${String.fromCharCode(suffix.charCodeAt(0) - 1)}`;
    if (!ids.has(previous) && !data.unreadable.has(`patches/${previous}`)) {
      const message =
        `"${value.id}" follows "${previous}", which is not recorded; suffixes of one day run -b, ` +
        "-c, ... without gaps after the plain date";
      issues.push({ code: "patch-suffix", file, path: ["id"], message });
    }
  }
  if (value.season !== undefined && value.kind !== "season") {
    const message = `the kind is ${value.kind}; only a patch of the kind season begins a season`;
    issues.push({ code: "season-kind", file, path: ["season"], message });
  }
  return issues;
}

/** What the contract shows changes by changes alone. Figures and perks are outside of it. */
function checkUnexplained({ file, value }: Sourced<PatchFile>): Issue[] {
  return stepsOf({ unexplained: value.unexplained, changes: [] }).flatMap(({ change, path }) => {
    const { target } = change;
    const isBeside = figureTarget(target) !== undefined || /^heroes\/[^/]+\/perks\//.test(target);
    if (isBeside || resolveTarget(target).kind !== "modelled") return [];
    const message =
      `${target} is in the contract, whose values change by recorded changes alone; record the ` +
      "change with a note, or give older states the newer value and list a gap";
    return [{ code: "unexplained-value", file, path: [...path, "target"], message }];
  });
}

function checkChanges({ file, value }: Sourced<PatchFile>): Issue[] {
  const first = new Map<string, number>();
  const isModelled = ({ target }: { target: string }) => resolveTarget(target).kind === "modelled";
  const modelled = new Set(value.changes.filter(isModelled).map(({ target }) => target));
  return value.changes.flatMap((change, index) => {
    const issues: Issue[] = [];
    const report = (code: string, message: string) =>
      issues.push({ code, file, path: ["changes", index], message });

    if (!("from" in change) && !("to" in change)) {
      report(
        "empty-change",
        `${change.target}: has neither "from" nor "to"; a new thing has "to", a removed one ` +
          `has "from"`,
      );
    }
    if ("from" in change && isDeepStrictEqual(change.from, change.to)) {
      report("empty-change", `${change.target}: "from" and "to" are the same; remove the change`);
    }
    if (change.effect !== undefined && (change.note ?? change.readAs) === undefined)
      report(
        "effect-reason",
        `${change.target}: explain in "note" why "effect" is ${change.effect}`,
      );
    const earlier = first.get(change.target);
    if (earlier !== undefined)
      report(
        "repeated-target",
        `${change.target} is already changed at [${earlier}]; expected one change per value`,
      );
    else first.set(change.target, index);

    const parts = change.target.split("/");
    const around = parts.map((_, end) => parts.slice(0, end).join("/"));
    const whole = around.find((target) => modelled.has(target));
    const isFigure = figureTarget(change.target) !== undefined; // it may follow the whole thing
    if (whole !== undefined && !isFigure && isModelled(change)) {
      report(
        "repeated-target",
        `${change.target} is part of ${whole}, which this patch records whole; keep one of the two`,
      );
    }
    return issues;
  });
}
