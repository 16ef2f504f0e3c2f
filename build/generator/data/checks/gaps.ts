import picomatch from "picomatch";
import { newestFirst } from "../../../core/game/day.ts";
import { ownerOf } from "../../../core/game/targets.ts";
import { didYouMean } from "../../../core/spelling/lookup.ts";
import { partsOf } from "../../history/address.ts";
import { alternatives, withoutAlternatives } from "../gap-paths.ts";
import type { Issue } from "../issue.ts";
import { allThings, type LoadedData } from "../load-data.ts";

/** A gap names a value that exists. A gap whose value is gone is taken off the list. */
export function checkGaps(data: LoadedData): Issue[] {
  const { file = "", value } = data.gaps ?? {};
  if (value === undefined || value.gaps.length === 0) return [];
  const paths = pathsOf(data);
  const patches = new Set(data.patches.map((patch) => patch.value.id));
  return value.gaps.flatMap(({ path, before, differs }, at): Issue[] => {
    if (differs !== undefined) return []; // another check compares it with the tables
    const code = "unknown-gap";
    if (before !== undefined && !patches.has(before)) {
      const message = `no patch "${before}" is recorded`;
      return [{ code, file, path: ["gaps", at, "before"], message }];
    }
    const [thing = path] = /^[^/*]+\/[^/*{]+/.exec(path) ?? [];
    const lost = paths.get(thing) === ALWAYS ? {} : { cause: thing };
    return alternatives(path).flatMap((about): Issue[] => {
      if (exists(about, paths, before)) return [];
      const message = `"${about}" does not match a value${hintFor(about, paths)}`;
      return [{ code, file, path: ["gaps", at, "path"], message, about, ...lost }];
    });
  });
}

/** The data without gaps of values that it had before, and the paths of these values. */
export function withoutLostGaps(before: LoadedData, now: LoadedData) {
  const lost = new Set<string>();
  if (now.gaps === undefined) return { data: now, lost };
  const { file, value } = now.gaps;
  const [old, paths] = [pathsOf(before), pathsOf(now)];
  const gaps = value.gaps.flatMap((gap) => {
    const isIn = (all: typeof paths) => (one: string) => exists(one, all, gap.before);
    const gone = alternatives(gap.path).filter((one) => isIn(old)(one) && !isIn(paths)(one));
    for (const one of gone) lost.add(one);
    const path = withoutAlternatives(gap.path, gone);
    return path === undefined ? [] : [{ ...gap, path }];
  });
  return { data: { ...now, gaps: { file, value: { ...value, gaps } } }, lost };
}

/** Sorts after every patch: the path of a value of today. */
const ALWAYS = "always";

/**
 * What gaps can be about: the paths of today's values, and those of older ones with the newest
 * patch that changed or removed them.
 */
function pathsOf(data: LoadedData): Map<string, string> {
  const today = new Set<string>();
  const paths = new Map<string, string>();
  for (const { target, value } of allThings(data)) addPaths(target, value, today);
  for (const patch of newestFirst(data.patches.map(({ value }) => value))) {
    addPaths(`patches/${patch.id}`, { ...patch, changes: true }, today);
    const older = new Set<string>();
    for (const { target, from } of patch.changes) {
      today.add(`patches/${patch.id}/changes/${target}`);
      addPaths(target, from, older);
    }
    for (const path of withParents(older)) if (!paths.has(path)) paths.set(path, patch.id);
  }
  for (const path of withParents(today)) paths.set(path, ALWAYS);
  return paths;
}

/** Whether a path matches a value of today, or, with `before`, of the states before a patch. */
function exists(path: string, paths: ReadonlyMap<string, string>, before = ALWAYS): boolean {
  const isThere = (until: string | undefined) => until !== undefined && until >= before;
  if (!path.includes("*")) return isThere(paths.get(path));
  const matches = picomatch(path);
  for (const [candidate, until] of paths) if (isThere(until) && matches(candidate)) return true;
  return false;
}

function hintFor(path: string, paths: ReadonlyMap<string, string>): string {
  const ofToday = [...paths].flatMap(([one, until]) => (until === ALWAYS ? [one] : []));
  return didYouMean(path, ofToday, "; remove the gap or correct its path");
}

/** Adds the path of a value and of every value below it, as targets of changes have them. */
function addPaths(path: string, value: unknown, paths: Set<string>): void {
  paths.add(path);
  for (const [key, part] of partsOf(value) ?? []) addPaths(`${path}/${key}`, part, paths);
}

/** Paths, and the paths around them. */
function withParents(paths: ReadonlySet<string>): Set<string> {
  const all = new Set(paths);
  for (const path of paths) {
    for (let one = ownerOf(path); one !== "" && !all.has(one); one = ownerOf(one)) all.add(one);
  }
  return all;
}
