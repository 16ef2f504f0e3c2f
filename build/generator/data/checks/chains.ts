import { isDeepStrictEqual } from "node:util";
import { newestFirst } from "../../../core/game/day.ts";
import type { PatchFile, RecordedChange } from "../../../core/schema/patch.ts";
import { resolveTarget } from "../../history/resolve-target.ts";
import { type Issue, shown } from "../issue.ts";
import { type LoadedData, type Sourced, unreadablePatches } from "../load-data.ts";

/** A recorded change, the patch that made it, and where it is. */
type Link = { patch: string; change: RecordedChange; file: string; path: Issue["path"] };

/** Two changes of one value that do not join: the older `to` is not the newer `from`. */
type Mismatch = { older: Link; newer: Link };

/**
 * Some values stand in patches only. Their changes must join too: each `from` equals the `to`
 * before it, or `breaks` says why not. Steps in percent do not join. Changes do not have to join
 * across a patch that cannot be read.
 */
export function checkChains(data: Pick<LoadedData, "patches" | "unreadable">): Issue[] {
  const links = linksOf(data.patches);
  const unreadable = unreadablePatches(data);
  const mismatches = chainsOf(links).flatMap(mismatchesOf);
  const unexplained = mismatches.filter(
    ({ older, newer }) =>
      newer.change.breaks === undefined &&
      !unreadable.some((id) => older.patch < id && id < newer.patch),
  );
  const broken = new Set(mismatches.map(({ newer }) => newer));
  const needless = links.filter(
    (link) => isNeedless(link, broken) && !unreadable.some((id) => id < link.patch),
  );
  return [
    ...new Map(unexplained.map((gap) => [gap.newer, mismatchIssue(gap)])).values(),
    ...needless.map(needlessIssue),
  ];
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
      const owner = `${format} ${target.split("/", 2).join("/")}`;
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

function mismatchesOf(chain: readonly Link[]): Mismatch[] {
  return chain.flatMap((newer, at) => {
    const older = chain[at - 1];
    if (older === undefined || isEvent(newer.change)) return [];
    if (isDeepStrictEqual(older.change.to, newer.change.from)) return [];
    return [{ older, newer }];
  });
}

/** An event, such as a reset of ranks, happens again and again and leaves no value behind. */
function isEvent({ from, to }: RecordedChange): boolean {
  return from === undefined && to === true;
}

function mismatchIssue({ older, newer }: Mismatch): Issue {
  const { target } = newer.change;
  const message =
    `the record of ${target} does not join: patch ${older.patch} leads to ` +
    `${shown(older.change.to)}, ` +
    `but this one starts from ${shown(newer.change.from)}; correct the one that is wrong, or ` +
    'say in its "breaks" why they differ';
  return { code: "history-join", file: newer.file, path: [...newer.path, "from"], message };
}

/**
 * Whether a change has `breaks` but joins. Values that data files hold are left to
 * `rebuild-proof.ts`.
 */
function isNeedless(link: Link, broken: ReadonlySet<Link>): boolean {
  const { target, breaks } = link.change;
  return breaks !== undefined && !broken.has(link) && resolveTarget(target).kind === "unmodelled";
}

function needlessIssue({ change, file, path }: Link): Issue {
  const { target } = change;
  const message = `${target} connects to the next change, so "breaks" is not needed; remove it`;
  return { code: "needless-break", file, path: [...path, "breaks"], message };
}
