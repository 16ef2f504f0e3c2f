import { isDeepStrictEqual } from "node:util";
import { newestFirst } from "../../../core/game/day.ts";
import { thingOf } from "../../../core/game/targets.ts";
import type { PatchFile, RecordedChange } from "../../../core/schema/patch.ts";
import { resolveTarget } from "../../history/resolve-target.ts";
import { type Issue, shown } from "../issue.ts";
import type { LoadedData, Sourced } from "../load-data.ts";

/** A recorded change, the patch that made it, and where it is. */
type Link = { patch: string; change: RecordedChange; file: string; path: Issue["path"] };

/**
 * Some values stand in patches only. Their changes must join too: each `from` equals the `to`
 * before it, or `breaks` says why not. Steps in percent do not join.
 */
export function checkChains({ patches }: Pick<LoadedData, "patches">): Issue[] {
  const links = linksOf(patches);
  const broken = new Map(chainsOf(links).flatMap(mismatchesOf));
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
  return newestFirst(patches.map(({ file, value }) => ({ id: value.id, file, value })))
    .reverse()
    .flatMap(({ id, file, value }) =>
      value.changes.map((change, at) => ({ patch: id, change, file, path: ["changes", at] })),
    );
}

/**
 * The changes of each value in one format of play, oldest first. When a whole thing comes or goes,
 * the chains of its parts start again.
 */
function chainsOf(links: readonly Link[]): Link[][] {
  const owners = new Map<string, Map<string, Link[]>>();
  for (const link of links) {
    const { target, scope } = link.change;
    for (const format of scope === undefined ? ["5v5", "6v6"] : [scope]) {
      const owner = `${format} ${thingOf(target)}`;
      const chains = owners.get(owner) ?? new Map<string, Link[]>();
      owners.set(owner, chains);
      for (const part of chains.keys()) {
        if (part.startsWith(`${target}/`)) chains.delete(part);
      }
      if (isChained(target)) chains.set(target, [...(chains.get(target) ?? []), link]);
    }
  }
  return [...owners.values()].flatMap((chains) => [...chains.values()]);
}

function isChained(target: string): boolean {
  return !target.endsWith("ChangePercent") && resolveTarget(target).kind === "unmodelled";
}

/** Changes that do not join: the `to` of the older one is not the `from` of the newer. */
function mismatchesOf(chain: readonly Link[]): [newer: Link, older: Link][] {
  return chain.flatMap((newer, at): [Link, Link][] => {
    const older = chain[at - 1];
    const { from, to } = newer.change;
    // An event, such as a reset of ranks, happens again and again and leaves no value behind.
    if (older === undefined || (from === undefined && to === true)) return [];
    return isDeepStrictEqual(older.change.to, from) ? [] : [[newer, older]];
  });
}
