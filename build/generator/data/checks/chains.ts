import { isDeepStrictEqual } from "node:util";
import { thingOf } from "../../../core/game/targets.ts";
import type { PatchFile, RecordedChange } from "../../../core/schema/patch.ts";
import { resolveTarget } from "../../history/resolve-target.ts";
import { type Issue, shown } from "../issue.ts";
import type { LoadedData, Sourced } from "../load-data.ts";

/** A recorded change, the patch that made it, and where it is. */
type Link = { patch: string; change: RecordedChange; file: string; path: Issue["path"] };

/**
 * Some values are in patches only. Their changes must join too: each `from` equals the `to`
 * before it, or `breaks` says why not. Steps in percent do not join.
 */
export function checkChains({ patches }: Pick<LoadedData, "patches">): Issue[] {
  const links = linksOf(patches);
  const broken = brokenLinks(links);
  return links.flatMap((link): Issue[] => {
    const { file, path, change } = link;
    const { target, breaks } = change;
    const older = broken.get(link);
    if (older !== undefined && breaks === undefined) {
      const message =
        `the record of ${target} does not join: patch ${older.patch} leads to ` +
        `${shown(older.change.to)}, but this one starts from ${shown(change.from)}; correct the ` +
        'one that is wrong, or say in its "breaks" why they differ';
      return [{ code: "history-join", file, path: [...path, "from"], message }];
    }
    // Values that data files hold are left to `rebuild-proof.ts`.
    const isNeedless = breaks !== undefined && resolveTarget(target).kind === "unmodelled";
    if (older !== undefined || !isNeedless) return [];
    const message = `${target} connects to the next change, so "breaks" is not needed; remove it`;
    return [{ code: "needless-break", file, path: [...path, "breaks"], message }];
  });
}

/** Every change, oldest patch first. */
function linksOf(patches: readonly Sourced<PatchFile>[]): Link[] {
  return patches
    .toSorted((a, b) => (a.value.id < b.value.id ? -1 : 1))
    .flatMap(({ file, value: { id, changes } }) =>
      changes.map((change, at) => ({ patch: id, change, file, path: ["changes", at] })),
    );
}

/**
 * The changes that start from another value than the change before them leads to, in one format of
 * play, with that change. When a whole thing comes or goes, its parts start again.
 */
function brokenLinks(links: readonly Link[]): Map<Link, Link> {
  const broken = new Map<Link, Link>();
  const things = new Map<string, Map<string, Link>>();
  for (const link of links) {
    const { target, scope, from, to } = link.change;
    for (const format of scope === undefined ? ["5v5", "6v6"] : [scope]) {
      const thing = `${format} ${thingOf(target)}`;
      const last = things.get(thing) ?? new Map<string, Link>();
      things.set(thing, last);
      for (const part of last.keys()) if (part.startsWith(`${target}/`)) last.delete(part);
      if (target.endsWith("ChangePercent") || resolveTarget(target).kind !== "unmodelled") continue;
      const older = last.get(target);
      last.set(target, link);
      // An event, such as a reset of ranks, happens again and again and leaves no value behind.
      if (older === undefined || (from === undefined && to === true)) continue;
      if (!isDeepStrictEqual(older.change.to, from)) broken.set(link, older);
    }
  }
  return broken;
}
