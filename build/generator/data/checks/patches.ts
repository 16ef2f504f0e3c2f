import { newestFirst } from "../../../core/game/day.ts";
import { ownerOf } from "../../../core/game/targets.ts";
import type { PatchFile } from "../../../core/schema/patch.ts";
import { figureTarget } from "../../history/address.ts";
import { resolveTarget } from "../../history/resolve-target.ts";
import { stepsOf } from "../../history/rewind.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData, Sourced } from "../load-data.ts";

/** Suffixes have no gaps. `historyFrom` is a recorded patch. A patch changes each value once. */
export function checkPatches({ game, patches }: Pick<LoadedData, "game" | "patches">): Issue[] {
  const ids = new Set(patches.map(({ value }) => value.id));
  const issues = patches.flatMap((patch) => [
    ...checkSuffix(patch, ids),
    ...checkChanges(patch),
    ...checkUnexplained(patch),
  ]);
  if (game === undefined || ids.has(game.value.historyFrom)) return issues;
  const [newest] = newestFirst(patches.map(({ value }) => value));
  const message =
    `no patch "${game.value.historyFrom}" is recorded; expected the id of a recorded patch` +
    `${newest === undefined ? "" : `, such as ${newest.id}`}`;
  return [...issues, { code: "unknown-patch", file: game.file, path: ["historyFrom"], message }];
}

function checkSuffix({ file, value }: Sourced<PatchFile>, ids: ReadonlySet<string>): Issue[] {
  const suffix = value.id.slice(11);
  if (suffix === "") return [];
  const before = suffix === "b" ? "" : `-${String.fromCharCode(suffix.charCodeAt(0) - 1)}`;
  const previous = value.date + before;
  if (ids.has(previous)) return [];
  const message =
    `"${value.id}" follows "${previous}", which is not recorded; suffixes of one day run -b, ` +
    "-c, ... without gaps after the plain date";
  return [{ code: "patch-suffix", file, path: ["id"], message }];
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
  const targets = value.changes.map(({ target }) => target);
  const isModelled = (target: string) => resolveTarget(target).kind === "modelled";
  const modelled = new Set(targets.filter(isModelled));
  return targets.flatMap((target, at): Issue[] => {
    const report = (message: string): Issue[] => [
      { code: "repeated-target", file, path: ["changes", at], message },
    ];
    const earlier = targets.indexOf(target);
    if (earlier !== at)
      return report(`${target} is already changed at [${earlier}]; expected one change per value`);
    // A figure may follow the whole thing.
    if (figureTarget(target) !== undefined || !modelled.has(target)) return [];
    let whole = ownerOf(target);
    while (whole !== "" && !modelled.has(whole)) whole = ownerOf(whole);
    if (whole === "") return [];
    return report(
      `${target} is part of ${whole}, which this patch records whole; keep one of the two`,
    );
  });
}
