import picomatch from "picomatch";
import { nearest } from "../../../core/spelling/lookup.ts";
import { alternatives } from "../gap-paths.ts";
import type { Issue } from "../issue.ts";
import { allThings, idOf, type LoadedData } from "../load-data.ts";

/** A gap names a value that exists. A gap whose value is gone is taken off the list. */
export function checkGaps(data: LoadedData): Issue[] {
  const { file = "", value } = data.gaps ?? {};
  if (value === undefined || value.gaps.length === 0) return [];
  const subjects = subjectsOf(data);
  return value.gaps.flatMap(({ path, before }, at): Issue[] => {
    if ([...data.unreadable].some((broken) => mayMatch(path, broken))) return [];
    const [thing = path] = /^[^/*]+\/[^/*{]+/.exec(path) ?? [];
    const lost = subjects.paths.has(thing) ? {} : { cause: thing };
    const report = (key: string, message: string): Issue[] => [
      { code: "unknown-gap", file, path: ["gaps", at, key], message, ...lost },
    ];
    if (before === undefined)
      return pathFaults(path, subjects.paths).flatMap((fault) => report("path", fault));
    const targets = subjects.changed.get(before);
    if (targets !== undefined)
      return pathFaults(path, subjects.paths, targets).flatMap((fault) => report("path", fault));
    return data.unreadable.has(`patches/${before}`)
      ? []
      : report("before", `no patch "${before}" is recorded`);
  });
}

/**
 * Whether a gap may be of a file that cannot be read: it names the thing, or lists it in braces.
 */
function mayMatch(path: string, broken: string): boolean {
  const [collection = "", id = ""] = broken.split("/");
  const isListed = path.startsWith(`${collection}/{`) && path.split(/[{,}/]/).includes(id);
  return isListed || `${path}/`.startsWith(`${broken}/`);
}

/**
 * What gaps can be about: the path of every value, and by patch the targets that it changes, each
 * with everything around it.
 */
function subjectsOf(data: LoadedData) {
  const paths = new Set<string>();
  for (const { target, value: thing } of allThings(data)) addPaths(target, thing, paths);
  const changed = new Map<string, Set<string>>();
  for (const { value: patch } of data.patches) {
    addPaths(`patches/${patch.id}`, { ...patch, changes: true }, paths);
    const targets = new Set<string>();
    for (const { target } of patch.changes) addWithParents(target, targets);
    for (const target of targets) paths.add(`patches/${patch.id}/changes/${target}`);
    changed.set(patch.id, targets);
  }
  for (const path of [...paths]) addWithParents(path, paths);
  return { paths, changed };
}

/** What is wrong with a path: it is of no value today, and of none that the patch changes. */
function pathFaults(
  path: string,
  paths: ReadonlySet<string>,
  changed: ReadonlySet<string> = new Set(),
): string[] {
  return alternatives(path).flatMap((one) => {
    if (exists(one, paths) || exists(one, changed)) return [];
    const [near] = nearest(one, paths);
    const hint =
      near === undefined ? "remove the gap or correct its path" : `did you mean "${near}"?`;
    return [`"${one}" does not match a value; ${hint}`];
  });
}

function exists(path: string, paths: ReadonlySet<string>): boolean {
  if (!path.includes("*")) return paths.has(path);
  const matches = picomatch(path);
  for (const candidate of paths) if (matches(candidate)) return true;
  return false;
}

/** Adds the path of a value and of every value below it, as targets of changes have them. */
function addPaths(path: string, value: unknown, paths: Set<string>): void {
  paths.add(path);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "figures") {
      addPaths(path, inner, paths);
      continue;
    }
    const id = Array.isArray(value) ? idOf(inner) : undefined;
    addPaths(`${path}/${id ?? key}`, inner, paths);
  }
}

/** Adds a path and the paths around it. A path in the set already has those around it there. */
function addWithParents(path: string, paths: Set<string>): void {
  paths.add(path);
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const parent = path.slice(0, end);
    if (paths.has(parent)) return;
    paths.add(parent);
  }
}
